import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { connect } from '#server/db/database.ts'
import { openIndex } from '#server/search/workers/openIndex.ts'
import { benchFolder, startBenchCluster } from './cluster.ts'
import { openOpenSearch } from '#test/openSearch.ts'
import { record, recordOption } from '#bench/report/figures.ts'
import {
  askHostile,
  askOurs,
  askPeer,
  askPublished,
  askSuggestions,
  openPeer,
  saveSome,
} from '#bench/search/engines.ts'
import { hostileQueries } from '#bench/search/hostile.ts'
import { prepareLibrary, preparePeer } from '#bench/search/libraries.ts'
import { typedPrefixes, type BenchQuery, buildMix, mostFrequentWords } from '#bench/search/queries.ts'
import { facetsOf, judge, type Measured, oursOf, reportMix, reportSpread, reportWorst } from '#bench/search/report.ts'
import { rowsOf } from '#bench/search/rows.ts'
import { concurrentLoad } from '#bench/search/throughput.ts'
import { spreadOf, timed } from '#bench/search/timings.ts'
import { warm } from '#bench/search/warm.ts'

/**
 * `g/search` with cards, snippets, the exact count and facets, compared with PostgreSQL full-text search (`simple`
 * configuration, a GIN index, a page of twelve by `ts_rank`, the exact count) in the same run: a query mix, the most frequent
 * words, hostile queries, and concurrent load by sixteen clients. Before, one case in a hundred is saved again. With
 * `--opensearch` the mix is also sent to an OpenSearch in place of our index (OPENSEARCH_HOME or TEST_SEARCH_URL).
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    queries: { type: 'string', default: '200' },
    /** The number of queries also sent to PostgreSQL, which takes seconds for a common word; 0 skips it. */
    peer: { type: 'string', default: '200' },
    /** The duration of the concurrent load on each engine; 0 skips it. */
    seconds: { type: 'string', default: '20' },
    /** Only creates the library and its indexes. */
    prepare: { type: 'boolean', default: false },
    opensearch: { type: 'boolean', default: false },
    ...recordOption,
  },
})
const size = Number(values.cases)
const seconds = Number(values.seconds)
const clients = 16
const [firstQueries, firstSeed] = [400, 6]

const cluster = await startBenchCluster()
const url = await prepareLibrary(cluster, size)
if (Number(values.peer) > 0) await preparePeer(cluster, size)
const { db, close } = connect(url)
const search = await openIndex({ folder: join(benchFolder, `index-${size}`), databaseUrl: url, threads: 2 })
const peer = openPeer(url, clients)
await timed('index ready', () => search.waitForRefresh())
if (!values.prepare) await measureAll()

await search.close()
await peer.destroy()
await close()
await cluster.stop()

async function measureAll() {
  await measureFirst()
  await timed('one case in a hundred saved again, and 40 in the tail', () => saveSome(db, search))
  console.log(`${size.toLocaleString('en')} case files`)
  await warm([join(benchFolder, 'postgres/base'), join(benchFolder, `index-${size}`)])
  const mix = buildMix(Number(values.queries), size)
  const measured = await measure(mix)
  reportMix(measured)
  const words = await measureWords()
  const hostile = await measureHostile()
  const suggested = await measureSuggestions()
  const published = await measurePublished()
  const throughput = seconds > 0 ? await measureThroughput(mix) : null
  const opensearch = values.opensearch ? await measureOpenSearch(mix) : undefined
  const results = { measured, words, hostile, suggested, published, throughput, opensearch }
  if (values.record) record('search', rowsOf(results), size)
  const ours = oursOf(measured)
  const isWithinLimits = judge(size, {
    p50: ours.p50,
    p95: ours.p95,
    'worst word': words,
    hostile,
    'facets p95': facetsOf(measured)?.p95,
    'suggestions p95': suggested.p95,
    published: published.worst,
  })
  process.exitCode = isWithinLimits ? 0 : 1
}

/**
 * Other queries of the same kinds, while V8 compiles the code: that of a server in use is compiled. The cases that are saved next
 * empty the caches.
 */
