import { expect, test } from 'vitest'
import { comboboxKey, completionsOf, groupSuggestions } from './useCombobox.ts'

const open = { isOpen: true, count: 3, active: -1 }
const closed = { isOpen: false, count: 3, active: -1 }

test('the arrow keys cycle through the options and the input', () => {
  const down = [-1, 0, 1, 2].map((active) => comboboxKey('ArrowDown', { ...open, active }))
  expect(down).toEqual([0, 1, 2, -1].map((to) => ({ type: 'move', to })))
  const up = [-1, 2, 1, 0].map((active) => comboboxKey('ArrowUp', { ...open, active }))
  expect(up).toEqual([2, 1, 0, -1].map((to) => ({ type: 'move', to })))
})

test('Enter chooses the active option, or closes the list and searches', () => {
  expect(comboboxKey('Enter', { ...open, active: 1 })).toEqual({ type: 'choose', index: 1 })
  expect(comboboxKey('Enter', open)).toEqual({ type: 'close' })
  expect(comboboxKey('Enter', closed)).toBeUndefined()
})

test('Escape closes the list, an arrow key opens it, and letters do nothing', () => {
  expect(comboboxKey('Escape', open)).toEqual({ type: 'close' })
  expect(comboboxKey('Escape', closed)).toBeUndefined()
  expect(comboboxKey('ArrowDown', closed)).toEqual({ type: 'open' })
  expect(comboboxKey('h', open)).toBeUndefined()
})

test("suggestions are grouped in the server's order of kinds, with a running index", () => {
  const of = (kind: 'word' | 'party' | 'number', text: string) => ({ kind, text })
  const groups = groupSuggestions([
    of('party', 'Ahmed'),
    of('word', 'ahead'),
    of('party', 'Ahmad'),
    of('number', '1/A/2'),
  ])
  expect(groups.map(({ kind, firstIndex, rows }) => [kind, firstIndex, rows.map(({ text }) => text)])).toEqual([
    ['party', 0, ['Ahmed', 'Ahmad']],
    ['word', 2, ['ahead']],
    ['number', 3, ['1/A/2']],
  ])
  expect(groupSuggestions([])).toEqual([])
})

test('a query that is too short is offered in quotes, and not as its own completion', () => {
  const phrase = { kind: 'phrase', text: 'ކުލި', reference: 'aB3' } as const
  const word = { kind: 'word', text: 'ކުލިން' } as const
  const quoted = { kind: 'word', text: '"ކުލި"' } as const
  expect(completionsOf(' ކުލި', [phrase, word])).toEqual([quoted, word])
  expect(completionsOf('"ކުލި', [phrase, word])).toEqual([quoted, word])
  expect(
    completionsOf(
      'ކުލި',
      Array.from({ length: 9 }, () => word),
    ),
  ).toHaveLength(5)
})

test('vowel signs alone are not offered in quotes', () => {
  expect(completionsOf('ި', [])).toEqual([])
})
