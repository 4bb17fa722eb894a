import { expect, test } from 'vitest'
import { pageOfRows } from './useList.ts'

const rows = Array.from({ length: 23 }, (_, index) => ({ id: index + 1, version: 1 }))
const ids = (page: number) => pageOfRows(rows, page).rows.map(({ id }) => id)

test('a page of a list has ten rows', () => {
  expect(ids(1)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(ids(3)).toEqual([21, 22, 23])
  expect(pageOfRows(rows, 1)).toMatchObject({ pages: 3, count: 23, countIsExact: true })
})

test('a page past the end becomes the last page', () => {
  expect(pageOfRows(rows, 9)).toMatchObject({ page: 3 })
  expect(pageOfRows([], 4)).toMatchObject({ page: 1, pages: 1, count: 0 })
})
