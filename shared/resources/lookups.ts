import { path } from '../resource/names.ts'
import type { Resource } from '../resource/resource.ts'
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
