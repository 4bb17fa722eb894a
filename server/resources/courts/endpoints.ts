import { crud } from '#server/crud/crud.ts'
import type { Kept } from '#server/crud/serverResource.ts'
import { type Given, saveRow } from '#server/crud/save.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { addJob } from '#server/jobs/queue.ts'
import { courts } from '#shared/resources/courts.ts'
import { isUsableCourtCode } from '#shared/text/caseNumbers/caseNumber.ts'

export const courtEndpoints: Endpoints = crud({ resource: courts }, { save: saveCourt })

/** Numbers that were saved before their court had its code are read anew after the save: there may be many. */
async function saveCourt(context: SessionContext, kept: Kept, given: Given) {
  const { code } = given
  if (typeof code === 'string' && code !== '' && !isUsableCourtCode(code))
    throw new ApiError('invalid', { fields: { code: [{ code: 'format' }] } })
  const saved = await saveRow(context, kept, given)
  if (code !== undefined) await addJob(context.db, 'renew-number-keys', {}, { key: 'renew-number-keys' })
  return saved
}
