import { expect, test } from 'vitest'
import { noFilters } from '#web/library/search/filters.ts'
import { searchOf } from './Hints.tsx'

test('a judge and a court are searched by filter, a party by name', () => {
  expect(searchOf({ kind: 'judge', id: 4, name: 'Ahmed', count: 2 })).toEqual({
    q: '',
    filters: { ...noFilters, judges: [4] },
  })
  expect(searchOf({ kind: 'court', id: 7, name: 'High Court', count: 2 }).filters.courts).toEqual([7])
  expect(searchOf({ kind: 'party', id: null, name: 'Bank of "Maldives"', count: 2 })).toEqual({
    q: 'party:"Bank of Maldives"',
    filters: noFilters,
  })
})
