import { sql } from 'kysely'
import { z } from 'zod'
import { onlyRow } from '#server/db/onlyRow.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, saveEndpoint } from '#server/endpoint/endpoint.ts'
import type { SetAnswer } from '#shared/calls/crud.ts'
import { id, version } from '#shared/calls/record.ts'
import { limits } from '#shared/limits.ts'
import { inLanguage, successMessages } from '#shared/messages.ts'
import { path, permission, table } from '#shared/resource/names.ts'
import type { Steps } from './crud.ts'
import type { ResourceConfig } from './resourceConfig.ts'
import { deltaInput } from './deltaInput.ts'
import type { RecordInput } from './save.ts'

type TextSteps<Prepared> = Partial<Pick<Steps<Prepared>, 'prepare'>> & {
  save: (
    context: SessionContext,
    config: ResourceConfig,
    input: RecordInput & { id: number },
    prepared: Prepared,
  ) => Promise<unknown>
}

const setInput = z.strictObject({ id, version, Delta: deltaInput })

/**
 * The endpoint that saves the text of a record without its form. The response has the new version, so that an open form
 * of the same user does not expire.
 */
export const setText = <Prepared = undefined>(
  config: ResourceConfig,
  { prepare, save }: TextSteps<Prepared>,
): Endpoints => ({
  [path(config.resource, 'set')]: saveEndpoint({
    about: 'Saves the text of a record: its content, footnotes, and annotations.',
    can: permission('update', config.resource),
    input: setInput,
    bodyBytes: limits.request.document_bytes,
    // Without the step, what it makes is undefined.
    prepare: async (context, input) => (await prepare?.(context, fieldsOf(input))) as Prepared,
    run: (context, input, prepared) =>
      saveText(context, config, input, () => save(context, config, fieldsOf(input), prepared)),
  }),
})

type SetInput = z.output<typeof setInput>

const fieldsOf = ({ Delta, ...record }: SetInput) => ({ ...record, case_content: Delta })

async function saveText(
  context: SessionContext,
  config: ResourceConfig,
  { id }: SetInput,
  save: () => Promise<unknown>,
): Promise<SetAnswer & { Message: string }> {
  try {
    await save()
  } catch (error) {
    throw withFieldOfInput(error)
  }
  const { rows } = await sql<SetAnswer['data']>`
    select id, version from ${sql.table(table(config.resource))} where id = ${id}`.execute(context.db)
  const data = onlyRow(rows, `the text of ${config.resource.name} ${id} was saved: where is its row?`)
  return { data, Message: inLanguage(successMessages['text-saved'], context.language) }
}

/** Errors of the text carry the name that it has in this call. */
function withFieldOfInput(error: unknown) {
  if (!(error instanceof ApiError) || !error.fields['case_content']) return error
  const { case_content, ...fields } = error.fields
  return new ApiError(error.code, { fields: { ...fields, Delta: case_content } })
}
