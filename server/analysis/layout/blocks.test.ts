import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import { buildPage, type DrawnLine, layout, read } from '#test/drawnPage.ts'

test('two columns of full lines are read from the right one', () => {
  const lines = Array.from({ length: 8 }, (_, row) => [
    { text: `ކކކކކކކ ކކކކކކކކކކކ ކކކކކކކކ`, right: 540, y: 100 + row * 20 },
    { text: `ގގގގގގގ ގގގގގގގގގގގ ގގގގގގގގ`, right: 270, y: 100 + row * 20 },
  ]).flat()
  const { text } = read(buildPage(lines))
  expect(text.lastIndexOf('ކ')).toBeLessThan(text.indexOf('ގ'))
})

test('two columns of short paragraphs, with two of five lines full, are read from the right one', () => {
  const textOf = (letter: string, row: number) =>
    (row % 5 < 2 ? [7, 11, 9] : [7, 5]).map((length) => letter.repeat(length)).join(' ')
  const lines = Array.from({ length: 15 }, (_, row) => [
    { text: textOf('ކ', row), right: 540, y: 100 + row * 20 },
    { text: textOf('ގ', row), right: 270, y: 100 + row * 20 },
  ]).flat()
  const { text } = read(buildPage(lines))
  expect(text.lastIndexOf('ކ')).toBeLessThan(text.indexOf('ގ'))
})

const full = [7, 11, 9]
const lineOf = (letter: string, lengths: number[], { right, y }: { right: number; y: number }): DrawnLine => ({
  text: lengths.map((length) => letter.repeat(length)).join(' '),
  right,
  y,
})

/** Rows of two columns of full lines. */
const columnRows = (rows: number, top = 100) =>
  [540, 270].flatMap((right, side) =>
    Array.from({ length: rows }, (_, row) => lineOf('ކގ'.charAt(side), full, { right, y: top + row * 20 })),
  )

/** Whether lines are read column by column after a page of 15 lines in two columns. */
function continuesColumns(lines: DrawnLine[], over: Partial<PageGlyphs> = {}): boolean {
  const { columns } = layout(buildPage(columnRows(15)))
  const { text } = layout(buildPage(lines, over), { columnsBefore: columns }).page
  return text.lastIndexOf('ކ') < text.indexOf('ގ')
}

/** The end of two columns, the right one with a full line. */
const endOfColumns = (y: number, rows = 1, left = lineOf('ގ', [4, 3], { right: 270, y })) => [
  left,
  ...Array.from({ length: rows }, (_, row) => lineOf('ކ', full, { right: 540, y: y + row * 20 })),
  lineOf('ކ', [5], { right: 540, y: y + rows * 20 }),
]

test('the last few lines of two columns are read like the columns of the page before', () => {
  const header = lineOf('ހ', [30], { right: 400, y: 60 })
  const centered = lineOf('ގ', [10, 9], { right: 243, y: 100 })
  expect(continuesColumns(endOfColumns(100))).toBe(true)
  expect(continuesColumns([header, ...endOfColumns(100, 1, centered)])).toBe(true)
  expect(continuesColumns(endOfColumns(100, 9))).toBe(true)
  const short = Array.from({ length: 6 }, (_, row) => lineOf('ގ', [5], { right: 270, y: 120 + row * 20 }))
  expect(continuesColumns([...endOfColumns(100, 6), ...short])).toBe(true)
})

test('cells that begin elsewhere than the columns of the page before are read across', () => {
  const moved = endOfColumns(100).map((line) => ({ ...line, right: line.right - 40 }))
  expect(continuesColumns([...moved, lineOf('ގ', [5], { right: 230, y: 120 })])).toBe(false)
})

test('columns are continued below a head of four rows, and not further down the page', () => {
  const above = (rows: number) =>
    Array.from({ length: rows }, (_, row) => lineOf('ހ', [20, 20, 20], { right: 480, y: 20 + row * 20 }))
  const cells = [...endOfColumns(140), lineOf('ގ', [5], { right: 270, y: 160 })]
  expect(continuesColumns([...above(4), ...cells])).toBe(true)
  expect(continuesColumns([...above(5), ...cells])).toBe(false)
})