async function measureFirst() {
  const times: number[] = []
  for (const { filters } of buildMix(firstQueries, size, firstSeed)) times.push((await askOurs(db, search, filters)).ms)
  reportSpread(`the first ${firstQueries} queries after the start`, spreadOf(times))
  for (const text of typedPrefixes(1)) await askSuggestions(db, search, text)
}

async function measure(mix: readonly BenchQuery[]): Promise<Measured[]> {
  for (const { filters } of mix.slice(0, 20)) await askOurs(db, search, filters)
  const ours: Measured[] = []
  for (const { kind, filters } of mix) ours.push({ kind, ours: await askOurs(db, search, filters) })
  const peerQueries = mix.slice(0, Number(values.peer))
  for (const query of peerQueries.slice(0, 5)) await askPeer(peer, query)
  for (const [at, query] of peerQueries.entries()) {
    const one = ours[at]
    if (one) ours[at] = { ...one, theirs: await askPeer(peer, query) }
  }
  return ours
}

/** The mix with the cases in OpenSearch: the same server, another implementation of its index. */
async function measureOpenSearch(mix: readonly BenchQuery[]) {
  const { searchUrl, close: closeNode } = await openOpenSearch()
  const index = join(benchFolder, `opensearch-${size}`)
  rmSync(index, { recursive: true, force: true })
  const inCluster = await openIndex({ folder: index, databaseUrl: url, searchUrl: searchUrl(), threads: 2 })
  await timed('OpenSearch ready', () => inCluster.waitForRefresh())
  const times: number[] = []
  for (const { filters } of mix.slice(0, 50)) await askOurs(db, inCluster, filters)
  for (const { filters } of mix) times.push((await askOurs(db, inCluster, filters)).ms)
  await inCluster.close()
  await closeNode()
  const spread = spreadOf(times)
  reportSpread('the mix on OpenSearch', spread)
  return spread
}

/** Returns the slowest time in milliseconds. */
async function measureWords() {
  const times: [string, number][] = []
  for (const { filters } of mostFrequentWords(100)) {
    const { ms, count } = await askOurs(db, search, filters)
    times.push([`${filters.Query ?? ''} (${count})`, ms])
  }
  reportWorst('the most frequent words', times, 5)
  return Math.max(...times.map(([, ms]) => ms))
}

async function measureHostile() {
  const times: [string, number][] = []
  for (const [name, text] of Object.entries(hostileQueries)) {
    const { ms, count, refused } = await askHostile(db, search, text)
    times.push([`${name}: ${refused === '' ? `${count} found` : refused}`, ms])
  }
  reportWorst('hostile queries', times, times.length)
  return Math.max(...times.map(([, ms]) => ms))
}

async function measureSuggestions() {
  const times: number[] = []
  for (const text of typedPrefixes()) times.push(await askSuggestions(db, search, text))
  const spread = spreadOf(times)
  reportSpread(`suggestions, ${times.length} beginnings`, spread)
  return spread
}

async function measurePublished() {
  const times: number[] = []
  for (let time = 0; time < 20; time += 1) times.push(await askPublished(db, search))
  const spread = spreadOf(times)
  reportSpread(`from commit to found, ${times.length} cases`, spread)
  return spread
}

async function measureThroughput(mix: readonly BenchQuery[]) {
  const load = { clients, seconds }
  const ours = await concurrentLoad(mix, ({ filters }) => askOurs(db, search, filters), load)
  const postgres =
    Number(values.peer) > 0 ? await concurrentLoad(mix, (query) => askPeer(peer, query), load) : undefined
  for (const [name, of] of [
    ['ours', ours],
    ['PostgreSQL', postgres],
  ] as const)
    if (of)
      console.log(
        `\n${load.clients} clients, ${name}: ${of.per_second.toFixed(1)} a second, p95 ${of.p95.toFixed(0)} ms (${of.answered} answered)`,
      )
  return { ours, postgres: postgres ?? null }
}
