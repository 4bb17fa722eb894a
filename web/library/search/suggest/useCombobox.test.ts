import { expect, test } from 'vitest'
import { comboboxKey, groupSuggestions } from './useCombobox.ts'

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
