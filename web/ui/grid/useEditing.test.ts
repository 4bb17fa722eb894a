import { expect, test } from 'vitest'
import { pinEditedRow } from './useEditing.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))
const held = (now: { id: number }[], id: number, index: number) => {
  const { rows: shown, isAway } = pinEditedRow(now, { row: { id }, index, column: 'name' })
  return [shown.map((row) => row.id), isAway]
}

test('the edited row stands where it stood, however the others are sorted', () => {
  expect(held(rows(3, 1, 2), 2, 1)).toEqual([[3, 2, 1], false])
  expect(held(rows(2, 1, 3), 2, 1)).toEqual([[1, 2, 3], false])
})

test('taken away it is held in its place, or at the end of fewer rows', () => {
  expect(held(rows(1, 3), 2, 1)).toEqual([[1, 2, 3], true])
  expect(held(rows(1), 2, 7)).toEqual([[1, 2], true])
  expect(held([], 2, 3)).toEqual([[2], true])
})

test('the row that is shown is the newest there is', () => {
  const newest = { id: 2, name: 'new' }
  const { rows: shown } = pinEditedRow([newest], { row: { id: 2, name: 'old' }, index: 0, column: 'name' })
  expect(shown).toEqual([newest])
})

test('without an editor the rows stay as they are', () => {
  const list = rows(1, 2)
  expect(pinEditedRow(list, undefined).rows).toBe(list)
})
