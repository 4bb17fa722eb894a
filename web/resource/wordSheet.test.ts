import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsWord, openSheet, textOf, unitsOf, writeCell } from './wordSheet.ts'

const anyCells = fc.array(fc.string({ unit: fc.constantFrom('ކ', 'ޯ', 'a', ' ', '🏛') }), { minLength: 1, maxLength: 12 })
const anyWord = fc.string({ unit: fc.constantFrom('ކ', 'ޯ', 'a', '🏛'), minLength: 1, maxLength: 3 })

test('cells are read as they were written, and hold the words that their texts hold, none across two of them', () => {
  fc.assert(
    fc.property(anyCells, anyWord, fc.nat(11), fc.nat(11), (cells, word, one, other) => {
      const sheet = openSheet(cells.length)
      for (const cell of cells) writeCell(sheet, cell)
      expect(cells.map((_, cell) => textOf(sheet, cell))).toEqual(cells)
      const first = Math.min(one, other, cells.length - 1)
      const last = Math.min(Math.max(one, other), cells.length - 1) + 1
      const holds = cells.slice(first, last).some((cell) => cell.includes(word))
      expect(holdsWord(sheet, first, last, unitsOf(word))).toBe(holds)
    }),
  )
})
