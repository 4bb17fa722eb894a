import { expect, test } from 'vitest'
import { changedLists, markerIn, paragraphIn, type PastedItem } from './pastedLists.ts'

const items = (list: string, ...markers: string[]): PastedItem[] =>
  markers.map((marker) => ({ kind: 'ordered', indent: 0, marker, list }))

test('a pasted list that is counted as it was printed stays a list', () => {
  const bullet: PastedItem = { kind: 'bullet', indent: 1 }
  const letters: PastedItem[] = ['ހ.', 'ށ.'].map((marker) => ({ kind: 'letters', indent: 0, marker, list: 'b' }))
  expect(changedLists([[...items('a', '1.', '(2)'), bullet, ...items('a', '3)')], letters])).toEqual(new Set())
})

test('a list that goes on after another line, or begins at another number, would be counted from 1', () => {
  expect(changedLists([items('a', '1.', '2.'), items('a', '3.', '4.')])).toEqual(new Set(['a']))
  expect(changedLists([items('a', '6.', '7.')])).toEqual(new Set(['a']))
})

test('a list in letters, or of several levels in one number, would be counted in numbers', () => {
  expect(changedLists([items('a', '(a)', '(b)')])).toEqual(new Set(['a']))
  expect(changedLists([items('a', '1.1.', '1.2.')])).toEqual(new Set(['a']))
})

test('a list between the items of one that becomes lines of its own is counted from there', () => {
  const inner = (marker: string): PastedItem => ({ kind: 'ordered', indent: 1, marker, list: 'inner' })
  const mixed = [...items('outer', '6.'), inner('1.'), ...items('outer', '7.'), inner('2.')]
  expect(changedLists([mixed])).toEqual(new Set(['outer', 'inner']))
})

test.each([
  ['decimal', 12, '12.'],
  ['lower-alpha', 28, 'ab.'],
  ['upper-latin', 3, 'C.'],
  ['lower-roman', 49, 'xlix.'],
  ['upper-roman', 14, 'XIV.'],
  ['disc', 1, undefined],
])('the marker of the style %s is that of item %i: %s', (style, count, marker) => {
  expect(markerIn(style, count)).toBe(marker)
})

test('only a marker of digits is the number of a paragraph', () => {
  expect(['12.', '(3)', '4)', '1.1.', 'a.', ''].map(paragraphIn)).toEqual([
    '12',
    '3',
    '4',
    undefined,
    undefined,
    undefined,
  ])
})
