import { z } from 'zod'
import type { Delta } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import { id, recordName, version } from './record.ts'

/** The calls that every resource has. Its description defines the fields, filters and columns. */

const searchText = z
  .string()
  .max(limits.list.query_letters)
  .refine((text) => text.split(/\s+/).filter(Boolean).length <= limits.list.words, {
    message: 'too-many-words',
    params: { maximum: limits.list.words },
  })

const { filtered_columns } = limits.list
const columns = z
  .record(recordName, searchText)
  .refine((texts) => Object.keys(texts).length <= filtered_columns, {
    message: 'too-many',
    params: { maximum: filtered_columns },
  })
  .meta({ maxProperties: filtered_columns })

/** A list also takes the filters of its resource by name. */
export const listInput = {
  SearchQuery: searchText.optional(),
  Page: z.int().min(1).max(limits.list.max_page).optional(),
  PageSize: z.int().min(1).max(limits.list.max_page_size).optional(),
  Sort: z.strictObject({ by: recordName, descending: z.boolean().optional() }).optional(),
  /** Column → words that its text must contain. */
  Columns: columns.optional(),
}

export const idInput = z.strictObject({ id })
/** `id` and `Date`: the value of the field that a dependent select depends on. `Chosen`: the id of one choice to return by name. */
export const lookupInput = z.strictObject({
  SearchQuery: searchText.optional(),
  id: id.optional(),
  Date: z.iso.date().optional(),
  Chosen: id.optional(),
})
/**
 * Optimistic locking: an action on a record (delete, reset password, status change) carries the version that the user saw,
 * and fails if the record has changed since. The version is optional, because the specification sends only the id.
 */
export const versionedInput = z.strictObject({ id, version: version.optional() })

/** The history goes on before `before`, a version. */
export const historyInput = z.strictObject({ id, before: version.optional() })

/** The change that made a version of a record, and the name of a text field that it changed. */
export const textChangeInput = z.strictObject({ id, version, field: recordName })

export type Choice = { id: number; name: string }
export type Row = { id: number; version: number } & Record<string, unknown>

/** `ovf` (overflow): the list has too many rows to send at once; the server searches, sorts and pages. */
export type ListAnswer = {
  data: Row[]
  ovf: boolean
  count: number
  countIsExact: boolean
  page: number
  pages: number
}
/**
 * `pictures`: file id → signed link, of the pictures in the texts of judgments. `refusal`: why a user who may change records
 * may not change this one.
 */
export type FindAnswer = { data: Row; pictures?: Record<string, string>; refusal?: string }
/** The version after the text was saved. */
export type SetAnswer = { data: { id: number; version: number } }
/**
 * `password`: the initial password of a new user, returned only once. `missing`: what a record that was published lacks, as
 * alternative fields (`shared/resources/publishing.ts`).
 */
export type SaveAnswer = { data: Row; closeModal?: boolean; password?: string; missing?: string[][] }
export type LookupAnswer = { data: Choice[]; ovf: boolean }

/** The text of a field before and after a change; null for none. */
export type TextChangeAnswer = { data: { before: Delta | null; after: Delta | null } }

/**
 * One saved change: the user, the fields before and after, and the resulting version. The texts of judgments are left out,
 * they are loaded one by one.
 */
export type Change = {
  at: string
  version: number
  by: string | null
  action: string
  fields: { name: string; before: unknown; after: unknown }[]
}
