import { permissionsOf } from '#shared/resource/names.ts'
import { resources } from '#shared/resources/index.ts'
import { demoPassword } from '#db/seed/access.ts'
import { openApi } from './api.ts'
import { buildUser, password } from './factories.ts'

/** Every permission of every resource. */
export const allPermissions = resources.flatMap((resource) => permissionsOf(resource))

/** The API on an empty database, and a user with every permission. */
export async function openStaffApi() {
  const api = await openApi()
  const staff = await api.as(await buildUser(api.databaseUrl, { can: allPermissions }), password)
  return { api, staff }
}

/** The API on the demo library: a subscriber, and an editor, who also reads unpublished cases. */
export async function openLibraryApi() {
  const api = await openApi({ demoLibrary: true })
  const subscriber = await api.as('subscriber@hukum.test', demoPassword)
  const editor = await api.as('editor@hukum.test', demoPassword)
  return { api, subscriber, editor }
}

type Body = Record<string, unknown>

/** The saved record of a response. */
export const rowOf = (body: Body) => body['data'] as Body & { id: number; version: number }
