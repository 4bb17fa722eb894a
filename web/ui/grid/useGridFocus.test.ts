import { expect, test } from 'vitest'
import { moveFocus } from './useGridFocus.ts'

const extent = { rows: 41, columns: 5, page: 10, isRightToLeft: false }
const from = { row: 20, column: 2 }
const noModifiers = { ctrlKey: false, altKey: false, metaKey: false }
type Press = Partial<typeof noModifiers> & { isRightToLeft?: boolean; at?: typeof from }
const press = (key: string, { isRightToLeft = false, at = from, ...modifiers }: Press = {}) =>
  moveFocus(at, { key, ...noModifiers, ...modifiers }, { ...extent, isRightToLeft })

test.each([
  ['ArrowDown', { row: 21, column: 2 }],
  ['ArrowUp', { row: 19, column: 2 }],
  ['Home', { row: 20, column: 0 }],
  ['End', { row: 20, column: 4 }],
  ['PageDown', { row: 30, column: 2 }],
  ['PageUp', { row: 10, column: 2 }],
])('%s moves the focus to %j', (key, position) => {
  expect(press(key)).toEqual(position)
})

test('the arrow keys follow the reading direction', () => {
  expect(press('ArrowRight')).toEqual({ row: 20, column: 3 })
  expect(press('ArrowRight', { isRightToLeft: true })).toEqual({ row: 20, column: 1 })
  expect(press('ArrowLeft', { isRightToLeft: true })).toEqual({ row: 20, column: 3 })
})

test('Ctrl+Home and Ctrl+End move the focus to the corners of the grid', () => {
  expect(press('Home', { ctrlKey: true })).toEqual({ row: 0, column: 0 })
  expect(press('End', { ctrlKey: true })).toEqual({ row: 40, column: 4 })
})

test('the focus stops at the edges of the grid', () => {
  expect(press('ArrowUp', { at: { row: 0, column: 0 } })).toEqual({ row: 0, column: 0 })
  expect(press('PageDown', { at: { row: 39, column: 4 } })).toEqual({ row: 40, column: 4 })
  expect(press('ArrowLeft', { at: { row: 3, column: 0 } })).toEqual({ row: 3, column: 0 })
})

test('other keys do not move the focus', () => {
  for (const key of ['a', 'Enter', 'Tab', 'Forward', 'toString']) expect(press(key)).toBeUndefined()
})

test('the keys of the browser for back, forward and the ends of the page do not move the focus', () => {
  for (const modifier of [{ altKey: true }, { metaKey: true }, { ctrlKey: true, altKey: true }])
    for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home']) expect(press(key, modifier)).toBeUndefined()
})
