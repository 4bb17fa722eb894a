import type { Field } from '#shared/resource/field.ts'
import type { Resource } from '#shared/resource/resource.ts'

export type ListColumn = { name: string; field: Field }

/** The columns of a list in their order, without those that the user may not read. */
export function listColumns(resource: Resource, abilities: readonly string[]): ListColumn[] {
  return Object.entries(resource.fields)
    .filter(([, { list, permission }]) => {
      return list !== undefined && (permission === undefined || abilities.includes(permission))
    })
    .sort(([, one], [, other]) => (one.list ?? 0) - (other.list ?? 0))
    .map(([name, field]) => ({ name, field }))
}
