import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { withFreshVisibility } from '#server/search/api/caseSearch.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { SuggestedUse, SuggestedUsesAnswer, suggestedUsesInput } from '#shared/calls/phraseUses.ts'
import { namesOfPhrase } from '#shared/text/query/stemPhrase.ts'
import type { Node, ParsedQuery, WordNode } from '#shared/text/query/tree.ts'
import { type Uses, usesTask } from './usesIn.ts'

type Input = z.output<typeof suggestedUsesInput>
type Dependencies = Pick<SessionContext, 'db' | 'offload'>

/**
 * The published cases that contain a phrase, the best first. The index finds its words together, in any order; the text of
 * each case decides, and counts. The words of a phrase without a letter find nothing.
 */
export function suggestUses(
  { db, offload }: SessionContext,
  search: SearchIndex,
  input: Input,
): Promise<SuggestedUsesAnswer> {
  const parsed = parsePhrase(input.Phrase)
  if (!parsed.root) return Promise.resolve({ data: [], cases: 0 })
  return withFreshVisibility(db, search, () => collect({ db, offload }, search, { ...input, parsed }))
}

/** Cases in one answer, and found cases whose texts are read for them, in pages. */
export const suggested_uses = 10
const searched_uses = 100
const page_size = 20

async function collect(
  { db, offload }: Dependencies,
  search: SearchIndex,
  { parsed, ...input }: Input & { parsed: ParsedQuery },
) {
  const excluded = await readExcluded(db, input)
  const data: SuggestedUse[] = []
  let cases: number | null = null
  for (let page = 1; page * page_size <= searched_uses && data.length < suggested_uses; page += 1) {
    const found = await search.searchCases({ parsed }, { sort: 'relevance', page, page_size, unpublished: false })
    // A query that was too expensive finds the words anywhere.
    cases = found.repairs.length > 0 ? null : found.fullCount
    // Near matches follow the full ones, and have other words.
    const full = found.ids.slice(0, Math.max(0, found.fullCount - (page - 1) * page_size))
    const rows = await readCases(
      db,
      full.filter((id) => !excluded.has(id)),
    )
    const texts = rows.map(({ case_content }) => case_content)
    const uses = await offload(usesTask, { phrase: input.Phrase, texts })
    data.push(...rows.flatMap((row, at) => asUse(row, uses[at])))
    if (page * page_size >= found.fullCount) break
  }
  return { data: data.slice(0, suggested_uses), cases }
}

/** Proximity of the words of each name: as many words apart as the name has. */
function parsePhrase(phrase: string): ParsedQuery {
  const names = namesOfPhrase(phrase).map((words) => words.map(wordNode))
  const of = names.map(nodeOfName)
  const [first] = of
  const root: Node | undefined = of.length > 1 ? { kind: 'or', of } : first
  return { text: phrase, root, filters: {}, repairs: [], terms: names.flat() }
}

const wordNode = (word: string): WordNode => ({ kind: 'word', word, start: 0, end: 0 })

function nodeOfName(words: WordNode[]): Node {
  const [word] = words
  return words.length === 1 && word ? word : { kind: 'near', of: words, distance: words.length }
}

/** The ids of the cases that are chosen already, or dismissed. */
async function readExcluded(db: Db, { id, Chosen }: Input): Promise<Set<number>> {
  const { rows } = await sql<{ case_file_id: number }>`
    select case_file_id from case_numbers where id = any(${Chosen})
    union
    select case_file_id from dismissed_phrase_uses where phrase_id = ${id ?? null}`.execute(db)
  return new Set(rows.map((row) => row.case_file_id))
}

type CaseRow = Omit<SuggestedUse, 'count' | 'pieces'> & { case_content: string }

/** Checks again whether a case is published: the index is slightly out of date. */
async function readCases(db: Db, ids: readonly number[]): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select first_number.id, first_number.number, title, closed_date, case_content::text
      from case_files
      join lateral (select id, number
                      from case_numbers
                     where case_file_id = case_files.id
                     order by position
                     limit 1) as first_number on true
     where case_files.id = any(${ids})
       and published
       and deleted_at is null
       and case_content is not null
     order by array_position(${ids}::bigint[], case_files.id)`.execute(db)
  return rows
}

function asUse({ case_content: _, ...row }: CaseRow, { count = 0, pieces = [] }: Partial<Uses> = {}): SuggestedUse[] {
  return count > 0 ? [{ ...row, count, pieces }] : []
}