test('cells with a rule between them are read across also when they begin like the columns of the page before', () => {
  const box = { x: 30, y: 106, width: 520, height: 1 }
  const rule = { kind: 'fill', box, rectangle: true, order: 0, color: '#000000', opacity: 1, layer_off: false } as const
  expect(continuesColumns([...endOfColumns(100), lineOf('ގ', [5], { right: 270, y: 120 })], { shapes: [rule] })).toBe(
    false,
  )
})

test('justified lines whose spaces are wide and stand under each other are no columns', () => {
  const words = ['ކކކކކ', 'ގގގގގގ', 'ދދދދދ', 'މމމމމމމ', 'ނނނނނ', 'ރރރރރރ']
  const lines = Array.from({ length: 8 }, (_, row) =>
    words.map((text, index) => ({ text, right: 540 - index * 56, y: 100 + row * 20 })),
  ).flat()
  expect(read(buildPage(lines)).text).toContain(words.join(' '))
})

test('a row below columns, apart from their last lines, is read after them, and one above them before', () => {
  const rows = (right: number, letter: string) =>
    Array.from({ length: 8 }, (_, row) => lineOf(letter, full, { right, y: 100 + row * 20 }))
  const edge = (y: number) => [lineOf('ހ', [5], { right: 540, y }), lineOf('ށ', [9], { right: 120, y })]
  const { lines } = read(buildPage([...edge(50), ...rows(540, 'ކ'), ...rows(270, 'ގ'), ...edge(300)]))
  expect(lines.map(({ text }) => text[0]).join('')).toBe(`ހ${'ކ'.repeat(8)}${'ގ'.repeat(8)}ހ`)
  expect(lines.filter(({ starts_paragraph }) => starts_paragraph)).toHaveLength(3)
})

test('the foot of a page is apart from the last few lines of columns', () => {
  const foot = [lineOf('ހ', [5], { right: 540, y: 800 }), lineOf('ށ', [9], { right: 120, y: 800 })]
  const columns = Array.from({ length: 15 }, (_, row) => [540, 270].map((right, side) => lineOf('ކގ'.charAt(side), full, { right, y: 100 + row * 20 }))).flat() // prettier-ignore
  const before = layout(buildPage(columns)).columns
  const { lines } = layout(buildPage([...endOfColumns(100), ...foot]), { columnsBefore: before }).page
  expect(lines.at(-1)?.text).toBe('ހހހހހ ށށށށށށށށށ')
})

test('a table without rules at the top of a page, under columns of the page before, is read across', () => {
  const cells = [[5], full, [4, 3], [6], [3, 2]].flatMap((lengths, row) => [
    lineOf('ކ', lengths, { right: 540, y: 100 + row * 20 }),
    lineOf('ގ', [4], { right: 270, y: 100 + row * 20 }),
  ])
  expect(continuesColumns(cells)).toBe(false)
})

test('the first row of a table below columns is no line of them', () => {
  const columns = [540, 270].flatMap((right, side) =>
    Array.from({ length: 8 }, (_, row) => lineOf('ކގ'.charAt(side), full, { right, y: 100 + row * 20 })),
  )
  const head = [540, 480, 250, 150].map((right) => lineOf('ހ', [4], { right, y: 260 }))
  const row = lineOf('ށ', [60], { right: 540, y: 280 })
  const { lines } = read(buildPage([...columns, ...head, row]))
  expect(lines.map(({ text }) => text[0]).join('')).toBe(`${'ކ'.repeat(8)}${'ގ'.repeat(8)}ހށ`)
})

test('the short lines of a head side by side, directly above columns, are read across', () => {
  const head = [100, 120].flatMap((y) => [lineOf('ހ', [9], { right: 540, y }), lineOf('ށ', [8], { right: 270, y })])
  const columns = [540, 270].flatMap((right, side) =>
    Array.from({ length: 8 }, (_, row) => lineOf('ކގ'.charAt(side), full, { right, y: 140 + row * 20 })),
  )
  const { lines } = read(buildPage([...head, ...columns]))
  expect(lines.map(({ text }) => text[0]).join('')).toBe(`ހހ${'ކ'.repeat(8)}${'ގ'.repeat(8)}`)
})

