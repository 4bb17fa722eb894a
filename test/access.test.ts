import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtInPermissions, resources } from '#shared/resources/index.ts'
import { demoPassword } from '#db/seed/access.ts'
import { emails, accessOf, mayCall, permissionsFor, seededRoles, type SeededRole } from './accessTable.ts'
import { type Api, type Caller, openApi } from './api.ts'
import { allEndpoints } from './allEndpoints.ts'
import { buildUser, password } from './factories.ts'

/** Every call × every role: what the table allows is allowed, and nothing else. */

let api: Api
const callers = new Map<SeededRole, Caller>()
/** A user with one role, whose permissions each test sets. */
let singleRoleUser: Caller
let singleRoleId: number

const paths = allEndpoints.map(([path]) => path)
const methodOf = new Map<string, 'GET' | 'POST'>(allEndpoints.map(([path, { method }]) => [path, method ?? 'POST']))

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  for (const role of seededRoles) callers.set(role, await api.as(emails[role], demoPassword))
  const email = await buildUser(api.databaseUrl)
  const { rows } = await sql<{ id: number }>`select id from roles where name = ${`role of ${email}`}`.execute(api.db)
  singleRoleId = rows[0]?.id ?? 0
  singleRoleUser = await api.as(email, password)
})
afterAll(() => api.close())

/** Calls an endpoint without effect: an unknown field is rejected only after authorization. */
const nonsense = { nonsense: 1 }
async function callEndpoint(caller: Caller, path: string) {
  const { status, body } = await caller(path, nonsense, { method: methodOf.get(path) ?? 'POST' })
  const errors = (body['payload'] as { errors?: object } | undefined)?.errors ?? {}
  return { status, isAllowed: status !== 401 && status !== 403, isNamed: 'nonsense' in errors }
}

async function setPermissions(names: readonly string[]) {
  await sql`delete from role_permissions where role_id = ${singleRoleId}`.execute(api.db)
  await sql`
    insert into role_permissions (role_id, permission_id)
    select ${singleRoleId}, id from permissions where name = any(${[...names]})`.execute(api.db)
}

/** Refreshing returns another token; it is tested in `server/auth/sessions.test.ts`. */
const testedPaths = paths.filter((path) => path !== 'auth/refresh')

test('every call is allowed for exactly the roles of the table', async () => {
  const wrong: string[] = []
  for (const [role, caller] of callers)
    for (const path of testedPaths) {
      const { status, isAllowed } = await callEndpoint(caller, path)
      if (isAllowed !== mayCall(role, path)) wrong.push(`${role} ${path}: ${status}`)
    }
  expect(wrong).toEqual([])
})

test('a client without a session may make the public calls and no other', async () => {
  const wrong: string[] = []
  for (const path of testedPaths) {
    const { status } = await callEndpoint((call, body, request) => api.call(call, body, request), path)
    if ((status !== 401) !== (accessOf(path) === 'public')) wrong.push(`${path}: ${status}`)
  }
  expect(wrong).toEqual([])
})

function permissionsOfPath(path: string) {
  const key = accessOf(path)
  return typeof key === 'object' ? permissionsFor(key) : []
}

/** Calls that fail with all other permissions fail with each of them: two calls per endpoint are enough. */
test('every call is allowed with its permission alone and rejected with all other permissions', async () => {
  const wrong: string[] = []
  const protectedPaths = Map.groupBy(
    testedPaths.filter((path) => typeof accessOf(path) === 'object'),
    (path) => permissionsOfPath(path).join(),
  )
  for (const paths of protectedPaths.values()) {
    const permissions = permissionsOfPath(paths[0] ?? '')
    for (const permission of permissions) {
      await setPermissions([permission])
      for (const path of paths)
        if (!(await callEndpoint(singleRoleUser, path)).isAllowed) wrong.push(`${path} with ${permission}`)
    }
    await setPermissions(builtInPermissions.filter((name) => !permissions.includes(name)))
    for (const path of paths)
      if ((await callEndpoint(singleRoleUser, path)).isAllowed) wrong.push(`${path} without ${permissions.join()}`)
  }
  expect(wrong).toEqual([])
})

test('an unknown field is rejected by name at every endpoint', async () => {
  const caller = callers.get('Administrator')
  if (!caller) throw new Error('there is no administrator')
  const notNamed: string[] = []
  for (const path of testedPaths.filter((one) => methodOf.get(one) === 'POST')) {
    const isPublic = accessOf(path) === 'public'
    const { status, isNamed } = await callEndpoint(
      isPublic ? (call, body, request) => api.call(call, body, request) : caller,
      path,
    )
    if (status !== 400 || !isNamed) notNamed.push(`${path}: ${status}`)
  }
  expect(notNamed).toEqual([])
})

test('every resource has the standard calls', () => {
  const standard = ['get', 'isDisplayed', 'find', 'create', 'update', 'partialUpdate', 'delete']
  const missing = resources
    .flatMap(({ name }) => standard.map((verb) => `${name}/${verb}`))
    .filter((path) => !paths.includes(path))
  expect(missing).toEqual([])
})

describe('missing records', () => {
  test.each(resources.map(({ name }) => name))(
    'a missing record cannot be found, listed in history, changed, or deleted (%s)',
    async (name) => {
      const caller = callers.get('Administrator')
      const id = 999_999_999
      const change = { id, version: 1, ...firstChange(name) }
      const bodies: [verb: string, body: object][] = [
        ['find', { id }],
        ['history', { id }],
        ['delete', { id }],
        ['update', change],
        ['partialUpdate', change],
      ]
      for (const [verb, body] of bodies)
        expect([verb, (await caller?.(`${name}/${verb}`, body))?.status]).toEqual([verb, 404])
    },
  )
})

/** A field that every save of the resource accepts. */
function firstChange(name: string): object {
  const fields = resources.find((resource) => resource.name === name)?.fields ?? {}
  return 'name' in fields ? { name: 'x' } : 'title' in fields ? { title: 'x' } : { dhivehi_phrase: 'x' }
}
