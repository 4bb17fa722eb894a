import { permissionsOf } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { analysis } from './analysis.ts'
import { caseFiles } from './caseFiles.ts'
import { caseStatuses } from './caseStatuses.ts'
import { caseTypes } from './caseTypes.ts'
import { courts } from './courts.ts'
import { dynamicPages } from './dynamicPages.ts'
import { judges } from './judges.ts'
import { permissions } from './permissions.ts'
import { phrases } from './phrases.ts'
import { relationTypes } from './relationTypes.ts'
import { roles } from './roles.ts'
import { subscriptionConfigs } from './subscriptionConfigs.ts'
import { users } from './users.ts'

/** All resources, in the order of the menu in the specification. */
export const resources = [
  caseFiles,
  phrases,
  analysis,
  courts,
  judges,
  caseTypes,
  relationTypes,
  caseStatuses,
  subscriptionConfigs,
  dynamicPages,
  users,
  roles,
  permissions,
] as const satisfies readonly Resource[]

const byName = new Map<string, Resource>(resources.map((resource) => [resource.name, resource]))

/** The description of a resource; throws when a description refers to an unknown resource. */
export function resourceByName(name: string): Resource {
  const resource = byName.get(name)
  if (!resource) throw new Error(`a description refers to the unknown resource ${name}: see shared/resources`)
  return resource
}

/** Permissions that are not an action on a resource. */
export const standalonePermissions = ['view-charge-status', 'view-searches'] as const

/** The permissions that the program checks by name. */
export const builtInPermissions: readonly string[] = [...resources.flatMap(permissionsOf), ...standalonePermissions]
