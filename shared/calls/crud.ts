import { z } from 'zod'
import { limits } from '../limits.ts'

/** The calls that every resource has. Which fields, filters and columns there are is said by its description. */

const id = z.int().min(1)
const words = z
  .string()
  .max(limits.list.query_letters)
  .refine((text) => text.split(/\s+/).filter(Boolean).length <= limits.list.words, {
    message: 'too-many-words',
    params: { maximum: limits.list.words },
  })

/** Beside these a list takes the filters of its resource, by their names. */
export const listInput = {
  SearchQuery: words.optional(),
  Page: z.int().min(1).max(limits.list.max_page).optional(),
  PageSize: z.int().min(1).max(limits.list.max_page_size).optional(),
  Sort: z.strictObject({ by: z.string().max(60), descending: z.boolean().optional() }).optional(),
  /** Column → what its text must hold. */
  Columns: z.record(z.string().max(60), words).optional(),
}

export const idInput = z.strictObject({ id })
/** `id` and `Date`: what is chosen in the field that a select depends on. `Chosen`: the one choice whose name is asked for. */
export const lookupInput = z.strictObject({
  SearchQuery: words.optional(),
  id: id.optional(),
  Date: z.iso.date().optional(),
  Chosen: id.optional(),
})
/**
 * What is deleted, given a new password, or taken a step on that is no change of its fields, is named with the version
 * that was seen, so that nobody does it to what another has just changed. The specification names such a row by its id
 * alone: that is taken too.
 */
export const seenInput = z.strictObject({ id, version: z.int().min(1).optional() })

export type Choice = { id: number; name: string }
export type Row = { id: number; version: number } & Record<string, unknown>

/** `ovf`: there are more rows than are sent whole; search, sort and paging are the server's. */
export type ListAnswer = {
  data: Row[]
  ovf: boolean
  count: number
  countIsExact: boolean
  page: number
  pages: number
}
export type FindAnswer = { data: Row }
/** `password`: the first one of a new person, told once. */
export type SaveAnswer = { data: Row; closeModal?: boolean; password?: string }
export type LookupAnswer = { data: Choice[]; ovf: boolean }

/** One save: who changed what from what, and the version that it made. */
export type Change = {
  at: string
  version: number
  by: string | null
  action: string
  fields: { name: string; before: unknown; after: unknown }[]
}
