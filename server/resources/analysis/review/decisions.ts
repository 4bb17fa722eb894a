import { sql } from 'kysely'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { checkFieldInput, checkLineInput, decideHiddenInput } from '#shared/calls/review.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { changedElsewhere, hiddenKey, readValues, reviewedFields, selectPages } from './readReview.ts'
import { readFigures } from './reviewedText.ts'
import { lastRun, readSample } from './sample.ts'

type CheckLine = Omit<z.output<typeof checkLineInput>, 'is_right'> & { is_right?: boolean | null | undefined }

/** A line of the sample of the last run: right, wrong, or not checked again. */
export async function checkLine({ db, session }: SessionContext, { id, page, line, text, is_right = null }: CheckLine) {
  const sampled = (await readSample(db, id)).find((one) => one.page === page && one.line === line)
  if (!sampled) throw new ApiError('not-found')
  if (sampled.text !== text) throw changedElsewhere(['text'])
  await sql`
    update analysis_sample_lines
       set is_right = ${is_right}, decided_by_id = ${session.user_id}, decided_at = now()
     where analysis_id = ${id}
       and run_id = ${lastRun(id)}
       and page = ${page}
       and line = ${line}`.execute(db)
}

/** All hidden text of a page is left out: it was seen by a user, who gives the reason. Without one that is taken back. */
export async function decideHidden(
  context: SessionContext,
  { id, page, hidden_key, reason }: z.output<typeof decideHiddenInput>,
) {
  const { db, session } = context
  const [{ hidden } = { hidden: [] }] = await selectPages(db, id, page)
  if (hidden.length === 0) throw new ApiError('not-found')
  if (hiddenKey(hidden) !== hidden_key) throw changedElsewhere(['hidden_key'])
  const { rows: decided } = await sql<{ reason: string | null }>`
    delete from analysis_hidden_decisions
     where analysis_id = ${id}
       and page = ${page}
       and key in (
         select hidden_text_key(one)
           from analysis_pages, jsonb_array_elements(hidden) as one
          where analysis_id = ${id}
            and number = ${page})
    returning reason`.execute(db)
  if (reason === undefined && decided.length === 0) throw new ApiError('not-found')
  if (reason !== undefined)
    await sql`
      insert into analysis_hidden_decisions (analysis_id, page, key, decision, reason, decided_by_id)
      select distinct analysis_id, number, hidden_text_key(one), 'left-out', ${reason}, ${session.user_id}::bigint
        from analysis_pages, jsonb_array_elements(hidden) as one
       where analysis_id = ${id}
         and number = ${page}`.execute(db)
  const { version } = await readFigures(db, id)
  await record(context, {
    action: 'decide-hidden',
    resource: analysis.name,
    row_id: id,
    row_version: version,
    before: { page, reason: decided[0]?.reason ?? null },
    after: { page, reason: reason ?? null },
  })
}

/** The current value of a field was compared with the page. */
export async function checkField(
  { db, session }: SessionContext,
  { id, field, value }: z.output<typeof checkFieldInput>,
) {
  const name = reviewedFields.find((one) => one === field)
  if (!name) throw new ApiError('invalid', { fields: { field: [{ code: 'not-a-choice' }] } })
  const values = await readValues(db, id)
  if (values[name] !== value) throw changedElsewhere(['value'])
  await sql`
    insert into analysis_field_checks (analysis_id, field, value, user_id)
    values (${id}, ${name}, ${value}, ${session.user_id})
    on conflict (analysis_id, field) do update
       set value = excluded.value, user_id = excluded.user_id, created_at = now()`.execute(db)
}
