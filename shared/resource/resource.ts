import type { Field, Label } from './field.ts'

/** Everything true of a resource that both sides need. Plain data: it survives `JSON.parse(JSON.stringify(…))`. */
export type Resource = {
  /** The plural in lower camel case: paths, permissions, routes, tables and folders are made of it. */
  name: string
  /** The singular: live channels are made of it. */
  model: string
  label: { one: Label; many: Label }
  dialog: 'sm' | 'md' | 'lg' | 'xl'
  /** A form of several steps. */
  wizard?: true
  /** The live event, where the specification departs from `{Model}Events`. */
  event?: string
  /** Named parts of the form, in order. */
  sections?: Record<string, Label>
  /** What can be done beyond create, read, update and delete; each is a permission of its own. */
  actions?: readonly string[]
  /** Deleted rows are kept, marked. */
  keepsDeleted?: true
  /** What the list is narrowed by before anything is searched in it; the names are those on the wire. */
  filters?: Record<string, Filter>
  /** How the list stands before anybody sorts it; by id, newest first, when absent. */
  sorted?: { by: string; descending?: true }
  fields: Record<string, Field>
}

/**
 * A filter asks for one value of a field, or, where it is a range, for the days from one to another. A required one that
 * is empty keeps the list from loading.
 */
export type Filter = { field: string; kind?: 'range'; required?: true; default?: number | string | boolean }

/** The filters that a live channel of the list is named by: those of one value. Whether a range holds a row is asked of the row. */
export const namedFilters = ({ filters = {} }: Pick<Resource, 'filters'>): [name: string, filter: Filter][] =>
  Object.entries(filters).filter(([, { kind }]) => kind !== 'range')
