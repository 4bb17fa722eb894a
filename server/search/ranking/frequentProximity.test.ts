import { expect, test } from 'vitest'
import { documentFrequency } from '#server/search/lexicon/vocabulary.ts'
import { searchHandlers } from '#server/search/workers/searchHandlers.ts'
import { openMemoryIndex } from '../../../test/memoryIndex.ts'
import { queryOf } from '../../../test/searchIndex.ts'

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
  expect(found).toMatchObject({ ids: [1], count: 1, proximityRelaxed: false })
})

test('a proximity query beyond the budget is relaxed to AND, and ranks near words first', () => {
  // Two cases have both words: two words in each.
  const found = searchHandlers.cases({ ...openLibrary(), nearBudget: 3 }, { query: queryOf('ކަމަށް w/3 ވަރަށް'), paging })
  // Of two equal cases the newer, with the higher id, would be first.
  expect(found).toMatchObject({ ids: [1, 2], count: 2, proximityRelaxed: true })
})

test('of two proximity queries beyond the budget together the dearer is relaxed', () => {
  // Two cases have the first two words, and one of these the others.
  const query = queryOf('(ކަމަށް w/3 ވަރަށް) OR (ކަމަށް w/3 ލިޔުން)')
  const find = (nearBudget: number) => searchHandlers.cases({ ...openLibrary(), nearBudget }, { query, paging })
  expect(find(4)).toMatchObject({ ids: [1, 2], proximityRelaxed: true })
  expect(find(6).proximityRelaxed).toBe(false)
})

test('the document frequency of a word never exceeds the number of cases', () => {
  const { database } = openLibrary()
  database.prepare('update words set count = 1000').run()
  expect(documentFrequency(database, 'ކަމަށް', 3)).toBe(3)
})