/** The letters and their number of each line that is read after a page of two columns. */
function readAfterColumns(lines: DrawnLine[]): string[] {
  const { columns } = layout(buildPage(columnRows(15)))
  return layout(buildPage(lines), { columnsBefore: columns }).page.lines.map(({ text }) =>
    text.replace(/(.)\1*/gu, (same, letter: string) => (letter === ' ' ? ' ' : `${letter}${same.length}`)),
  )
}

test('short lines at the top of both columns, after a page of columns, are read in their columns', () => {
  const ends = [540, 270].map((right, side) => lineOf('ކގ'.charAt(side), [5 - side], { right, y: 80 }))
  const read = readAfterColumns([...ends, ...columnRows(8)])
  expect([read[0], read[9]]).toStrictEqual(['ކ5', 'ގ4'])
})

test('one or two rows of columns between a head and a foot are read from the right column, and each once', () => {
  const edge = (letter: string, y: number) => [540, 270].map((right) => lineOf(letter, [6], { right, y }))
  for (const rows of [1, 2]) {
    const lines = [...edge('ހ', 40), ...columnRows(rows), ...edge('ނ', 800)]
    const right = Array.from({ length: rows }, () => 'ކ7 ކ11 ކ9')
    const left = Array.from({ length: rows }, () => 'ގ7 ގ11 ގ9')
    expect(readAfterColumns(lines)).toStrictEqual(['ހ6 ހ6', ...right, ...left, 'ނ6 ނ6'])
  }
})

test('one or two rows of columns above signatures are read from the right column, and each once', () => {
  const signatures = (y: number) => [lineOf('ހ', [6], { right: 540, y }), lineOf('ށ', [6], { right: 270, y })]
  const foot = lineOf('ނ', [3], { right: 270, y: 800 })
  const [right, left] = ['ކ7 ކ11 ކ9', 'ގ7 ގ11 ގ9']
  expect(readAfterColumns([...columnRows(2), ...signatures(220)])).toStrictEqual([right, right, left, left, 'ހ6 ށ6'])
  expect(readAfterColumns([...columnRows(1), ...signatures(220), ...signatures(240), foot]).slice(0, 4)).toStrictEqual([
    right,
    left,
    'ހ6 ށ6',
    'ހ6 ށ6',
  ])
})

test('each row of a page is read exactly once', () => {
  /** The lengths of the words of each line, by its right edge. */
  const ofColumns: Record<number, number[]>[] = [{ 540: full, 270: full }, { 540: full, 270: [5] }, { 540: [5], 270: full }] // prettier-ignore
  const oneSide = [{ 540: full }, { 270: full }, { 540: [5] }]
  const across = [{ 540: [5], 270: [6] }, { 540: [60] }, { 540: [4], 420: [4], 270: [4], 150: [4] }]
  const row = fc.constantFrom(...ofColumns, ...oneSide, ...across)
  const rows = fc.array(fc.tuple(row, fc.constantFrom(20, 30, 60, 200)), { minLength: 1, maxLength: 12 })
  const { columns } = layout(buildPage(columnRows(15)))
  fc.assert(
    fc.property(rows, fc.boolean(), (drawn, after) => {
      let y = 20
      const lines = drawn.flatMap(([own, gap], index) => {
        y += gap
        const letter = String.fromCharCode('ހ'.charCodeAt(0) + index)
        return Object.entries(own).map(([right, lengths]) => lineOf(letter, lengths, { right: Number(right), y }))
      })
      const { page, columns: found } = layout(buildPage(lines), { columnsBefore: after ? columns : null })
      const lettersOf = (some: string) => Array.from(some.replace(/\s/gu, '')).sort().join('')
      expect(lettersOf(page.text)).toBe(lettersOf(lines.map(({ text }) => text).join('')))
      expect(found?.every((column) => column.right > column.left)).not.toBe(false)
    }),
    { numRuns: 100 },
  )
})
