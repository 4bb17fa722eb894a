import type { Change } from '#shared/calls/crud.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { conflictsOf, type MergeChoice, mergeTexts, resolveMerge, type TextMerge } from '#shared/delta/merge.ts'
import { isRecord } from '#shared/isRecord.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { changesOf, type Draft, isSameValue } from './draftStore.ts'
import type { FormValues } from './payload.ts'

/** A field that two users changed to different values. */
export type FieldConflict = {
  name: string
  mine: unknown
  theirs: unknown
  /** Of a text: its paragraphs are chosen one by one. */
  merge?: TextMerge
  by: string | null
  at: string | undefined
}

type Versions = {
  /** The record as loaded, the form's values, and the record as stored now. */
  base: FormValues
  mine: FormValues
  theirs: FormValues
}

/**
 * Three-way merge: a field changed on one side only takes that side's value; on conflict my value stays until the user
 * chooses. A text is merged paragraph by paragraph.
 */
export function mergeChanges(resource: Resource, { base, mine: typed, theirs }: Versions, changes: readonly Change[]) {
  const edited = withDeletedRowsAsNew(resource, changesOf(base, typed), theirs)
  const mine = { ...typed, ...edited }
  const changed = changesOf(base, theirs)
  const changedByBoth = Object.keys(edited).filter(
    (name) => name in changed && name in resource.fields && !isSameValue(mine[name], theirs[name]),
  )
  const texts = changedByBoth.filter((name) => resource.fields[name]?.kind === 'document')
  const merges = new Map(texts.map((name) => [name, mergeField(name, { base, mine, theirs })]))
  const merged = [...merges].map(([name, merge]) => [name, resolveMerge(merge, [])] as const)
  const conflicts = changedByBoth
    .map((name) => ({ name, merge: merges.get(name) }))
    .filter(({ merge }) => !merge || conflictsOf(merge).length > 0)
    .map(({ name, merge }): FieldConflict => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      ...(merge && { merge }),
      ...lastChangeOf(name, changes),
    }))
  return {
    values: { ...theirs, ...edited, ...Object.fromEntries(merged) },
    conflicts,
    takenFields: Object.keys(changed).filter((name) => !(name in edited) || merges.has(name)),
  }
}

/** The server knows no row of a repeater by its id any more that another user has deleted. */
const withDeletedRowsAsNew = ({ fields }: Resource, mine: FormValues, theirs: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(mine).map(([name, value]) => {
      if (fields[name]?.kind !== 'repeater') return [name, value]
      const stored = new Set(rowsOf(theirs[name]).map(({ id }) => id))
      return [name, rowsOf(value).map(({ id, ...row }) => (stored.has(id) ? { id, ...row } : row))]
    }),
  )

const rowsOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

/**
 * What a draft merges from: the version that it was made from, and the form with its values. A field whose value in that
 * version is unknown counts as changed by both. What was typed into other fields stays.
 */
export function startOfDraft({ fields }: Resource, draft: Draft, { base: loaded, mine }: Omit<Versions, 'theirs'>) {
  const values = Object.fromEntries(Object.entries(draft.values).filter(([name]) => name in fields))
  const base = Object.fromEntries(Object.keys(values).map((name) => [name, draft.base?.[name]]))
  return { base: { ...loaded, ...base }, version: draft.version ?? undefined, mine: { ...mine, ...values } }
}

const mergeField = (name: string, { base, mine, theirs }: Versions) =>
  mergeTexts({ base: textOf(base[name]), mine: textOf(mine[name]), theirs: textOf(theirs[name]) })

type Choices = { before: readonly MergeChoice[]; after: readonly MergeChoice[] }

/** The text of the form after other choices: what was written since the choices before stays. */
export function changeChoices(merge: TextMerge, { before, after }: Choices, current: Delta): Delta {
  const changed = mergeTexts({ base: resolveMerge(merge, before), mine: current, theirs: resolveMerge(merge, after) })
  return resolveMerge(
    changed,
    conflictsOf(changed).map(() => 'theirs'),
  )
}

export const noText: Delta = { content: [], footnotes: [], annotations: [] }

/** The text of a form value: a new record has none. */
export const textOf = (value: unknown): Delta => (isText(value) ? value : noText)

const isText = (value: unknown): value is Delta => typeof value === 'object' && value !== null && 'content' in value

/** The changes that made the versions after `from`, up to `to`. */
export const changesBetween = (changes: readonly Change[], { from, to }: { from: number; to: number }) =>
  changes.filter(({ version }) => version > from && version <= to)

/** The last user who changed a field; `changes` are sorted newest first. */
function lastChangeOf(name: string, changes: readonly Change[]) {
  const last = changes.find(({ fields }) => fields.some((field) => field.name === name))
  return { by: last?.by ?? null, at: last?.at }
}
