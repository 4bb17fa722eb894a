import { expect, test } from 'vitest'
import { pinEditedRow, withoutYielding } from './useGrid.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))
const pinned = (now: { id: number }[], id: number, index: number) => {
  const { rows: shown, isRowAway } = pinEditedRow(now, { row: { id }, index, column: 'name' })
  return [shown.map((row) => row.id), isRowAway]
}

test('the edited row keeps its index, however the others are sorted', () => {
  expect(pinned(rows(3, 1, 2), 2, 1)).toEqual([[3, 2, 1], false])
  expect(pinned(rows(2, 1, 3), 2, 1)).toEqual([[1, 2, 3], false])
})

test('an edited row that is removed stays pinned at its index, or at the end of fewer rows', () => {
  expect(pinned(rows(1, 3), 2, 1)).toEqual([[1, 2, 3], true])
  expect(pinned(rows(1), 2, 7)).toEqual([[1, 2], true])
  expect(pinned([], 2, 3)).toEqual([[2], true])
})

test('the pinned row is the newest version of it', () => {
  const newest = { id: 2, name: 'new' }
  const { rows: shown } = pinEditedRow([newest], { row: { id: 2, name: 'old' }, index: 0, column: 'name' })
  expect(shown).toEqual([newest])
})

test('rows stay unchanged without an editor', () => {
  const list = rows(1, 2)
  expect(pinEditedRow(list, undefined).rows).toBe(list)
})

test('a column with a filter does not yield its width', () => {
  const columns = [
    { id: 'court', yields: 1 },
    { id: 'status', yields: 2 },
  ]
  expect(withoutYielding(columns, { court: 'civil', status: '' })).toEqual([
    { id: 'court', yields: undefined },
    { id: 'status', yields: 2 },
  ])
})
