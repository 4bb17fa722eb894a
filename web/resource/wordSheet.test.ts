import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepHolding, openSheet, rows_of_text, textOf, writeCell } from './wordSheet.ts'

const anyText = fc.string({ unit: fc.constantFrom('ކ', 'ޯ', 'a', ' ', '🏛'), maxLength: 8 })
const anyWord = fc.string({ unit: fc.constantFrom('ކ', 'ޯ', 'a', '🏛'), minLength: 1, maxLength: 3 })
const width = 3
const anyRow = fc.tuple(fc.boolean(), fc.array(anyText, { minLength: width, maxLength: width }))

function check(
  rows: readonly (readonly [isMarked: boolean, cells: readonly string[]])[],
  word: string,
  from: number,
  to: number,
) {
  const sheet = openSheet(rows.length, width)
  const cells = rows.flatMap(([, own]) => own)
  for (const cell of cells) writeCell(sheet, cell)
  expect(cells.map((_, cell) => textOf(sheet, cell))).toEqual(cells)
  const marks = Uint8Array.from(rows, ([isMarked]) => Number(isMarked))
  for (let text = 0; text * rows_of_text < rows.length; text += 1) keepHolding(sheet, marks, { text, from, to }, word)
  const wanted = rows.map(([isMarked, own]) =>
    Number(isMarked && own.slice(from, to).some((cell) => cell.includes(word))),
  )
  expect([...marks]).toEqual(wanted)
}

test('cells are read as they were written, and hold the words that their texts hold, none across two of them', () => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { minLength: 1, maxLength: 12 }),
      anyWord,
      fc.nat(2),
      fc.nat(2),
      (rows, word, one, other) => {
        check(rows, word, Math.min(one, other), Math.max(one, other) + 1)
      },
    ),
  )
})

test('so do those of very many rows', () => {
  const [rows] = fc.sample(fc.array(anyRow, { minLength: 5000, maxLength: 5000 }), { numRuns: 1, seed: 3 })
  for (const word of ['ކ', 'aކ', '🏛a', 'zz']) for (const [from, to] of [[0, 3], [1, 2], [2, 3]] as const) check(rows ?? [], word, from, to) // prettier-ignore
})
