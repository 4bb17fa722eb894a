import { expect, test } from 'vitest'
import type { CaseQuery } from '#server/search/types.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { openMemoryIndex } from '../../../test/memoryIndex.ts'
import { searchHandlers } from './searchHandlers.ts'

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const

function openLibrary() {
  const { library: searcher, put, refresh } = openMemoryIndex()
  put(1, ['ކަމަށް', 'ވަރަށް'])
  put(2, ['ކަމަށް'])
  put(3, ['ލިޔުން'])
  refresh()
  return searcher
}

test('a case search follows the parsed query that a worker receives, and parses no text again', () => {
  const parsed = { ...parseQuery('ކަމަށް NOT ވަރަށް'), text: 'ލިޔުން' }
  const query: CaseQuery = structuredClone({ parsed })
  expect(query).toEqual({ parsed })
  expect(searchHandlers.cases(openLibrary(), { query, paging })).toMatchObject({ ids: [2], count: 1 })
})

test('a suggested spelling is checked by the parsed query with its word replaced', () => {
  const query: CaseQuery = { parsed: parseQuery('ކަމަށް ވިރަށް') }
  expect(searchHandlers.cases(openLibrary(), { query, paging }).suggestion).toBe('ކަމަށް ވަރަށް')
})
