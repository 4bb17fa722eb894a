import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { unwrapAnswer } from '#web/platform/api/query.ts'
import { connect, get, post, postPath } from '#web/platform/api/client.ts'
import {
  currentSession,
  currentToken,
  reloadPermissions,
  renewSession,
  renewToken,
  restoreSession,
  sessionEnded,
  signIn,
} from '#web/platform/session/session.ts'
import { writeToken } from '#web/platform/session/storage.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { memoryStorage } from '#test/memoryStorage.ts'

/** The session of a tab and its calls, with the real server. */

let api: Api
let email: string
let requests: string[]
/** What happens to a request before it reaches the server, by path. */
let onTheWay: Record<string, () => Promise<void>>
/** What happens after the server has answered, by path. */
let onTheWayBack: Record<string, () => Promise<void>>

beforeAll(async () => {
  api = await openApi()
  email = await buildUser(api.databaseUrl, { can: ['read-courts'] })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  connect({
    token: currentToken,
    renewToken,
    language: () => 'en',
    socketId: () => undefined,
    sessionEnded,
    permissionMissing: () => undefined,
  })
})
afterAll(() => api.close())

beforeEach(async () => {
  await sql`update sessions set ended_at = now() where ended_at is null`.execute(api.db)
  requests = []
  onTheWay = {}
  onTheWayBack = {}
  vi.stubGlobal('localStorage', memoryStorage())
  vi.stubGlobal('sessionStorage', memoryStorage())
  const { port } = api.app.server.address() as AddressInfo
  const fetch = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(path.replace('/api/', ''))
    await onTheWay[path.replace('/api/', '')]?.()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init)
    await onTheWayBack[path.replace('/api/', '')]?.()
    return response
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function signInTab({ remember = true } = {}) {
  expect(signIn(await post('auth/login', { email, password, remember }))).toBe(true)
  requests = []
}

/** Another tab renews the token, and the server no longer accepts the former one. Answers like that tab when it is asked. */
async function renewInOtherTab() {
  const { encodedToken } = await get('auth/refresh', { token: currentToken() ?? '' }).then(unwrapAnswer)
  await sql`update sessions set rotated_at = now() - interval '2 minutes'`.execute(api.db)
  const tab = new BroadcastChannel('hukum-session')
  onTestFinished(() => tab.close())
  tab.addEventListener('message', ({ data }: MessageEvent<{ is: string }>) => {
    if (data.is === 'asked') tab.postMessage({ is: 'token', token: encodedToken })
  })
  requests = []
  return encodedToken
}

/** This tab is closed and opened again: the token in its storage is all that it has. */
async function reopenTab() {
  const token = currentToken() ?? ''
  sessionEnded(token)
  writeToken(token, { remember: false })
  await restoreSession()
}

const sessionsAlive = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from sessions where ended_at is null`.execute(api.db)
  return rows[0]?.count
}

/** The token passes its end on the server. */
const expireOnServer = () => sql`update sessions set token_ends_at = now() - interval '1 second'`.execute(api.db)

/** The machine sleeps for two hours: the token also passes its end by the clock of the tab. */
async function sleep() {
  await expireOnServer()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
}

const readCourts = () => postPath('courts/get', {})

test('after a sleep the first call renews the expired token before it is sent', async () => {
  await signInTab()
  await sleep()
  expect(await readCourts()).toMatchObject({ Status: 'success' })
  expect(requests).toEqual(['auth/refresh', 'courts/get'])
})

test('a renewal that fails after a sleep fails the calls too, and the next call renews the session', async () => {
  await signInTab()
  await sleep()
  onTheWay['auth/refresh'] = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await readCourts()).toMatchObject({ code: 'network' })
  expect(currentSession().at).toBe('signed-in')

  onTheWay = {}
  expect(await readCourts()).toMatchObject({ Status: 'success' })
})

test('calls during a slow renewal wait for its token', async () => {
  await signInTab()
  await sleep()
  let goOn = () => {}
  onTheWay['auth/refresh'] = () => new Promise((resolve) => (goOn = resolve))
  const renewal = renewSession()
  const calls = [readCourts(), readCourts()]
  // A call that does not wait is sent in this turn of the event loop.
  await nextTurn()
  expect(requests).toEqual(['auth/refresh'])
  goOn()
  expect(await Promise.all([...calls, renewal])).toMatchObject([
    { Status: 'success' },
    { Status: 'success' },
    undefined,
  ])
})

test('a token that has expired on the server only is renewed, and its call is sent again', async () => {
  await signInTab()
  await expireOnServer()
  const token = currentToken()
  expect(await readCourts()).toMatchObject({ Status: 'success' })
  expect(requests).toEqual(['courts/get', 'auth/refresh', 'courts/get'])
  expect(currentToken()).not.toBe(token)
})

test('a session that has ended on the server ends in the tab at its next call', async () => {
  await signInTab()
  await sql`update sessions set ended_at = now()`.execute(api.db)
  expect(await readCourts()).toMatchObject({ code: 'no-session' })
  expect(currentSession().at).toBe('guest')
})

test('a tab that is opened again with the token from before a renewal takes the token of another tab', async () => {
  await signInTab({ remember: false })
  const renewed = await renewInOtherTab()
  await reopenTab()
  expect(currentToken()).toBe(renewed)
  expect(requests).not.toContain('auth/refresh')
})

test('a tab that is opened again with an expired token renews the token of another tab, and the session goes on', async () => {
  await signInTab({ remember: false })
  await renewInOtherTab()
  await sleep()
  await reopenTab()
  expect(currentSession().at).toBe('signed-in')
  expect(await sessionsAlive()).toBe(1)
})

test('a tab that wakes with a token that another tab has renewed takes the newer one instead of renewing its own', async () => {
  await signInTab({ remember: false })
  const renewed = await renewInOtherTab()
  expect(await renewSession()).toBeUndefined()
  expect(currentToken()).toBe(renewed)
  expect(requests).toEqual(['auth/me'])
})

test('a tab without other tabs is opened again with its stored token', async () => {
  await signInTab({ remember: false })
  const token = currentToken()
  await reopenTab()
  expect(currentToken()).toBe(token)
  expect(requests).toEqual(['auth/me'])
})

test('a sign-in while a reopened tab still asks the other tabs for their token is not replaced by it', async () => {
  await signInTab({ remember: false })
  const { encodedToken } = await get('auth/refresh', { token: currentToken() ?? '' }).then(unwrapAnswer)
  const tab = new BroadcastChannel('hukum-session')
  onTestFinished(() => tab.close())
  const asked = new Promise((resolve) => tab.addEventListener('message', resolve))
  await reopenTab()
  await asked
  await signInTab()
  const signedIn = currentToken()
  tab.postMessage({ is: 'token', token: encodedToken })
  // The message arrives in a later turn, and a tab that followed it would ask for the session of its token.
  for (let call = 0; call < 3; call += 1) await readCourts()
  expect(requests).not.toContain('auth/me')
  expect(currentToken()).toBe(signedIn)
})

const subscription = () => {
  const session = currentSession()
  return session.at === 'signed-in' ? session.decoded.user.subscription : undefined
}

const subscribe = () =>
  sql`with config as (
      insert into subscription_configs (name, amount, days, copy_access) values ('Tab', 100, 30, true)
        on conflict (name) do update set amount = excluded.amount returning id)
    insert into subscriptions (user_id, subscription_config_id, starts_on)
    select users.id, config.id, current_date from users, config where email = ${email}`.execute(api.db)

const unsubscribe = () => sql`delete from subscriptions`.execute(api.db)

test('a new subscription reaches the tab when its permissions are read again', async () => {
  onTestFinished(async () => void (await unsubscribe()))
  await signInTab()
  expect(subscription()).toBeNull()
  await subscribe()
  await reloadPermissions()
  expect(subscription()).toMatchObject({ name: 'Tab', copy_access: true })
})

test('a change while the permissions are read again is read too', async () => {
  onTestFinished(async () => void (await unsubscribe()))
  await signInTab()
  let reloads: Promise<void>[] = []
  onTheWayBack['auth/me'] = async () => {
    onTheWayBack = {}
    await subscribe()
    reloads = [reloadPermissions(), reloadPermissions()]
  }
  await reloadPermissions()
  await Promise.all(reloads)
  expect(subscription()).toMatchObject({ name: 'Tab' })
  expect(requests).toEqual(['auth/me', 'auth/me'])
})
