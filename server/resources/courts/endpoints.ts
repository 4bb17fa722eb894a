import { crud } from '#server/crud/crud.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import { type RecordInput, saveRow } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { addJob } from '#server/jobs/queue.ts'
import { courts } from '#shared/resources/courts.ts'
import { isUsableCourtCode } from '#shared/text/caseNumbers/caseNumber.ts'

export const courtEndpoints: Endpoints = crud({ resource: courts }, { save: saveCourt })

/** A job parses the stored case numbers by the new code after the save: there can be many. */
async function saveCourt(context: SessionContext, config: ResourceConfig, input: RecordInput) {
  const { code } = input
  if (typeof code === 'string' && code !== '' && !isUsableCourtCode(code))
    throw new ApiError('invalid', { fields: { code: [{ code: 'format' }] } })
  const saved = await saveRow(context, config, input)
  if (code !== undefined) await addJob(context.db, 'renew-number-keys', {}, { key: 'renew-number-keys' })
  return saved
}
