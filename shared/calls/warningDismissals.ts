import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { id } from './record.ts'
import { visibleText } from './text.ts'

/** The id of a warning (`shared/delta/warnings.ts`). */
const Warning = z.string().min(1).max(limits.warning.id_letters)

export const dismissWarningInput = z
  .strictObject({ id, Warning, Reason: visibleText(limits.warning.reason_letters) })
  .meta({ examples: [{ id: 1, Warning: 'paragraph-missing:3', Reason: 'The judgment has no paragraph 3.' }] })

export const restoreWarningInput = z.strictObject({ id, Warning })

/** A dismissed warning of a text; `at` is an ISO 8601 time, and `by` is empty when the user no longer exists. */
export type WarningDismissal = { warning: string; reason: string; by: string; at: string }
export type WarningDismissalsAnswer = { data: WarningDismissal[] }
