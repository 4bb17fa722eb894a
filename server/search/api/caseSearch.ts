import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { pageOutOfRange } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { isHidden } from '#server/search/indexing/changeLog.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { CaseQuery, FacetCounts, FoundCases, ResultPage, Snapshot } from '#server/search/types.ts'
import type { CaseCard, PhraseCard, Repair, SearchResult, Sort } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { permission } from '#shared/resource/names.ts'
import { toCardHighlightQuery, withExtraWords } from '#shared/text/query/highlightQuery.ts'
import { isQuestion } from '#shared/text/query/question.ts'
import type { ParsedQuery } from '#shared/text/query/tree.ts'
import { type CaseCardReader, nameFacets, readPhraseCards } from './cards.ts'
import { findRedirect, type ParsedCaseSearch } from './parseInput.ts'

const pageSize = limits.search.page_size

/** Users with the permission to read a list also find its unpublished records. */
export const canReadUnpublished = ({ session }: SessionContext, resource: 'caseFiles' | 'phrases') =>
  session.abilities.includes(permission('read', resource))

/** The requested page, its sort order, and whether facets are included. */
export type PageRequest = { Page?: number | undefined; Sort?: Sort | undefined; Facets?: boolean | 'only' | undefined }

/** What cases are found with, and their cards read with. */
export type CaseSearchServices = { search: SearchIndex; readCaseCards: CaseCardReader }

export async function findCases(
  context: SessionContext,
  { search, readCaseCards }: CaseSearchServices,
  { query, repairs, numbers }: ParsedCaseSearch,
  { Page = 1, Sort = 'relevance', Facets = false }: PageRequest,
): Promise<SearchResult<CaseCard>> {
  const unpublished = canReadUnpublished(context, 'caseFiles')
  if (Facets === 'only') return findFacets(context.db, search, { query, unpublished })

  const paging = { sort: Sort, page: Page, page_size: pageSize, unpublished }
  const asking = Facets ? search.searchWithFacets(query, paging) : { page: search.searchCases(query, paging) }
  // The facets are counted while the cards are read.
  const [{ found, marks, data }, facets] = await Promise.all([
    readPage({ context, readCaseCards }, asking.page, { query, unpublished, page: Page }),
    'facets' in asking ? nameCountedFacets(context.db, asking.facets, query) : null,
  ])
  return {
    ...paginate(found, Page),
    data,
    ...emptyExtras,
    suggestion: found.suggestion,
    split: found.split,
    understood: found.understood,
    relaxed: found.relaxed,
    fullCount: found.fullCount,
    marks,
    entity: found.entity,
    repairs: [...repairs, ...found.repairs.map((code) => ({ code, at: '' }))],
    numbers,
    redirect: await findRedirect(context.db, search, { query, unpublished }, numbers),
    facets,
  }
}

type CaseSearchParams = { query: CaseQuery; unpublished: boolean }

type CardServices = { context: SessionContext; readCaseCards: CaseCardReader }

async function readPage(
  { context, readCaseCards }: CardServices,
  page: Promise<FoundCases>,
  { query, unpublished, page: number }: CaseSearchParams & { page: number },
) {
  const found = await page
  const marks = marksOf(found)
  const typed = query.parsed ? toCardHighlightQuery(query.parsed) : { terms: [], near: [] }
  const highlightQuery = withExtraWords(typed, marks)
  const data = await readCaseCards(context, found.ids, {
    highlightQuery,
    isQuestion: query.parsed !== undefined && isQuestion(query.parsed),
    unpublished,
    // Full matches come first. A card that is missing moves no other.
    near: new Set(found.ids.slice(Math.max(0, found.fullCount - (number - 1) * pageSize))),
  })
  return { found, marks, data }
}

/** The distinct words and expressions to highlight that query expansion added. */
const marksOf = ({ marks }: { marks: readonly string[] }) =>
  [...new Set(marks)].slice(0, limits.search.highlighted_terms)

