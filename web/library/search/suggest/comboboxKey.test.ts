import { expect, test } from 'vitest'
import { comboboxKey } from './comboboxKey.ts'

const open = { isOpen: true, count: 3, active: -1 }
const closed = { isOpen: false, count: 3, active: -1 }

test('the arrows go round through the rows and the box', () => {
  const down = [-1, 0, 1, 2].map((active) => comboboxKey('ArrowDown', { ...open, active }))
  expect(down).toEqual([0, 1, 2, -1].map((to) => ({ do: 'move', to })))
  const up = [-1, 2, 1, 0].map((active) => comboboxKey('ArrowUp', { ...open, active }))
  expect(up).toEqual([2, 1, 0, -1].map((to) => ({ do: 'move', to })))
})

test('Enter chooses the row, or closes the list and searches for the words', () => {
  expect(comboboxKey('Enter', { ...open, active: 1 })).toEqual({ do: 'choose', index: 1 })
  expect(comboboxKey('Enter', open)).toEqual({ do: 'close' })
  expect(comboboxKey('Enter', closed)).toBeUndefined()
})

test('Escape closes, an arrow opens again, and letters are letters', () => {
  expect(comboboxKey('Escape', open)).toEqual({ do: 'close' })
  expect(comboboxKey('Escape', closed)).toBeUndefined()
  expect(comboboxKey('ArrowDown', closed)).toEqual({ do: 'open' })
  expect(comboboxKey('h', open)).toBeUndefined()
})
