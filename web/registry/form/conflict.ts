import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { changesOf, isSameValue } from './draft.ts'
import type { FormValues } from './payload.ts'

/** A field that two users changed to different values. */
export type FieldConflict = { name: string; mine: unknown; theirs: unknown; by: string | null; at: string | undefined }

type Versions = {
  /** The record as loaded, the form's values, and the record as stored now. */
  base: FormValues
  mine: FormValues
  theirs: FormValues
}

/**
 * Three-way merge: a field changed on one side only takes that side's value; on conflict my value stays until the user
 * chooses.
 */
export function mergeChanges(resource: Resource, { base, mine, theirs }: Versions, changes: readonly Change[]) {
  const edited = changesOf(base, mine)
  const changed = changesOf(base, theirs)
  const conflicts = Object.keys(edited)
    .filter((name) => name in changed && name in resource.fields && !isSameValue(mine[name], theirs[name]))
    .map((name): FieldConflict => ({ name, mine: mine[name], theirs: theirs[name], ...lastChangeOf(name, changes) }))
  return {
    values: { ...theirs, ...edited },
    conflicts,
    takenFields: Object.keys(changed).filter((name) => !(name in edited)),
  }
}

/** The changes that made the versions after `from`, up to `to`. */
export const changesBetween = (changes: readonly Change[], { from, to }: { from: number; to: number }) =>
  changes.filter(({ version }) => version > from && version <= to)

/** The last user who changed a field; `changes` are sorted newest first. */
function lastChangeOf(name: string, changes: readonly Change[]) {
  const last = changes.find(({ fields }) => fields.some((field) => field.name === name))
  return { by: last?.by ?? null, at: last?.at }
}
