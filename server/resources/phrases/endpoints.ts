import { sql } from 'kysely'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { crud } from '#server/crud/crud.ts'
import { isVisibleCase } from '#server/crud/visibleChoices.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { authenticatedEndpoint, type Endpoints, saveEndpoint } from '#server/endpoint/endpoint.ts'
import { canReadUnpublished } from '#server/search/api/caseSearch.ts'
import type { SearchIndex } from '#server/search/port.ts'
import { batchesOf } from '#shared/batches.ts'
import { type CountUsesAnswer, countUsesInput, dismissUseInput, suggestedUsesInput } from '#shared/calls/phraseUses.ts'
import { permission } from '#shared/resource/names.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { suggestUses } from './suggestUses.ts'
import { usesTask } from './usesIn.ts'

const can = permission('update', phrases)

/** The endpoints of phrases: the standard ones, and the cases that contain a phrase. */
export const phraseEndpoints = (search: SearchIndex): Endpoints => ({
  ...crud({ resource: phrases }),

  'phrases/suggestUses': authenticatedEndpoint({
    about: 'Suggests published cases whose text contains the phrase, other than the chosen and the dismissed ones.',
    can,
    input: suggestedUsesInput,
    rateLimits: ['phrase-uses'],
    transaction: false,
    run: (context, input) => suggestUses(context, search, input),
  }),

  'phrases/countUses': authenticatedEndpoint({
    about: 'Counts how often the texts of cases contain the phrase.',
    can,
    input: countUsesInput,
    rateLimits: ['phrase-uses'],
    transaction: false,
    run: countUses,
  }),

  'phrases/dismissUse': saveEndpoint({
    about: 'Dismisses a case as a suggested use of the phrase, or undoes that.',
    can,
    input: dismissUseInput,
    run: dismissUse,
  }),
})

/** Texts that are read at a time: one can have megabytes. */
const textsAtOnce = 10

async function countUses(
  context: SessionContext,
  { Phrase, CaseNumbers }: z.output<typeof countUsesInput>,
): Promise<CountUsesAnswer> {
  const data: CountUsesAnswer['data'] = []
  for (const ids of batchesOf(CaseNumbers, textsAtOnce)) {
    const { rows } = await sql<{ id: number; case_content: string | null }>`
      select case_numbers.id, case_content::text
        from case_numbers
        join case_files on case_files.id = case_file_id
       where case_numbers.id = any(${ids})
         and deleted_at is null
         and (published or ${canReadUnpublished(context, 'caseFiles')})`.execute(context.db)
    const texts = rows.map(({ case_content }) => case_content)
    const uses = await context.offload(usesTask, { phrase: Phrase, texts })
    data.push(...rows.map(({ id }, at) => ({ id, count: uses[at]?.count ?? 0 })))
  }
  return { data }
}

async function dismissUse(context: SessionContext, { id, CaseNumber, Dismissed }: z.output<typeof dismissUseInput>) {
  const { db, session } = context
  const { rows } = await sql<{ case_file_id: number }>`
    select case_file_id
      from phrases, case_numbers
      join case_files on case_files.id = case_file_id
     where phrases.id = ${id}
       and phrases.deleted_at is null
       and case_numbers.id = ${CaseNumber}
       and case_files.deleted_at is null
       and ${isVisibleCase(session.abilities)}`.execute(db)
  const [found] = rows
  if (!found) throw new ApiError('not-found')

  const { case_file_id } = found
  const { numAffectedRows } = await (
    Dismissed
      ? sql`
        insert into dismissed_phrase_uses (phrase_id, case_file_id)
        values (${id}, ${case_file_id})
        on conflict do nothing`
      : sql`
        delete from dismissed_phrase_uses
         where phrase_id = ${id}
           and case_file_id = ${case_file_id}`
  ).execute(db)
  if (numAffectedRows !== 1n) return {}
  const event = Dismissed
    ? { action: 'create', after: { case_file_id } }
    : { action: 'delete', before: { case_file_id } }
  await record(context, { ...event, resource: 'dismissedPhraseUses', row_id: id })
  return {}
}
