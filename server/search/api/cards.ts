import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#server/db/database.ts'
import type { Context } from '#server/endpoint/context.ts'
import { facets } from '#server/search/ranking/resultPages.ts'
import type { CaseQuery, FacetCounts } from '#server/search/types.ts'
import {
  type CaseCard,
  type FacetName,
  facetNames,
  type Facets,
  type FacetValue,
  type PhraseCard,
  type Snippet,
  type StatusChip,
} from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import type { HighlightQuery } from '#shared/text/query/highlightQuery.ts'
import { type CardTexts, findSnippets, parseSource, type SnippetSource, snippetTask, sourceOf } from './snippets.ts'

/** The cards of a page, each kind in one query, in the order of the ids. A row deleted meanwhile is omitted. */

export type CaseRow = {
  id: number
  reference: string
  case_numbers: { number: string }[]
  title: string
  court: { id: number; name: string }
  case_types: { id: number; name: string }[]
  claimant: string
  respondant: string
  closed_date: string | null
  statuses: StatusChip[]
}

/** The columns of `case_files` that every view of a case shows. */
export const caseColumns = sql`
  case_files.id, case_files.reference, case_files.title, case_files.claimant, case_files.respondant, case_files.closed_date,
  (select jsonb_build_object('id', courts.id, 'name', courts.name)
     from courts
    where courts.id = case_files.court_id) as court,
  coalesce((select jsonb_agg(jsonb_build_object('number', number) order by position)
              from case_numbers
             where case_file_id = case_files.id), '[]') as case_numbers,
  coalesce((select jsonb_agg(jsonb_build_object('id', case_types.id, 'name', case_types.name) order by position)
              from case_file_types
              join case_types on case_types.id = case_type_id
             where case_file_id = case_files.id), '[]') as case_types,
  coalesce((select jsonb_agg(jsonb_build_object('name', name, 'icon', icon, 'color', color) order by position)
              from case_file_statuses
              join case_statuses on case_statuses.id = case_status_id
             where case_file_id = case_files.id), '[]') as statuses`

/** The names in a column that separates them by `|`. */
export const namesOf = (list: string) => list.split('|').filter((name) => name !== '')

const join = (names: readonly string[]) => names.join('، ')

/** The part of a card that details show too. */
export function describeCase(row: CaseRow): Omit<CaseCard, 'matches'> {
  const numbers = join(row.case_numbers.map(({ number }) => number))
  const claimant = join(namesOf(row.claimant))
  const respondant = join(namesOf(row.respondant))
  return {
    reference: row.reference,
    case_numbers: row.case_numbers,
    case_numbers_text: numbers,
    title: row.title || [numbers, claimant, respondant].filter((part) => part !== '').join(' · '),
    court: row.court,
    case_types_text: join(row.case_types.map(({ name }) => name)),
    formatted_claimant: claimant,
    formatted_respondant: respondant,
    closed_date: row.closed_date,
    statuses: row.statuses,
  }
}

type CaseCardOptions = {
  highlightQuery: HighlightQuery
  isQuestion: boolean
  unpublished: boolean
  /** The ids of near matches; none without it. */
  near?: ReadonlySet<number>
}
type CaseCardRow = CaseRow & {
  version: number
  /** Whether the version is the one whose text is parsed already; only then its text is not read. */
  is_parsed: boolean
  case_content: string | null
}

export type CaseCardReader = ReturnType<typeof createCaseCardReader>

const noSource: SnippetSource = sourceOf({ content: [], footnotes: [] })
/** Two bytes for a letter of Thaana, three numbers for a word, and what the objects of paragraphs take. */
const bytesOf = ({ source: { text, runs, parts } }: ParsedText) =>
  1000 + 2 * text.length + 12 * runs.begins.length + 100 * parts.length
type ParsedText = { version: number; source: SnippetSource }

/**
 * Returns the function that reads the cards of cases. Recently shown texts stay parsed, up to so many bytes. Each is used
 * for its own version only, which PostgreSQL compares: whichever process changes a text, the next search reads it again.
 */
export function createCaseCardReader(maxSize = limits.search.parsed_texts_bytes) {
  const parsed = new LRUCache<number, ParsedText>({ maxSize, sizeCalculation: bytesOf })

  /** Parses the texts of a page, unless that takes long: those are parsed on another thread, where nothing remembers them. */
  function parseFew(texts: readonly Text[], rows: readonly CaseCardRow[]): readonly Text[] {
    if (lettersOf(texts.filter(isUnread)) > snippetTask.inline_letters) return texts
    const sources = texts.map(parseSource)
    for (const [at, { id, version }] of rows.entries()) parsed.set(id, { version, source: sources[at] ?? noSource })
    return sources
  }

  /** Checks again whether unpublished cases may be read: the index is slightly out of date. */
  return async (
    { db, offload }: Pick<Context, 'db' | 'offload'>,
    ids: readonly number[],
    { highlightQuery, isQuestion, unpublished, near }: CaseCardOptions,
  ): Promise<CaseCard[]> => {
    const known = new Map(ids.map((id) => [id, parsed.get(id)]))
    const versions = ids.map((id) => known.get(id)?.version ?? null)
    const rows = inOrder(await readCaseRows(db, { ids, versions, unpublished }), ids)
    const texts = rows.map(
      ({ id, is_parsed, case_content }) => (is_parsed ? known.get(id)?.source : case_content) ?? noSource,
    )
    const matches = await findCardSnippets({ texts: parseFew(texts, rows), query: highlightQuery, isQuestion }, offload)
    return rows.map((row, at) => ({
      ...describeCase(row),
      matches: matches[at] ?? [],
      ...(near?.has(row.id) && { near: true }),
    }))
  }
}

