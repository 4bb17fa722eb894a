import { crud, lookup } from '#server/crud/crud.ts'
import type { Endpoints } from '#server/http/endpoint.ts'
import { permission } from '#shared/resource/names.ts'
import { caseStatuses } from '#shared/resources/caseStatuses.ts'
import { caseTypes } from '#shared/resources/caseTypes.ts'
import { courts } from '#shared/resources/courts.ts'
import { dynamicPages } from '#shared/resources/dynamicPages.ts'
import { judges } from '#shared/resources/judges.ts'
import { phrases } from '#shared/resources/phrases.ts'
import { relationTypes } from '#shared/resources/relationTypes.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'

/** The resources that are kept as they are described, without a room of their own. */
const plain = [courts, judges, caseTypes, relationTypes, caseStatuses, subscriptionConfigs, dynamicPages, phrases]

export const backOfficeEndpoints: Endpoints = {
  ...Object.fromEntries(plain.flatMap((resource) => Object.entries(crud({ resource })))),
  'phrases/getUsedCaseList': lookup(permission('read', phrases), phrases.fields.used_cases),
}
