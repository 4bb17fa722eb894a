import { path } from '../resource/names.ts'
import type { Resource } from '../resource/resource.ts'
import { resourceNamed } from './index.ts'

/** The lookups whose names the specification does not make of the resource that is chosen from. */
const named: Record<string, string> = {
  'users/roles': 'getRoles',
  'roles/permissions': 'getPermissions',
  'phrases/caseFiles': 'getUsedCaseList',
}

/** The call that answers the choices of a select: `caseFiles/getCourtList`. */
export const lookupPath = (resource: Pick<Resource, 'name'>, { from }: { from: string }) =>
  path(resource, named[`${resource.name}/${from}`] ?? `get${resourceNamed(from).model}List`)
