import { expect, test } from 'vitest'
import { type LocalQuery, type PreparedRows, prepareRows } from './localList.ts'
import { openSearch, searchSome } from './localSearch.ts'

const rows = [
  { id: 1, version: 1, name: 'ޤާނޫނު', amount: 10, day: '2021-03-02' },
  { id: 2, version: 1, name: 'ހުކުމް', amount: 9, day: null },
  { id: 3, version: 1, name: 'Civil Court', amount: 100, day: '2019-12-31' },
]
const prepared = prepareRows(rows, ['name', 'amount', 'day'], (row, column) => JSON.stringify(row[column]))
function narrowRows(among: PreparedRows, query: LocalQuery) {
  const search = openSearch(among, query)
  searchSome(among, search, () => false)
  return search.rows
}
const find = (query: Partial<LocalQuery>) =>
  narrowRows(prepared, { search: '', columns: {}, sort: undefined, ...query }).map(({ id }) => id)

test('every word must stand in some column, however it is spelled', () => {
  expect(find({ search: 'ގާނޫން' })).toEqual([1])
  expect(find({ search: 'court 100' })).toEqual([3])
  expect(find({ search: 'court 7' })).toEqual([])
  expect(find({ search: '' })).toEqual([1, 2, 3])
})

test('a column is filtered by its own words alone', () => {
  expect(find({ columns: { amount: '10' } })).toEqual([1, 3])
  expect(find({ columns: { amount: '10', name: 'civil' } })).toEqual([3])
})

test('numbers are sorted as numbers, letters by the alphabet, what is empty first', () => {
  expect(find({ sort: { by: 'amount', descending: false } })).toEqual([2, 1, 3])
  expect(find({ sort: { by: 'amount', descending: true } })).toEqual([3, 1, 2])
  expect(find({ sort: { by: 'day', descending: false } })).toEqual([2, 3, 1])
  expect(find({ sort: { by: 'name', descending: false } })).toEqual([3, 2, 1])
})

test('whoever types on, takes back or sorts otherwise finds what a new search would', () => {
  const asked: Partial<LocalQuery>[] = [
    { search: 'c' },
    { search: 'co' },
    { search: 'court' },
    { search: 'court 1' },
    { search: 'court' },
    { search: 'ourt' },
    { search: 'ކ' },
    { search: 'ކު' },
    { search: 'ކުމް' },
    { search: '1', sort: { by: 'amount', descending: true } },
    { search: '10', sort: { by: 'amount', descending: true } },
    { search: '10', sort: { by: 'amount', descending: false } },
    { search: '10', columns: { amount: '1' } },
    { search: '10', columns: { amount: '100' } },
    { search: '10', columns: { name: 'court' } },
    { search: '10', columns: {} },
  ]
  for (const query of asked) {
    const anew = narrowRows({ ...prepared, last: undefined }, { search: '', columns: {}, sort: undefined, ...query })
    expect(find(query), JSON.stringify(query)).toEqual(anew.map(({ id }) => id))
  }
})

test('what finds the same rows is the same list, so that nothing is drawn anew', () => {
  const ask = (search: string) => narrowRows(prepared, { search, columns: {}, sort: undefined })
  const found = ask('court')
  expect(ask('court ')).toBe(found)
  expect(ask('court 1')).toBe(found)
})

test('a hundred thousand rows are searched between two keys', () => {
  const many = prepareRows(
    Array.from({ length: 100_000 }, (_, id) => ({ id, version: 1, name: `ކޯޓު ${id}` })),
    ['name'],
    (row) => String(row['name']),
  )
  expect(narrowRows(many, { search: 'ކޯޓު 9999', columns: {}, sort: undefined })).toHaveLength(19)
})
