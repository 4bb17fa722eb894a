import { sql } from 'kysely'
import { z } from 'zod'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, saveEndpoint } from '#server/endpoint/endpoint.ts'
import type { SetAnswer } from '#shared/calls/crud.ts'
import { id, version } from '#shared/calls/record.ts'
import { limits } from '#shared/limits.ts'
import { successMessages } from '#shared/messages.ts'
import { path, permission, table } from '#shared/resource/names.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import { deltaInput } from './deltaInput.ts'
import type { RecordInput } from './save.ts'

type Save = (context: SessionContext, config: ResourceConfig, input: RecordInput & { id: number }) => Promise<unknown>

const setInput = z.strictObject({ id, version, Delta: deltaInput })

/**
 * The endpoint that saves the text of a record without its form. The response has the new version, so that an open form
 * of the same user does not expire.
 */
export const setText = (config: ResourceConfig, save: Save): Endpoints => ({
  [path(config.resource, 'set')]: saveEndpoint({
    about: 'Saves the text of a record: its content, footnotes, and annotations.',
    can: permission('update', config.resource),
    input: setInput,
    bodyBytes: limits.request.document_bytes,
    run: (context, input) => saveText(context, { config, save }, input),
  }),
})

async function saveText(
  context: SessionContext,
  { config, save }: { config: ResourceConfig; save: Save },
  { Delta, ...record }: z.output<typeof setInput>,
): Promise<SetAnswer & { Message: string }> {
  try {
    await save(context, config, { ...record, case_content: Delta })
  } catch (error) {
    throw withFieldOfInput(error)
  }
  const { rows } = await sql<SetAnswer['data']>`
    select id, version from ${sql.table(table(config.resource))} where id = ${record.id}`.execute(context.db)
  const [data = record] = rows
  return { data, Message: successMessages['text-saved'][context.language === 'dv' ? 0 : 1] }
}

/** Errors of the text carry the name that it has in this call. */
function withFieldOfInput(error: unknown) {
  if (!(error instanceof ApiError) || !error.fields['case_content']) return error
  const { case_content, ...fields } = error.fields
  return new ApiError(error.code, { fields: { ...fields, Delta: case_content } })
}
