import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { z } from 'zod'
import { showRichTexts } from '#server/crud/richTexts.ts'
import { ApiError, tooMany } from '#server/endpoint/apiError.ts'
import type { Context, SessionContext } from '#server/endpoint/context.ts'
import { sanitizeTask, withPictureLinks } from '#server/html/sanitize.ts'
import { textRenderer } from '#server/html/textRenderer.ts'
import { deriveTask } from '#server/html/textWork.ts'
import type { FileNeeds } from '#server/session/fileLinks.ts'
import { mayCopy } from '#server/session/session.ts'
import { endedSubscription } from '#server/session/subscriptions.ts'
import type {
  CaseDetails,
  CaseText,
  copyInput,
  Named,
  PhraseDetails,
  printInput,
  RelatedCase,
} from '#shared/calls/search.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import { permission } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { caseColumns, type CaseRow, describeCase, namesOf, phraseCardColumns, type PhraseRow } from './cards.ts'
import { canReadUnpublished } from './caseSearch.ts'

/** The details of one case or phrase. `unpublished`: include unpublished records. */

/** The session of the reader: pictures get file links signed for it. */
type ReaderContext = Pick<Context, 'db' | 'signedFileUrl' | 'offload'>

type DetailsRow = CaseRow & {
  interpleader: string
  judges: Named[]
  keywords: string
  version: number
  published: boolean
  status_details: string | null
  related_cases: RelatedCase[]
}

export async function readCaseDetails(
  context: ReaderContext,
  reference: string,
  unpublished: boolean,
): Promise<CaseDetails> {
  const { db, signedFileUrl } = context
  const { rows } = await sql<DetailsRow>`
    select ${caseColumns}, version, published, interpleader, keywords, status_details,
           coalesce((select jsonb_agg(jsonb_build_object('id', judges.id, 'name', judges.name) order by position)
                       from case_file_judges
                       join judges on judges.id = judge_id
                      where case_file_id = case_files.id), '[]') as judges,
           ${relatedCases(unpublished)} as related_cases
      from case_files
     where reference = ${reference}
       and deleted_at is null
       and (published or ${unpublished})`.execute(db)
  const row = rows[0]
  if (!row) throw new ApiError('case-not-found')

  const { status_details, related_cases } = await showRichTexts(context, caseFiles.fields, row, (id) =>
    signedFileUrl(id, needsOf(caseFiles, row)),
  )
  return {
    ...describeCase(row),
    version: row.version,
    case_types: row.case_types,
    claimant: namesOf(row.claimant),
    respondant: namesOf(row.respondant),
    interpleader: namesOf(row.interpleader),
    formatted_interpleader: namesOf(row.interpleader).join('، '),
    judges: row.judges,
    keywords: row.keywords,
    status_details,
    related_cases,
  }
}

/** Related cases by number, with a reference where the library has the case and the reader may see it. */
const relatedCases = (unpublished: boolean) => sql`
  coalesce((select jsonb_agg(jsonb_build_object(
                     'type', relation_types.name, 'number', related_cases.number, 'status', coalesce(case_statuses.name, ''),
                     'description', related_cases.description,
                     'reference', (select other.reference
                                     from case_numbers
                                     join case_files as other on other.id = case_numbers.case_file_id
                                    where case_numbers.key = related_cases.key
                                      and case_numbers.live
                                      and (other.published or ${unpublished})))
                   order by related_cases.position)
              from related_cases
              join relation_types on relation_types.id = related_cases.type_id
              left join case_statuses on case_statuses.id = related_cases.status_id
             where related_cases.case_file_id = case_files.id), '[]')`

/** Every session reads what is published. */
const needsOf = (resource: Pick<Resource, 'name'>, { published }: { published: boolean }): FileNeeds =>
  published ? 'session' : { permission: permission('read', resource) }

type TextRow = { html: string | null; notes: Partial<Delta> | null; case_content: string | null; published: boolean }

