import type { Field, Label } from './field.ts'

/** Resource description: everything about a resource that both sides need. Plain data: it survives `JSON.parse(JSON.stringify(…))`. */
export type Resource = {
  /** The plural in lower camel case; paths, permissions, routes, tables and folders derive from it. */
  name: string
  /** The singular; live channels derive from it. */
  model: string
  label: { one: Label; many: Label }
  dialog: 'sm' | 'md' | 'lg' | 'xl'
  /** The form has several steps. */
  wizard?: true
  /** The live event, where the specification differs from `{Model}Events`. */
  event?: string
  /** The sections of the form, in order. */
  sections?: Record<string, Label>
  /** Actions beyond create, read, update and delete; each has its own permission. */
  actions?: readonly string[]
  /** The actions in the history whose changes no user has typed: an open form takes them over. */
  jobActions?: readonly string[]
  /** Soft delete: deleted rows stay in the table, marked as deleted. */
  softDelete?: true
  /** The filters of the list, by their names on the wire. */
  filters?: Record<string, Filter>
  /** The default order of the list; by id, newest first, when absent. */
  defaultSort?: { by: string; descending?: true }
  fields: Record<string, Field>
}

/** A filter matches one value of a field, or a range of days. The list does not load while a required filter is empty. */
export type Filter = { field: string; kind?: 'range'; required?: true; default?: number | string | boolean }

/**
 * The filters that are part of the name of a live channel: those of one value, which everyone may know who reads the list. A
 * range, and a field with a permission of its own, are checked against the row instead.
 */
export const channelFilters = ({
  filters = {},
  fields,
}: Pick<Resource, 'filters' | 'fields'>): [name: string, filter: Filter][] =>
  Object.entries(filters).filter(([, filter]) => isInChannel({ fields }, filter))

export const isInChannel = ({ fields }: Pick<Resource, 'fields'>, { kind, field }: Filter) =>
  kind !== 'range' && fields[field]?.permission === undefined
