import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOurs } from '#bench/relevance/engines.ts'
import { englishTerms } from '#bench/relevance/english.ts'
import { readFrozenCases, readLibrary } from '#bench/relevance/library.ts'
import { average, measureAnswers } from '#bench/relevance/measures.ts'
import { readGrades, readQueries } from '#bench/relevance/queries.ts'
import { fillLibrary } from '#db/seed/library.ts'
import { type Api, openApi } from './api.ts'
import { nightlyTest, runs } from './nightly.ts'

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

test.each((['tuning', 'read', 'fresh'] as const).slice(runs(2, 0)))(
  '98 of 100 English words of law find a right case among the first ten: %s',
  async (set) => {
    const { share, missed } = await askEnglish(set)
    expect(share, missed.join(', ')).toBeLessThanOrEqual(0.02)
  },
)

// Prints the share alone: a list of the missed words would be tuned on.
nightlyTest('nine of ten English words that nothing was tuned on find a right case among the first ten', async () => {
  const { share } = await askEnglish('later')
  console.log(`English words of the later set without a right case among the first ten: ${(100 * share).toFixed(1)} %`)
  expect(share).toBeLessThanOrEqual(0.1)
})

/** The English words of a set without a right case among the first ten, and their share of the set (0 to 1). */
async function askEnglish(set: Parameters<typeof englishTerms>[1]) {
  const ours = await buildOurs(api.db, api.search)
  const { queries, grades } = englishTerms(readLibrary(), set)
  const missed: string[] = []
  for (const query of queries)
    if (measureAnswers(await ours.ask(query), grades.get(query.id) ?? new Map<string, number>()).mrr === 0)
      missed.push(query.query)
  return { share: missed.length / queries.length, missed }
}

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
