import { z } from 'zod'
import { limits } from '#shared/limits.ts'

/** The id and the version of a record in a request. */
export const id = z.int().min(1).max(limits.record.id)
export const version = z.int().min(1).max(limits.record.version)
/** The name of a resource, a field, or a column. */
export const recordName = z.string().max(limits.record.name_letters)
