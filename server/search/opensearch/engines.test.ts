import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchIndex } from '#server/search/port.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { cloneDemoLibrary } from '../../../test/demoLibrary.ts'
import { anyQuery, compareEngines, type LibraryWords, readLibraryWords } from '../../../test/engineQueries.ts'
import { runs } from '../../../test/nightly.ts'
import { missingOpenSearch, type OpenSearch, openOpenSearch } from '../../../test/openSearch.ts'

/** The nightly run asks thousands of queries on a machine that is busy. */
const longest_ms = 3_600_000

/** The embedded index and OpenSearch are asked the same of the demo library. */
describe.skipIf(missingOpenSearch)(`both engines (${missingOpenSearch ?? 'with OpenSearch'})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-engines-'))
  let database: TestDatabase
  let openSearch: OpenSearch
  let words: LibraryWords
  let engines: SearchIndex[] = []

  beforeAll(async () => {
    database = await cloneDemoLibrary(join(folder, 'embedded'))
    openSearch = await openOpenSearch()
    const options = { databaseUrl: database.url, threads: 1 }
    engines = [
      await openIndex({ ...options, folder: join(folder, 'embedded') }),
      await openIndex({ ...options, folder: join(folder, 'cluster'), searchUrl: openSearch.searchUrl() }),
    ]
    words = await readLibraryWords(database.url)
    await Promise.all(engines.map((engine) => engine.waitForRefresh()))
  }, longest_ms)
  afterAll(async () => {
    for (const engine of engines) await engine.close()
    await openSearch.close()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test(
    'two engines have the same counts, facets, pages by age and rewritten queries, and nine of ten ranked cases in common',
    { timeout: longest_ms },
    async () => {
      const queries = fc.sample(anyQuery(words), { numRuns: runs(100, 2500), seed: 24 })
      const { differences, matched, overlap } = await compareEngines(engines, queries)
      expect(differences.slice(0, 20).join('\n')).toBe('')
      expect(overlap).toBeGreaterThanOrEqual(0.9)
      // Queries without matches would compare little.
      expect(matched).toBeGreaterThan(queries.length / 2)
    },
  )
})
