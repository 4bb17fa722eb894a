import type { Resource } from '../resource/resource.ts'
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

/** The thirteen resources, in the order of the specification's menu. */
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

/** Permissions that belong to no action on a resource. */
export const ownPermissions = ['view-charge-status', 'view-searches'] as const
