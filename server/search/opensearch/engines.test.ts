import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchIndex } from '#server/search/port.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import type { TestDatabase } from '#test/database.ts'
import { cloneDemoLibrary } from '#test/demoLibrary.ts'
import { anyQuery, compareEngines, type LibraryWords, readLibraryWords } from '#test/engineQueries.ts'
import { runs } from '#test/nightly.ts'
import { missingOpenSearch, type OpenSearch, openOpenSearch } from '#test/openSearch.ts'

/** The nightly run asks thousands of queries on a machine that is busy. */
const longest_ms = 3_600_000

/** The embedded index and OpenSearch are asked the same of the demo library. */
describe.skipIf(missingOpenSearch)(`both engines (${missingOpenSearch ?? 'with OpenSearch'})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-engines-'))
  let database: TestDatabase
  let openSearch: OpenSearch
  let words: LibraryWords
  let embedded: SearchIndex
  const clusters = new Map<number, SearchIndex>()

  beforeAll(async () => {
    database = await cloneDemoLibrary(join(folder, 'embedded'))
    openSearch = await openOpenSearch()
    const options = { databaseUrl: database.url, threads: 1 }
    embedded = await openIndex({ ...options, folder: join(folder, 'embedded') })
    for (const shards of [1, 3]) {
      const searchUrl = openSearch.searchUrl(shards)
      clusters.set(shards, await openIndex({ ...options, folder: join(folder, `cluster-${shards}`), searchUrl }))
    }
    words = await readLibraryWords(database.url)
    await Promise.all([embedded, ...clusters.values()].map((engine) => engine.waitForRefresh()))
  }, longest_ms)
  afterAll(async () => {
    for (const engine of [embedded, ...clusters.values()]) await engine.close()
    await openSearch.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each([
    ['one shard', 1],
    ['three shards', 3],
  ])(
    'the embedded index and OpenSearch with %s have the same counts, facets, pages by age, suggestions and rewritten queries, and nine of ten ranked cases in common',
    { timeout: longest_ms },
    async (_what, shards) => {
      const cluster = clusters.get(shards)
      if (!cluster) throw new Error('there is no such cluster')
      const queries = fc.sample(anyQuery(words), { numRuns: runs(100, 2500), seed: 24 })
      const { differences, matched, overlap } = await compareEngines([embedded, cluster], queries)
      expect(differences.slice(0, 20).join('\n')).toBe('')
      expect(overlap).toBeGreaterThanOrEqual(0.9)
      // Queries without matches would compare little.
      expect(matched).toBeGreaterThan(queries.length / 2)
    },
  )
})
