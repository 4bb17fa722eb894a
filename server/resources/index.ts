import { pagePicturesFolder } from '#server/analysis/pictures/pagePictures.ts'
import type { Env } from '#server/config/env.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { crud } from '#server/crud/crud.ts'
import { readRows } from '#server/crud/find.ts'
import { listFields } from '#server/crud/list.ts'
import type { ResourceConfig } from '#server/crud/resourceConfig.ts'
import type { Db } from '#server/db/database.ts'
import type { Endpoints } from '#server/endpoint/endpoint.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'
import { analysisEndpoints } from '#server/resources/analysis/endpoints.ts'
import { analysisConfig } from '#server/resources/analysis/config.ts'
import { reviewEndpoints } from '#server/resources/analysis/review/endpoints.ts'
import { caseFileEndpoints } from '#server/resources/caseFiles/endpoints.ts'
import { caseFilesConfig } from '#server/resources/caseFiles/config.ts'
import { courtEndpoints } from '#server/resources/courts/endpoints.ts'
import { pageEndpoints } from '#server/resources/pages/endpoints.ts'
import { phraseEndpoints } from '#server/resources/phrases/endpoints.ts'
import { roleEndpoints } from '#server/resources/roles/endpoints.ts'
import { userEndpoints } from '#server/resources/users/endpoints.ts'

/** The resources that replace a step or add endpoints: each has a folder here. All others are standard. */
const customized: ReadonlySet<string> = new Set([
  'caseFiles',
  'analysis',
  'users',
  'roles',
  'permissions',
  'courts',
  'phrases',
])

const standardEndpoints: Endpoints = Object.fromEntries(
  resources.filter(({ name }) => !customized.has(name)).flatMap((resource) => Object.entries(crud({ resource }))),
)

type ResourceDependencies = {
  env: Env
  secrets: Secrets
  rateLimiter: RateLimiter
  search: SearchIndex
  files: FileStore
}

/** The endpoints of all resources. */
export const resourceEndpoints = ({ env, secrets, rateLimiter, search, files }: ResourceDependencies): Endpoints => ({
  ...standardEndpoints,
  ...caseFileEndpoints,
  ...courtEndpoints,
  ...analysisEndpoints,
  ...reviewEndpoints({ files, picturesFolder: pagePicturesFolder(env.DATA_DIR) }),
  ...userEndpoints(secrets, rateLimiter),
  ...roleEndpoints,
  ...phraseEndpoints(search),
  ...pageEndpoints(),
})

/** The resources with more than their description. */
const configured = new Map<string, ResourceConfig>(
  [caseFilesConfig, analysisConfig].map((config) => [config.resource.name, config]),
)

/** Loads rows by id as their list shows them to a user with every permission, with the fields of the list's filters. */
export function loadListed(db: Db, resource: Resource, ids: readonly number[]): Promise<Map<number, Row>> {
  const config = configured.get(resource.name) ?? { resource }
  const everything = Object.values(resource.fields).flatMap(({ permission }) => permission ?? [])
  const filters = Object.values(resource.filters ?? {}).map(({ field }) => field)
  return readRows(db, config, ids, [...new Set([...listFields(config, everything), ...filters])])
}
