import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOurs } from '../bench/relevance/engines.ts'
import { readFrozenCases } from '../bench/relevance/library.ts'
import { average, measureAnswers } from '../bench/relevance/measures.ts'
import { readGrades, readQueries } from '../bench/relevance/queries.ts'
import { fillLibrary } from '../db/seed/library.ts'
import { type Api, openApi } from './api.ts'

/** The goals of `bench/relevance/README.md`. `npm run bench -- relevance` prints the results of each class and of the peers. */

let api: Api

beforeAll(async () => {
  api = await openApi({
    index: true,
    fill: (url) => fillLibrary(url, { log: () => undefined, cases: readFrozenCases() }),
  })
  await api.search.waitForRefresh()
})
afterAll(() => api.close())

test.each(['heldout', 'fresh'] as const)(
  'the right answers stand high for queries that nothing was tuned on: %s',
  async (set) => {
    const ours = await buildOurs(api.db, api.search)
    const grades = readGrades()
    const measured = []
    for (const query of readQueries(set))
      measured.push(measureAnswers(await ours.ask(query), grades.get(query.id) ?? new Map<string, number>()))
    const { mrr, hit } = average(measured)
    expect(mrr).toBeGreaterThanOrEqual(0.7)
    expect(hit).toBeGreaterThanOrEqual(0.6)
  },
)
