import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { drawnFiles } from './draw.ts'
import { readFigures, type Row, type Run } from './figures.ts'
import { drawGrowth } from './growthChart.ts'
import { drawRatios } from './ratioChart.ts'
import { compare, isMet, titles } from './rows.ts'
import { withTables } from './table.ts'

/** What the documents show of the recorded figures. */

const root = join(import.meta.dirname, '../..')
const row: Row = { what: 'median', unit: 'ms', ours: 5, other: 50, other_name: 'PostgreSQL' }
const runOf = (rows: Row[], at: number | null = null): Run => ({
  at,
  date: '2026-11-28',
  machine: 'one',
  load: 2,
  rows,
})

test.each([...drawnFiles()].map(([file, content]) => [relative(root, file), content] as const))(
  '%s shows the recorded figures: npm run bench -- report --draw writes it',
  (file, content) => {
    expect(readFileSync(join(root, file), 'utf8')).toBe(content)
  },
)

test('every recorded area has a title, and no two rows of a run have the same name and peer', () => {
  for (const [area, runs] of readFigures()) {
    expect(Object.keys(titles)).toContain(area)
    for (const { rows } of runs) {
      const names = rows.map(({ what, other_name }) => `${what}, ${other_name ?? ''}`)
      expect(names).toEqual([...new Set(names)])
    }
  }
})

test('a ratio says how many times as much as the peer we take, also of a rate', () => {
  expect(compare(row)).toMatchObject([{ ratio: 0.1, isFloor: false }])
  expect(compare({ ...row, unit: '1/s' })).toMatchObject([{ ratio: 10 }])
  expect(compare({ ...row, other_name: 'bare Fastify' })).toMatchObject([{ isFloor: true }])
  for (const other of [null, 0]) expect(compare({ ...row, other })).toEqual([])
})

test('a goal is met by less of a time and by more of a rate', () => {
  expect([4, 5, 6].map((ours) => isMet({ ...row, ours, goal: 5 }))).toEqual([true, true, false])
  expect([4, 5, 6].map((ours) => isMet({ ...row, unit: '1/s', ours, goal: 5 }))).toEqual([false, true, true])
  expect(isMet(row)).toBeUndefined()
})

test('the tables stand between the markers of a document, and a goal that is not met is bold', () => {
  const [start, end] = ['<!-- figures: written by `npm run bench -- report` -->', '<!-- end of figures -->']
  const figures = new Map([['lists', [runOf([{ ...row, goal: 4 }], 10_000)]]])
  const document = withTables(`before\n${start}\nold\n${end}\nafter`, figures)
  expect(document).toContain('| Lists | median | 10,000 | 5 ms | 50 ms, PostgreSQL | 0.1 | **≤ 4 ms** |')
  expect(document).not.toContain('old')
  expect([document.startsWith('before\n'), document.endsWith('\nafter')]).toEqual([true, true])
  expect(withTables(document, figures)).toBe(document)
  expect(() => withTables('no marker', figures)).toThrow('the document has no')
})

const growing = [10_000, 100_000, 1_000_000].map((at) =>
  runOf([{ ...row, other: at < 1_000_000 ? at / 1000 : null }], at),
)
const lines = [
  { name: 'peer', look: 'peer', runs: growing, what: 'median', side: 'other' as const },
  { name: 'ours', look: 'ours', runs: growing, what: 'median' },
]

test('a growth chart labels every line with its last value, and every size', () => {
  const svg = drawGrowth('growth', lines)
  for (const text of ['ours: 5 ms', 'peer: 100 ms at 100,000', '10,000', '100,000', '1,000,000'])
    expect(svg).toContain(`>${text}</text>`)
  expect(svg).not.toContain('NaN')
})

test('the labels of a growth chart do not overlap', () => {
  const same = ['a', 'b', 'c', 'd'].map((name) => ({
    name: `line ${name}`,
    look: 'ours',
    runs: growing,
    what: 'median',
  }))
  const places = [...drawGrowth('growth', same).matchAll(/y="([\d.]+)">line/g)].map(([, y]) => Number(y))
  const sorted = places.toSorted((one, other) => one - other)
  expect(sorted).toHaveLength(4)
  for (const [at, y] of sorted.slice(1).entries()) expect(y - (sorted[at] ?? 0)).toBeGreaterThanOrEqual(16)
})

test('the chart of ratios has a line for each compared row, left of the middle when we take less', () => {
  const rows = [row, { ...row, what: 'p95', ours: 500 }, { ...row, what: 'alone', other: null, other_name: null }]
  const svg = drawRatios(new Map([['lists', [runOf(rows, 10_000)]]]))
  const [one = 0] = [...svg.matchAll(/class="one" x1="([\d.]+)"/g)].map(([, x]) => Number(x))
  const dots = [...svg.matchAll(/<circle class="(\w+) full" cx="([\d.]+)"/g)].map(([, look, x]) => [
    look,
    Number(x) < one,
  ])
  expect(dots).toEqual([
    ['ours', true],
    ['peer', false],
  ])
  for (const text of ['Lists', 'median', 'p95', '0.1 × PostgreSQL', '10 × PostgreSQL'])
    expect(svg).toContain(`>${text}</text>`)
  expect(svg).not.toContain('alone')
})
