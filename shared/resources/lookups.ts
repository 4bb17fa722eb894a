import type { FieldOf } from '#shared/resource/field.ts'
import { path, permission } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resourceByName } from './index.ts'

/** Lookups whose names do not derive from the resource to choose from. */
const irregularNames: Record<string, string> = {
  'users/roles': 'getRoles',
  'roles/permissions': 'getPermissions',
  'phrases/caseFiles': 'getUsedCaseList',
}

/** The path of the call that returns the choices of a select: `caseFiles/getCourtList`. */
export const lookupPath = (resource: Pick<Resource, 'name'>, { from }: { from: string }) =>
  path(resource, irregularNames[`${resource.name}/${from}`] ?? `get${resourceByName(from).model}List`)

export type ChoiceField = FieldOf<'select' | 'multiselect'>

/** The selects of a resource that a user can fill in, also in rows. */
export const choiceFieldsOf = ({ fields }: Resource): ChoiceField[] =>
  Object.values(fields)
    .filter((field) => !field.readOnly)
    .flatMap((field) => (field.kind === 'repeater' ? Object.values(field.fields) : field))
    .filter((field): field is ChoiceField => field.kind === 'select' || field.kind === 'multiselect')

/** The permissions of which any one gives the choices of a select: those of its form, and of a list that filters by it. */
export function lookupPermissions(resource: Resource, { from }: ChoiceField): string[] {
  const isFilter = Object.values(resource.filters ?? {}).some(({ field: name }) => {
    const field = resource.fields[name]
    return field !== undefined && 'from' in field && field.from === from
  })
  return [...(isFilter ? ['read'] : []), 'create', 'update'].map((action) => permission(action, resource))
}
