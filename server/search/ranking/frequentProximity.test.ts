import { expect, test } from 'vitest'
import { refreshColumnStore } from '#server/search/postings/columnStore.ts'
import { searchHandlers } from '#server/search/workers/searchHandlers.ts'
import { limits } from '#shared/limits.ts'
import { openMemoryIndex } from '../../../test/memoryIndex.ts'
import { queryOf } from '../../../test/searchIndex.ts'
import type { Searcher } from './resultPages.ts'

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

test('a proximity query of very frequent words is relaxed to AND, and ranks near words first', () => {
  const searcher = openLargeLibrary()
  const found = searchHandlers.cases(searcher, { query: queryOf('ކަމަށް w/3 ވަރަށް'), paging })
  // Of two equal cases the newer, with the higher id, would be first.
  expect(found).toMatchObject({ ids: [1, 2], count: 2, proximityRelaxed: true })
})

test('the limit for frequent words does not depend on earlier queries', () => {
  const searcher = openLargeLibrary()
  for (const text of ['ކަމަށް', 'ވަރަށް']) searchHandlers.cases(searcher, { query: queryOf(text), paging })
  const found = searchHandlers.cases(searcher, { query: queryOf('ކަމަށް w/3 ވަރަށް'), paging })
  expect(found).toMatchObject({ ids: [1, 2], proximityRelaxed: true })
})

test('the document frequency of a word never exceeds the number of cases', () => {
  const searcher = openLibrary()
  setFrequent(searcher)
  const found = searchHandlers.cases(searcher, { query: queryOf('ކަމަށް w/3 ވަރަށް'), paging })
  expect(found).toMatchObject({ ids: [1], proximityRelaxed: false })
})

const setFrequent = ({ database }: Searcher) =>
  database.prepare(`update words set count = ?`).run(limits.search.rows_near)

/** The same three cases, in an index that claims many more cases with these words. */
function openLargeLibrary() {
  const searcher = openLibrary()
  const { database, columnStore } = searcher
  database
    .prepare(
      `with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ?)
       insert into doc_values (id, day, stamp, fields)
       select first.id + 100 + number, first.day, (select max(stamp) from doc_values) + number, first.fields
         from numbers, (select id, day, fields from doc_values limit 1) as first`,
    )
    .run(limits.search.rows_near)
  refreshColumnStore(database, columnStore)
  setFrequent(searcher)
  return searcher
}