async function nameCountedFacets(db: Db, counted: Promise<FacetCounts | null>, query: CaseQuery) {
  const counts = await counted
  return counts && nameFacets(db, counts, query)
}

/** Facets without a page. */
async function findFacets(
  db: Db,
  search: SearchIndex,
  { query, unpublished }: CaseSearchParams,
): Promise<SearchResult<CaseCard>> {
  const counts = await search.countFacets(query, { unpublished })
  return { ...noPage, facets: await nameFacets(db, counts, query) }
}

export async function findPhrases(
  context: SessionContext,
  search: SearchIndex,
  parsed: ParsedQuery,
  { Page = 1, Sort = 'relevance' }: PageRequest,
): Promise<SearchResult<PhraseCard>> {
  const unpublished = canReadUnpublished(context, 'phrases')
  const found = await search.searchPhrases(parsed, { sort: Sort, page: Page, page_size: pageSize, unpublished })
  return {
    ...paginate(found, Page),
    data: await readPhraseCards(context.db, found.ids, {
      phrases: unpublished,
      cases: canReadUnpublished(context, 'caseFiles'),
    }),
    ...emptyExtras,
    suggestion: found.suggestion,
    understood: found.understood,
    marks: marksOf(found),
    repairs: phraseRepairs(parsed),
  }
}

/** Phrases have no courts, parties or days: their filters are reported as unused. */
function phraseRepairs({ repairs, filters }: ParsedQuery): Repair[] {
  return [...repairs, ...Object.keys(filters).map((name) => ({ code: 'filter-unused' as const, at: `${name}:` }))]
}

const emptyExtras = {
  redirect: null,
  facets: null,
  suggestion: null,
  split: null,
  understood: null,
  relaxed: null,
  marks: [],
  repairs: [],
  numbers: null,
  entity: null,
  trace: null,
}

/** An answer of facets alone. */
const noPage = { ...emptyExtras, data: [], count: 0, fullCount: 0, countIsExact: false, page: 1, pages: 1 }

function paginate({ count }: ResultPage, page: number) {
  const pages = Math.max(1, Math.ceil(count / pageSize))
  if (page > pages) throw pageOutOfRange(pages)
  return { count, fullCount: count, countIsExact: true, page, pages }
}

/**
 * Runs a search so that its result excludes everything deleted or unpublished before the request. If the index thread
 * has not yet applied such a change, the search runs again after it has. This is checked while the search runs, so it
 * delays only such requests. Waits at most `limits.search.purge_wait_ms`, in case the index thread has lost PostgreSQL, and
 * then not again until it has gone on.
 */
export async function withFreshVisibility<T>(db: Db, search: SearchIndex, run: () => Promise<T>): Promise<T> {
  const appliedUpTo = search.deletionsAppliedUpTo()
  if (appliedUpTo === undefined) return run()
  const [first, isLate] = await Promise.all([run(), isHiddenSince(db, appliedUpTo)])
  if (!isLate || awaitedInVain.get(search) === appliedUpTo) return first
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([
    search.waitForDeletions(),
    sleep(limits.search.purge_wait_ms, undefined, { signal }).catch(() => undefined),
  ])
  waiting.abort()
  if (search.deletionsAppliedUpTo() === appliedUpTo) awaitedInVain.set(search, appliedUpTo)
  return run()
}

/** The snapshot after which deletions were not applied in time. */
const awaitedInVain = new WeakMap<SearchIndex, Snapshot>()

/** Whether the change log has a row, committed after a snapshot, that readers may no longer see. */
async function isHiddenSince(db: Db, appliedUpTo: Snapshot): Promise<boolean> {
  const { rows } = await sql`
    -- prepared: hidden_since
    select
      from change_log
     where transaction_id >= pg_snapshot_xmin(${appliedUpTo}::pg_snapshot)
       and not pg_visible_in_snapshot(transaction_id, ${appliedUpTo}::pg_snapshot)
       and ${sql.raw(isHidden)}
     limit 1`.execute(db)
  return rows.length > 0
}