/** The HTML was rendered when the text was saved. After an upgrade a text is rendered here until a job has done it. */
export async function readCaseText(
  { db, signedFileUrl, offload }: ReaderContext,
  reference: string,
  unpublished: boolean,
): Promise<CaseText> {
  const { rows } = await sql<TextRow>`
    select html, published, case_content - 'content' as notes,
           case when html is null then case_content::text end as case_content
      from case_files
      left join case_texts on case_file_id = case_files.id and renderer = ${textRenderer}
     where reference = ${reference}
       and deleted_at is null
       and (published or ${unpublished})`.execute(db)
  const [row] = rows
  if (!row) throw new ApiError('case-not-found')
  const { footnotes = [], annotations = [] } = row.notes ?? {}
  const html = row.html ?? (row.case_content === null ? '' : (await offload(deriveTask, row.case_content)).html)
  const pictureUrl = (id: number) => signedFileUrl(id, needsOf(caseFiles, row))
  const case_content = withPictureLinks(html, pictureUrl)
  // HTML of megabytes is read in one turn of the event loop, and sent in another.
  await nextTurn()
  return { case_content, footnotes, annotations }
}

export async function readPhraseDetails(
  { db, signedFileUrl, offload }: ReaderContext,
  reference: string,
  unpublished: { phrases: boolean; cases: boolean },
): Promise<PhraseDetails> {
  const { rows } = await sql<PhraseRow & { meaning: string | null; published: boolean }>`
    select ${phraseCardColumns(unpublished.cases)}, meaning, published
      from phrases
     where reference = ${reference}
       and deleted_at is null
       and (published or ${unpublished.phrases})`.execute(db)
  if (!rows[0]) throw new ApiError('phrase-not-found')
  const { id: _, meaning, published, ...phrase } = rows[0]
  const pictureUrl = (id: number) => signedFileUrl(id, needsOf(phrases, { published }))
  const [clean = ''] = await offload(sanitizeTask, [meaning ?? ''])
  return { ...phrase, meaning: withPictureLinks(clean, pictureUrl) }
}

export async function countCopy(context: SessionContext, { Reference, Letters }: z.infer<typeof copyInput>) {
  await requireCopyAccess(context, 'copy-not-allowed')
  if (Letters > limits.reader.copy_letters) throw new ApiError('copy-too-long')

  await rejectAboveHourlyLimit(context, 'copies', limits.reader.copies_per_hour)
  const { numAffectedRows } = await sql`
    insert into copies (user_id, case_file_id, characters)
    select ${context.session.user_id}, id, ${Letters} ${fromReadableCase(context, Reference)}`.execute(context.db)
  if (numAffectedRows !== 1n) throw new ApiError('case-not-found')
  return {}
}

/** Refuses with the reason where the last subscription of the user gave copy access, has ended, and no other one runs. */
async function requireCopyAccess({ db, session }: SessionContext, refusal: 'copy-not-allowed' | 'print-not-allowed') {
  if (mayCopy(session)) return
  const { rows } = await sql<{ copy_access: boolean }>`
    select copy_access
      from ${endedSubscription(sql`${session.user_id}`)} as ended
      join subscription_configs on subscription_configs.id = ended.subscription_config_id`.execute(db)
  const hasEnded = session.user.subscription === null && rows[0]?.copy_access === true
  throw new ApiError(hasEnded ? 'subscription-ended' : refusal)
}

export async function countPrint(context: SessionContext, { Reference }: z.infer<typeof printInput>) {
  await requireCopyAccess(context, 'print-not-allowed')

  await rejectAboveHourlyLimit(context, 'prints', limits.reader.prints_per_hour)
  const { numAffectedRows } = await sql`
    insert into prints (user_id, case_file_id)
    select ${context.session.user_id}, id ${fromReadableCase(context, Reference)}`.execute(context.db)
  if (numAffectedRows !== 1n) throw new ApiError('case-not-found')
  return {}
}

/** Locks the user row, so that concurrent uses are counted one after the other. */
async function rejectAboveHourlyLimit({ db, session }: SessionContext, table: 'copies' | 'prints', maximum: number) {
  await sql`select from users where id = ${session.user_id} for update`.execute(db)
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*) as count,
           coalesce(extract(epoch from min(at) + interval '1 hour' - now()), 0)::float8 as wait
      from ${sql.table(table)}
     where user_id = ${session.user_id}
       and at > now() - interval '1 hour'`.execute(db)
  const [uses = { count: 0, wait: 0 }] = rows
  if (uses.count >= maximum) throw tooMany(uses.wait)
}

const fromReadableCase = (context: SessionContext, reference: string) => sql`
      from case_files
     where reference = ${reference}
       and deleted_at is null
       and (published or ${canReadUnpublished(context, 'caseFiles')})`
