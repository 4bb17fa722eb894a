import { expect, test } from 'vitest'
import { findLines } from './findLines.ts'
import { turn } from './gray.ts'
import type { Raster } from './render.ts'

/** `from` and `to` are the ends of the row in inches. */
type Row = { y: number; letter: number; from?: number; to?: number }

/** A page of blocks for letters, each with a mark above or below, as rows of print have them. */
function page(rows: Row[], dpi = 150): Raster {
  const [width, height] = [dpi * 6, dpi * 6]
  const data = new Uint8Array(width * height).fill(250)
  const fill = (x: number, y: number, wide: number, tall: number) => {
    for (let row = y; row < y + tall; row++) data.fill(10, row * width + x, row * width + x + wide)
  }
  for (const { y, letter, from = 1, to = 5 } of rows) {
    for (let x = from * dpi; x < to * dpi; x += Math.round(letter * 1.4)) {
      fill(x, y, letter, letter)
      const above = x % 3 !== 0
      fill(
        x,
        above ? y - Math.round(letter * 0.8) : y + Math.round(letter * 1.4),
        Math.round(letter * 0.7),
        Math.round(letter * 0.3),
      )
    }
  }
  return { width, height, dpi, data }
}

const body = Array.from({ length: 10 }, (_, i) => ({ y: 300 + i * 45, letter: 12 }))

test('a heading of twice the size is one line, marks included, above ten lines of body text', () => {
  const { lines } = findLines(page([{ y: 150, letter: 24 }, ...body]))
  expect(lines).toHaveLength(11)
  expect(lines[0]?.height).toBeGreaterThan(45)
})

test('lines that are tilted by two degrees are found, and their boxes lie where they are on the page', () => {
  const straight = page(body)
  const { lines, toPoints } = findLines({ ...straight, ...turn(straight, 0.035) })
  expect(lines).toHaveLength(10)
  const [first] = lines.map(toPoints)
  expect(first?.y).toBeGreaterThan(130)
  expect(first?.y).toBeLessThan(160)
})

test('a page in a shadow with a frame of ruled lines has the same lines', () => {
  const { data, width, height, dpi } = page(body)
  const shaded = data.map((value, i) => value * (0.45 + (0.55 * (i % width)) / width))
  for (const y of [250, 820]) shaded.fill(0, y * width + 40, y * width + width - 40)
  for (let y = 250; y < 820; y++) shaded.fill(0, y * width + 40, y * width + 43)
  expect(findLines({ data: shaded, width, height, dpi }).lines).toHaveLength(10)
})

test('an empty page has no lines', () => {
  expect(findLines(page([])).lines).toEqual([])
})

test('two columns between a title and a footer are read one after the other, from the right, and rows of a table are not parted', () => {
  const column = (from: number, to: number) => body.map((row, i) => ({ ...row, from, to: i === 4 ? from + 1 : to }))
  const title = { y: 200, letter: 12, from: 2, to: 4 }
  const columns = findLines(page([title, ...column(0.5, 2.8), ...column(3.2, 5.5), { ...title, y: 830 }])).lines
  expect(columns).toHaveLength(22)
  expect(Math.min(...columns.slice(1, 11).map(({ x }) => x))).toBeGreaterThan(450)
  expect(Math.max(...columns.slice(11, 21).map(({ x, width }) => x + width))).toBeLessThan(450)

  const names = body.map((row, i) => ({ ...row, from: 4.6 - (i % 5) * 0.4, to: 5.5 }))
  const values = body.map((row, i) => ({ ...row, from: 2 - (i % 3) * 0.6, to: 2.6 }))
  expect(findLines(page([...names, ...values])).lines).toHaveLength(10)
})

test('the border of a table of two rows is no part of their lines', () => {
  const { data, ...rest } = page(body.slice(0, 2))
  for (const x of [140, 760]) for (let y = 288; y < 370; y++) data.fill(0, y * rest.width + x, y * rest.width + x + 3)
  const { lines } = findLines({ ...rest, data })
  expect(lines).toHaveLength(2)
  expect(Math.min(...lines.map(({ x }) => x))).toBeGreaterThanOrEqual(145)
  expect(Math.max(...lines.map(({ x, width }) => x + width))).toBeLessThanOrEqual(758)
})

test('a border that a fax breaks into dashes is no part of the lines next to it', () => {
  const { data, ...rest } = page(body)
  const isInk = (place: number) => place % 9 < 6
  for (let y = 260; y < 800; y++) if (isInk(y)) data[y * rest.width + 140] = 10
  for (let y = 260; y < 800; y++) if (isInk(y)) data[y * rest.width + 790] = 10
  for (let x = 140; x < 790; x++) if (isInk(x)) data[268 * rest.width + x] = 10
  const { lines } = findLines({ ...rest, data })
  expect(lines).toEqual(findLines(page(body)).lines)
})