type Text = CardTexts['texts'][number]
const isUnread = (text: Text) => typeof text === 'string'
const lettersOf = (texts: readonly Text[]) => snippetTask.lettersOf({ texts })

/** Of long texts, only those that are not parsed go to another thread; of a question all, whose paragraphs are compared. */
async function findCardSnippets({ texts, ...search }: CardTexts, offload: Context['offload']): Promise<Snippet[][]> {
  if (search.isQuestion || lettersOf(texts) <= snippetTask.inline_letters)
    return offload(snippetTask, { texts, ...search })
  const ofUnread = await offload(snippetTask, { texts: texts.filter(isUnread), ...search })
  const matches: Snippet[][] = []
  for (const text of texts) {
    // Other events run between two long texts.
    if (!isUnread(text)) await setImmediate()
    matches.push((isUnread(text) ? ofUnread.shift() : findSnippets({ texts: [text], ...search })[0]) ?? [])
  }
  return matches
}

type WantedCases = { ids: readonly number[]; versions: readonly (number | null)[]; unpublished: boolean }

/** `versions`: those of the ids whose texts are not wanted. */
async function readCaseRows(db: Db, { ids, versions, unpublished }: WantedCases): Promise<CaseCardRow[]> {
  const { rows } = await sql<CaseCardRow>`
    -- prepared: case_cards
    select ${caseColumns}, version, version is not distinct from parsed as is_parsed,
           case when version is distinct from parsed then case_content::text end as case_content
      from unnest(${ids}::bigint[], ${versions}::integer[]) as wanted (wanted_id, parsed)
      join case_files on case_files.id = wanted_id
     where deleted_at is null
       and (published or ${unpublished})`.execute(db)
  return rows
}

export type PhraseRow = PhraseCard & { id: number }

export const phraseCardColumns = (unpublished: boolean) => sql`
  phrases.id, phrases.reference, dhivehi_phrase, english_phrase, arabic_phrase, short_meaning,
  coalesce((select jsonb_agg(jsonb_build_object('number', case_numbers.number, 'reference', case_files.reference)
                             order by phrase_case_numbers.position)
              from phrase_case_numbers
              join case_numbers on case_numbers.id = case_number_id
              join case_files on case_files.id = case_numbers.case_file_id
             where phrase_id = phrases.id
               and case_files.deleted_at is null
               and (case_files.published or ${unpublished})), '[]') as used_cases`

export async function readPhraseCards(
  db: Db,
  ids: readonly number[],
  unpublished: { phrases: boolean; cases: boolean },
): Promise<PhraseCard[]> {
  const { rows } = await sql<PhraseRow>`
    select ${phraseCardColumns(unpublished.cases)}
      from phrases
     where id = any(${ids})
       and deleted_at is null
       and (published or ${unpublished.phrases})`.execute(db)
  return inOrder(rows, ids).map(({ id: _, ...card }) => card)
}

function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The tables with the names of facet values. A year is its own name. */
const sources = { court: 'courts', case_type: 'case_types', judge: 'judges', status: 'case_statuses' } as const

/** The facets for display: the most frequent values with their names, and every chosen value. */
export async function nameFacets(db: Db, counts: FacetCounts, query: CaseQuery): Promise<Facets> {
  const candidates = Object.fromEntries(
    facetNames.map((facet) => [facet, candidatesOf(facet, counts, query)]),
  ) as FacetCounts
  const names = await readNames(db, candidates)
  const shown = facetNames.map((facet) => [facet, show(facet, candidates[facet], { query, names })] as const)
  return Object.fromEntries(shown) as Facets
}

const chosenOf = (facet: FacetName, query: CaseQuery) => new Set<number>(query[facets[facet].filter] ?? [])

/** The values that may be shown: names decide between the last values of equal frequency. */
function candidatesOf(facet: FacetName, counts: FacetCounts, query: CaseQuery): FacetCounts[FacetName] {
  const chosen = chosenOf(facet, query)
  const least = counts[facet][limits.search.facet_values - 1]?.[1] ?? 0
  const found = counts[facet].filter(([value, count]) => count >= least || chosen.has(value))
  // A chosen value without matches is shown, so that it can be deselected.
  for (const value of chosen) if (!found.some(([one]) => one === value)) found.push([value, 0])
  return found
}

type Names = Map<string, string>
const keyOf = (facet: FacetName, value: number) => `${facet} ${value}`

function show(
  facet: FacetName,
  candidates: FacetCounts[FacetName],
  { query, names }: { query: CaseQuery; names: Names },
): FacetValue[] {
  const nameOf = (value: number) => (facet === 'year' ? String(value) : names.get(keyOf(facet, value)))
  const chosen = chosenOf(facet, query)
  const values = candidates.flatMap(([value, count]) => {
    const name = nameOf(value)
    return name === undefined ? [] : [{ value, name, count }]
  })
  values.sort((one, other) => other.count - one.count || byName.compare(one.name, other.name))
  return values.filter(({ value }, index) => index < limits.search.facet_values || chosen.has(value))
}

const byName = new Intl.Collator('und')

async function readNames(db: Db, candidates: FacetCounts): Promise<Names> {
  const wanted = (facet: keyof typeof sources) => candidates[facet].map(([value]) => value)
  const parts = (Object.keys(sources) as (keyof typeof sources)[]).map(
    (facet) =>
      sql`select ${facet} as facet, id, name from ${sql.table(sources[facet])} where id = any(${wanted(facet)})`,
  )
  const { rows } = await sql<{
    facet: FacetName
    id: number
    name: string
  }>`
    -- prepared: facet_names
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(rows.map(({ facet, id, name }) => [keyOf(facet, id), name]))
}
