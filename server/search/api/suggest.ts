import { sql } from 'kysely'
import type { z } from 'zod'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Entity, Suggestion, suggestInput } from '#shared/calls/search.ts'
import { limits } from '#shared/limits.ts'
import { canReadUnpublished } from './caseSearch.ts'
import { parseUnfinished } from './parseInput.ts'

/** Suggestions while the user types: records and entities first, then words. */
export async function suggest(
  context: SessionContext,
  search: SearchIndex,
  { Query, Type }: z.infer<typeof suggestInput>,
): Promise<{ data: Suggestion[] }> {
  const visibility = {
    cases: canReadUnpublished(context, 'caseFiles'),
    phrases: canReadUnpublished(context, 'phrases'),
  }
  const query = await parseUnfinished(context.db, Query.trimStart())
  const { cases, phrases, names, words } = await search.findCompletions(query, visibility)
  const [numbers, called] = await Promise.all([
    Type === 'Phrase' ? [] : readNumbers(context, cases, visibility.cases),
    readPhrases(context, phrases, visibility.phrases),
  ])
  const found = Type === 'Phrase' ? called : [...numbers, ...names.map(ofEntity), ...called, ...words.map(ofWord)]
  return { data: found.slice(0, limits.search.suggestions) }
}

const ofWord = (text: string): Suggestion => ({ kind: 'word', text })
const ofEntity = ({ kind, name, id }: Entity): Suggestion => ({ kind, text: name, ...(id !== null && { id }) })

/** Checks again whether unpublished cases may be read: the index is slightly out of date. */
async function readNumbers(
  { db }: SessionContext,
  ids: readonly number[],
  unpublished: boolean,
): Promise<Suggestion[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; text: string; reference: string }>`
    select case_files.id, reference,
           (select number from case_numbers where case_file_id = case_files.id order by position limit 1) as text
      from case_files
     where id = any(${ids})
       and deleted_at is null
       and (published or ${unpublished})`.execute(db)
  return inOrder(rows, ids).map(({ text, reference }) => ({ kind: 'number', text, reference }))
}

async function readPhrases(
  { db }: SessionContext,
  ids: readonly number[],
  unpublished: boolean,
): Promise<Suggestion[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; text: string; reference: string }>`
    select id, reference, dhivehi_phrase as text
      from phrases
     where id = any(${ids})
       and deleted_at is null
       and (published or ${unpublished})`.execute(db)
  return inOrder(rows, ids).map(({ text, reference }) => ({ kind: 'phrase', text, reference }))
}

const inOrder = <Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]) =>
  [...rows].sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
