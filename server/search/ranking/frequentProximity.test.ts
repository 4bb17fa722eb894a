import { expect, test } from 'vitest'
import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { searchHandlers } from '#server/search/workers/searchHandlers.ts'
import { openMemoryIndex } from '#test/memoryIndex.ts'
import { queryOf } from '#test/searchIndex.ts'

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const between = Array.from({ length: 20 }, () => 'ލިޔުން')

function openLibrary() {
  const { library: searcher, put, refresh } = openMemoryIndex()
  put(1, ['ކަމަށް', 'ވަރަށް'])
  put(2, ['ކަމަށް', ...between, 'ވަރަށް'])
  put(3, ['ކަމަށް'])
  refresh()
  return searcher
}

test('a proximity query matches only adjacent words', () => {
  const found = searchHandlers.cases(openLibrary(), { query: queryOf('ކަމަށް w/3 ވަރަށް'), paging })
  expect(found).toMatchObject({ ids: [1], count: 1, repairs: [] })
})

test('a proximity query beyond the budget is relaxed to AND, and ranks near words first', () => {
  // Two cases have both words: two words in each.
  const found = searchHandlers.cases({ ...openLibrary(), nearBudget: 3 }, { query: queryOf('ކަމަށް w/3 ވަރަށް'), paging })
  // Of two equal cases the newer, with the higher id, would be first.
  expect(found).toMatchObject({ ids: [1, 2], count: 2, repairs: ['near-frequent'] })
})

test('of two proximity queries beyond the budget together the dearer is relaxed', () => {
  // Two cases have the first two words, and one of these the others.
  const query = queryOf('(ކަމަށް w/3 ވަރަށް) OR (ކަމަށް w/3 ލިޔުން)')
  const find = (nearBudget: number) => searchHandlers.cases({ ...openLibrary(), nearBudget }, { query, paging })
  expect(find(4)).toMatchObject({ ids: [1, 2], repairs: ['near-frequent'] })
  expect(find(6).repairs).toEqual([])
})

test('proximity beyond the budget is relaxed in a query with a typed AND too', () => {
  const query = queryOf('ކަމަށް AND (ކަމަށް w/3 ވަރަށް)')
  const found = searchHandlers.cases({ ...openLibrary(), nearBudget: 3 }, { query, paging })
  expect(found).toMatchObject({ ids: [1, 2], repairs: ['near-frequent'] })
})

test('proximity beyond the budget leaves no case out under NOT', () => {
  const find = (text: string, nearBudget: number) => {
    const { ids, repairs } = searchHandlers.cases({ ...openLibrary(), nearBudget }, { query: queryOf(text), paging })
    return { ids: ids.toSorted(), repairs }
  }
  const repairs = ['not-near-frequent']
  expect(find('ކަމަށް -(ކަމަށް w/3 ވަރަށް)', 3)).toEqual({ ids: [1, 2, 3], repairs })
  expect(find('ކަމަށް -(ކަމަށް w/3 ވަރަށް)', 4)).toEqual({ ids: [2, 3], repairs: [] })
  expect(find('NOT (ކަމަށް AND (ކަމަށް w/3 ވަރަށް))', 3)).toEqual({ ids: [1, 2, 3], repairs })
  expect(find('NOT (ކަމަށް AND (ކަމަށް w/3 ވަރަށް))', 4)).toEqual({ ids: [2, 3], repairs: [] })
})

test('proximity costs only the cases that have the other words of a query', () => {
  // One case has all three words, and two have the last two.
  const find = (text: string) =>
    searchHandlers.cases({ ...openLibrary(), nearBudget: 2 }, { query: queryOf(text), paging })
  expect(find('ލިޔުން (ކަމަށް w/3 ވަރަށް)')).toMatchObject({ ids: [], repairs: [] })
  expect(find('ލިޔުން -(ކަމަށް w/3 ވަރަށް)')).toMatchObject({ ids: [2], repairs: [] })
})

test('the document frequency of a word never exceeds the number of cases', () => {
  const { database } = openLibrary()
  database.prepare('update words set count = 1000').run()
  expect(documentFrequency(database, 'ކަމަށް', 3)).toBe(3)
})
