import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPage } from '#test/drawnPage.ts'
import { frameOf } from './frame.ts'
import { isRuled, rulesOf } from './rules.ts'

const shape = (y: number, x: number) => ({ kind: 'fill', box: { x, y, width: 100, height: 0 }, rectangle: true, order: 0, color: '#000000', opacity: 1, layer_off: false }) as const // prettier-ignore
const rowsAt = (tops: readonly number[]) => tops.map((y) => ({ row: { y } }))

test('rows are ruled when a rule in their width is between two of them, in any order of drawing', () => {
  const drawn = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(0, 300)), { maxLength: 8 })
  fc.assert(
    fc.property(drawn, fc.uniqueArray(fc.nat(20), { maxLength: 6 }), (lines, ys) => {
      const rows = ys.toSorted((one, other) => one - other)
      const { horizontal } = rulesOf(buildPage([], { shapes: lines.map(([y, x]) => shape(y, x)) }), frameOf(0))
      const isBetween = ([y, x]: [number, number]) =>
        x === 300 && !rows.includes(y) && rows.some((above) => above < y) && rows.some((below) => below > y)
      expect(isRuled(rowsAt(rows), horizontal, { left: 250, right: 350 })).toBe(lines.some(isBetween))
    }),
  )
})

test('the rules of a page are not all compared with each of its rows', () => {
  let reads = 0
  const rules = Array.from({ length: 1000 }, (_, index) => ({
    get y() {
      reads += 1
      return index
    },
    left: 300,
    right: 400,
  }))
  const rows = rowsAt(Array.from({ length: 1000 }, (_, index) => index + 0.5))
  expect(isRuled(rows, rules, { left: 0, right: 100 })).toBe(false)
  expect(reads).toBeLessThan(100_000)
})
