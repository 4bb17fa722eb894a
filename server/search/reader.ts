import { parentPort, workerData } from 'node:worker_threads'
import type { DatabaseSync } from 'node:sqlite'
import { limits } from '#shared/limits.ts'
import { caseExpression, phraseExpression } from './expression.ts'
import type { CaseQuery, Found, Paging } from './index.ts'
import { hiddenRow } from './ownWords.ts'
import { idOf, isDamaged, openForReading, phraseWeights } from './schema.ts'

/** A thread that answers searches. It is asked by `open.ts`, one question at a time. */
export type Question =
  { kind: 'cases'; query: CaseQuery; paging: Paging } | { kind: 'phrases'; text: string; paging: Paging }

const { file } = workerData as { file: string }
let database: DatabaseSync | undefined

parentPort?.on('message', (message: { id: number; question: Question } | { reopen: true }) => {
  if ('reopen' in message) {
    letGo()
    return
  }
  const { id, question } = message
  try {
    database ??= openForReading(file)
    parentPort?.postMessage({ id, found: answer(database, question) })
  } catch (error) {
    letGo()
    const failed = error instanceof Error ? error.message : String(error)
    parentPort?.postMessage({ id, failed, damaged: isDamaged(error) })
  }
})

/** A file that was begun anew is another file: the old one would answer from the past for ever. */
function letGo() {
  database?.close()
  database = undefined
}

function answer(from: DatabaseSync, question: Question): Found {
  if (question.kind === 'phrases') {
    const match = phraseExpression(question.text)
    return match === undefined
      ? nothing
      : search(from, phrases, { match, low: 0, high: Number.MAX_SAFE_INTEGER }, question.paging)
  }
  const { match, low, high } = caseExpression(question.query)
  return match === undefined ? nothing : search(from, cases, { match, low, high }, question.paging)
}

const nothing: Found = { ids: [], count: 0 }

type Table = { name: string; weights: readonly number[]; idOf: (place: number) => number }

const cases: Table = { name: 'cases', weights: [10, 6, 5, 5, 4, 4, 2, 1.5, 1, 100, 0, 0.5, 3], idOf }
const phrases: Table = { name: 'phrases', weights: phraseWeights, idOf: (place) => place }

type Bounds = { match: string; low: number; high: number }

function search(from: DatabaseSync, table: Table, { match: all, low, high }: Bounds, paging: Paging): Found {
  const match = paging.unpublished ? all : `(${all}) NOT "${hiddenRow}"`
  const where = `${table.name} match ? and rowid between ? and ?`
  const row = from.prepare(`select count(*) as count from ${table.name} where ${where}`).get(match, low, high)
  const count = Number(row?.['count'] ?? 0)

  const offset = (paging.page - 1) * paging.page_size
  const statement = from.prepare(pageOf(table, where, paging, offset))
  const places = offset < count ? statement.all(match, low, high, paging.page_size, offset) : []
  return { ids: places.map((place) => table.idOf(Number(place['place']))), count }
}

/**
 * By relevance only the newest matches are ranked; behind them the rest follows by age, so that the pages together are
 * exactly what is counted.
 */
function pageOf(table: Table, where: string, { sort, page_size }: Paging, offset: number) {
  // Whole pages: one that began ranked and ended by age would lose what lies between.
  const ranked = limits.search.ranked - (limits.search.ranked % page_size)
  const select = `select rowid as place from ${table.name} where ${where} order by rowid`
  if (sort === 'oldest') return `${select} limit ? offset ?`
  if (sort === 'newest' || offset >= ranked) return `${select} desc limit ? offset ?`
  return `
    with ranked as materialized (
      select rowid as place, bm25(${table.name}, ${table.weights.join(', ')}) as score
        from ${table.name}
       where ${where}
       order by rowid desc
       limit ${ranked})
    select place
      from ranked
     order by score, place desc
     limit ? offset ?`
}
