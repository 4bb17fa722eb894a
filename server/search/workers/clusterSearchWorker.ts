import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseSync } from 'node:sqlite'
import { isBusy, openCluster, patienceOfSearches, Unavailable } from '#server/search/opensearch/cluster.ts'
import { type Known, type SearchAnswer, type SearchBody, withLookups } from '#server/search/opensearch/searchBody.ts'
import {
  type ClusterReader,
  prepareCases,
  prepareFacets,
  type Prepared,
} from '#server/search/opensearch/searchCases.ts'
import { createLruCache } from '#server/search/storage/lruCache.ts'
import { generationOf, isDamaged, openForReading, readMeta } from '#server/search/storage/connection.ts'
import { dictionaryHandlers, type RequestKind, type SearchRequests, type SearchResponses } from './searchHandlers.ts'
import type { Message, SearchRequest, SearchResponse } from './searchWorker.ts'

/*
 * The thread that runs searches in OpenSearch, for `workers/openIndex.ts`: a query is rewritten here, with the dictionary of
 * the index file, and evaluated there.
 */

const { file, searchUrl, nearBudget } = workerData as { file: string; searchUrl: string; nearBudget: number }
const cluster = openCluster(searchUrl, patienceOfSearches)
let database: DatabaseSync | undefined
/** What is known of the cases as of a generation of the dictionary, which changes after the cases do. */
let known: { generation: string; alias: string; answers: Known } | undefined
const maxKnown = 5000

parentPort?.on('message', (message: Message) => {
  if ('reopen' in message) closeDictionary()
  else if ('requests' in message) void answerAll(message.requests)
})

function closeDictionary() {
  database?.close()
  database = undefined
  known = undefined
}

const respond = (response: SearchResponse) => parentPort?.postMessage(response)

type Numbered = SearchRequest & { id: number }

/** A page and its facets are found together. */
async function answerAll(requests: readonly Numbered[]) {
  try {
    const [page, facets] = requests
    if (page?.kind === 'cases' && facets?.kind === 'facets') {
      const { limit } = facets.params as SearchRequests['facets']
      const params = page.params as SearchRequests['cases']
      const found = await runPrepared((reader) => prepareCases(reader, { ...params, facetLimit: limit }))
      respond({ id: page.id, result: found.page })
      respond({ id: facets.id, result: found.facets })
    } else for (const { id, kind, params } of requests) respond({ id, result: await answer(kind, params) })
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const damaged = isDamaged(error)
    if (damaged) closeDictionary()
    for (const { id } of requests) respond({ id, error: text, damaged, unavailable: error instanceof Unavailable })
  }
}

const handlers: {
  [K in RequestKind]: (params: SearchRequests[K]) => Promise<SearchResponses[K]>
} = {
  cases: async (params) => (await runPrepared((reader) => prepareCases(reader, params))).page,
  facets: (params) => runPrepared((reader) => prepareFacets(reader, params)),
  phrases: (params) => runWithLookups((reader) => dictionaryHandlers.phrases(reader, params)),
  completions: (params) => runWithLookups((reader) => dictionaryHandlers.completions(reader, params), 'none'),
  parties: (params) => runWithLookups((reader) => dictionaryHandlers.parties(reader, params)),
  words: (params) => runWithLookups((reader) => dictionaryHandlers.words(reader, params)),
}

const answer = <Kind extends RequestKind>(kind: Kind, params: SearchRequests[Kind]): Promise<SearchResponses[Kind]> =>
  handlers[kind](params)

async function runPrepared<Found>(prepare: Run<Prepared<Found>>): Promise<Found> {
  const { searches, read } = await runWithLookups(prepare)
  return read(await search(searches))
}

type Run<Result> = (reader: ClusterReader) => Result

const runWithLookups = <Result>(run: Run<Result>, guess: 'many' | 'none' = 'many'): Promise<Result> =>
  withLookups({ known: current().answers, guess, search }, (cases) =>
    inSnapshot((database) => run({ database, cases, rewriteCache: createLruCache({ max: 2 }), nearBudget })),
  )

/** What is known at the beginning of a search; what is found later belongs to it even when the dictionary changes meanwhile. */
function current() {
  const generation = inSnapshot(generationOf)
  if (known && known.generation === generation && known.answers.size < maxKnown) return known
  const alias = inSnapshot((dictionary) => readMeta(dictionary, 'alias') ?? '')
  known = { generation, alias, answers: new Map() }
  return known
}

function inSnapshot<Result>(work: (dictionary: DatabaseSync) => Result): Result {
  database ??= openForReading(file)
  database.exec('begin')
  try {
    return work(database)
  } finally {
    if (database.isTransaction) database.exec('rollback')
  }
}

type Response = SearchAnswer & { error?: { type: string; reason?: string }; status: number }

/** An incomplete answer would be a wrong one. */
const header = { allow_partial_search_results: false }

async function search(bodies: readonly SearchBody[]): Promise<SearchAnswer[]> {
  if (bodies.length === 0) return []
  const lines = bodies.flatMap((body) => [header, { ...body, _source: false }])
  const { responses } = await cluster.send<{ responses: Response[] }>('POST', `/${current().alias}/_msearch`, { lines })
  return responses.map((response) => {
    const { error, status } = response
    if (status === 404 || isBusy(status)) throw new Unavailable(`OpenSearch did not search: ${error?.type}`)
    if (error) throw new Error(`OpenSearch did not search: ${JSON.stringify(error).slice(0, 1000)}`)
    return response
  })
}
