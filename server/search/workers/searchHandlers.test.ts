import { expect, test } from 'vitest'
import { type SearchBody, withLookups } from '#server/search/opensearch/searchBody.ts'
import type { CaseQuery } from '#server/search/types.ts'
import { parseQuery } from '#shared/text/query/parse.ts'
import { openMemoryIndex } from '#test/memoryIndex.ts'
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

test('the completions of a word that no case has with the first one are looked up in the cluster in two rounds', async () => {
  const { library, put, refresh } = openMemoryIndex()
  put(1, ['ލިޔުން'])
  const endings = Array.from('ބގކލމނރސށޓޔދތފ').flatMap((one) => Array.from('ބގކލމނ').map((other) => `ަ${one}ަ${other}ު`))
  put(
    2,
    endings.map((ending) => `ވަޒ${ending}`),
  )
  refresh()
  const rounds: number[] = []
  const search = async (bodies: readonly SearchBody[]) => {
    rounds.push(bodies.length)
    return bodies.map(() => ({ hits: { total: { value: 0 }, hits: [] } }))
  }
  const query = { parsed: parseQuery('ލިޔުން ވަޒ'), keys: [] }
  const found = await withLookups({ known: new Map(), guess: 'none', search }, (cases) =>
    searchHandlers.completions({ ...library, cases }, { query, visibility: { cases: true, phrases: true } }),
  )
  expect(found.words).toEqual([])
  expect(rounds.length).toBeLessThanOrEqual(2)
  expect(rounds[0]).toBeGreaterThan(50)
})
