import type { Change } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { changesOf, same } from './draft.ts'
import type { FormValues } from './payload.ts'

/** A field that two people changed, each in another way. */
export type Clash = { name: string; mine: unknown; theirs: unknown; by: string | null; at: string | undefined }

type Versions = {
  /** As it was when the form opened, as it stands in the form, and as it is kept now. */
  base: FormValues
  mine: FormValues
  theirs: FormValues
}

/**
 * Brings together what two people did to one record: what only one of them changed stands as he changed it; where both
 * did, mine stands until somebody chooses.
 */
export function bringTogether(resource: Resource, { base, mine, theirs }: Versions, changes: readonly Change[]) {
  const edited = changesOf(base, mine)
  const changed = changesOf(base, theirs)
  const clashes = Object.keys(edited)
    .filter((name) => name in changed && name in resource.fields && !same(mine[name], theirs[name]))
    .map((name): Clash => ({ name, mine: mine[name], theirs: theirs[name], ...authorOf(name, changes) }))
  return { values: { ...theirs, ...edited }, clashes, taken: Object.keys(changed).filter((name) => !(name in edited)) }
}

/** What made the versions of a record after one, up to another; a change that no version was counted for is none of them. */
export const changesBetween = (changes: readonly Change[], { from, to }: { from: number; to: number }) =>
  changes.filter(({ version }) => version > from && version <= to)

/** Who changed a field last; changes come newest first. */
function authorOf(name: string, changes: readonly Change[]) {
  const last = changes.find(({ fields }) => fields.some((field) => field.name === name))
  return { by: last?.by ?? null, at: last?.at }
}
