import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { permissionsOf } from '#shared/resource/names.ts'
import { standalonePermissions, resources } from '#shared/resources/index.ts'
import { demoPassword } from '../db/seed/access.ts'
import { emails, keyOf, mayCall, permissionsFor, seededRoles, type SeededRole } from './accessTable.ts'
import { type Api, openApi } from './api.ts'
import { allEndpoints } from './allEndpoints.ts'
import { buildUser, password } from './factories.ts'

/** Every call × everybody who may callEndpoint: what the table allows is allowed, and nothing else. */

type Caller = Awaited<ReturnType<Api['as']>>
let api: Api
const callers = new Map<SeededRole, Caller>()
/** Somebody whose one role is given other permissions from test to test. */
let keyed: Caller
let keyedRole: number

const calls = allEndpoints.map(([path]) => path)
const methodOf = new Map<string, 'GET' | 'POST'>(allEndpoints.map(([path, { method }]) => [path, method ?? 'POST']))
const everyPermission = [...resources.flatMap((resource) => permissionsOf(resource)), ...standalonePermissions]

beforeAll(async () => {
  api = await openApi({ demoLibrary: true })
  for (const role of seededRoles) callers.set(role, await api.as(emails[role], demoPassword))
  const email = await buildUser(api.databaseUrl)
  const { rows } = await sql<{ id: number }>`select id from roles where name = ${`role of ${email}`}`.execute(api.db)
  keyedRole = rows[0]?.id ?? 0
  keyed = await api.as(email, password)
})
afterAll(() => api.close())

/** Knocks without doing anything: a body that no call takes comes after the lock. */
const nonsense = { nonsense: 1 }
async function callEndpoint(caller: Caller, path: string) {
  const { status, body } = await caller(path, nonsense, { method: methodOf.get(path) ?? 'POST' })
  const errors = (body['payload'] as { errors?: object } | undefined)?.errors ?? {}
  return { status, isOpen: status !== 401 && status !== 403, isNamed: 'nonsense' in errors }
}

async function giveKeys(names: readonly string[]) {
  await sql`delete from role_permissions where role_id = ${keyedRole}`.execute(api.db)
  await sql`
    insert into role_permissions (role_id, permission_id)
    select ${keyedRole}, id from permissions where name = any(${[...names]})`.execute(api.db)
}

/** Renewing gives another token: it is tried apart, in `server/auth/sessions.test.ts`. */
const tried = calls.filter((path) => path !== 'auth/refresh')

test('every call opens to the roles that may make it, and to no other', async () => {
  const wrong: string[] = []
  for (const [role, caller] of callers)
    for (const path of tried) {
      const { status, isOpen } = await callEndpoint(caller, path)
      if (isOpen !== mayCall(role, path)) wrong.push(`${role} ${path}: ${status}`)
    }
  expect(wrong).toEqual([])
})

test('a stranger may make the calls for anybody, and no other', async () => {
  const wrong: string[] = []
  for (const path of tried) {
    const { status } = await callEndpoint((call, body, request) => api.call(call, body, request), path)
    if ((status !== 401) !== (keyOf(path) === 'public')) wrong.push(`${path}: ${status}`)
  }
  expect(wrong).toEqual([])
})

function keysTo(path: string) {
  const key = keyOf(path)
  return typeof key === 'object' ? permissionsFor(key) : []
}

/** What opens with no set of other keys opens with none of them: two knocks are enough for each door. */
test('every call has its key: it opens with it alone, and with all the others it does not', async () => {
  const wrong: string[] = []
  const locked = Map.groupBy(
    tried.filter((path) => typeof keyOf(path) === 'object'),
    (path) => keysTo(path).join(),
  )
  for (const paths of locked.values()) {
    const keys = keysTo(paths[0] ?? '')
    for (const key of keys) {
      await giveKeys([key])
      for (const path of paths) if (!(await callEndpoint(keyed, path)).isOpen) wrong.push(`${path} with ${key}`)
    }
    await giveKeys(everyPermission.filter((name) => !keys.includes(name)))
    for (const path of paths) if ((await callEndpoint(keyed, path)).isOpen) wrong.push(`${path} without ${keys.join()}`)
  }
  expect(wrong).toEqual([])
})

test('a key that no call knows is refused by its name, through every door', async () => {
  const caller = callers.get('Administrator')
  if (!caller) throw new Error('nobody administers')
  const silent: string[] = []
  for (const path of tried.filter((one) => methodOf.get(one) === 'POST')) {
    const isPublic = keyOf(path) === 'public'
    const { status, isNamed } = await callEndpoint(isPublic ? (call, body, request) => api.call(call, body, request) : caller, path)
    if (status !== 400 || !isNamed) silent.push(`${path}: ${status}`)
  }
  expect(silent).toEqual([])
}) // prettier-ignore

test('every resource has the standard calls', () => {
  const standard = ['get', 'isDisplayed', 'find', 'create', 'update', 'partialUpdate', 'delete']
  const missing = resources.flatMap(({ name }) => standard.map((verb) => `${name}/${verb}`)).filter((path) => !calls.includes(path))
  expect(missing).toEqual([])
}) // prettier-ignore

describe('a record that is not there', () => {
  test.each(resources.map(({ name }) => name))('is neither found, told of, changed nor deleted (%s)', async (name) => {
    const caller = callers.get('Administrator')
    const id = 999_999_999
    const change = { id, version: 1, ...firstChange(name) }
    const bodies: [verb: string, body: object][] = [
      ['find', { id }], ['history', { id }], ['delete', { id }], ['update', change], ['partialUpdate', change],
    ] // prettier-ignore
    for (const [verb, body] of bodies)
      expect([verb, (await caller?.(`${name}/${verb}`, body))?.status]).toEqual([verb, 404])
  })
})

/** A field that any save of the resource takes. */
function firstChange(name: string): object {
  const fields = resources.find((resource) => resource.name === name)?.fields ?? {}
  return 'name' in fields ? { name: 'x' } : 'title' in fields ? { title: 'x' } : { dhivehi_phrase: 'x' }
}
