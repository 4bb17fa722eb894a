import { crud } from '#server/crud/crud.ts'
import type { Endpoints } from '#server/http/endpoint.ts'
import { resources } from '#shared/resources/index.ts'

/** Those that differ have a room of their own, with all their calls. */
const withRoom: ReadonlySet<string> = new Set(['caseFiles', 'analysis', 'users', 'roles', 'permissions', 'courts'])

/** The resources that are kept as they are described. */
export const backOfficeEndpoints: Endpoints = Object.fromEntries(
  resources.filter(({ name }) => !withRoom.has(name)).flatMap((resource) => Object.entries(crud({ resource }))),
)
