import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { permissionsDigest } from '#shared/permissionsDigest.ts'
import {
  connectPusher,
  type Live,
  openSubscriber,
  serveLive,
  signInWith,
  subscriptionResult,
  until,
} from '#test/live.ts'

/** What a socket loses when its user loses a permission or the session. */

let api: Api
let live: Live
let editor: Awaited<ReturnType<typeof signInWith>>

beforeAll(async () => {
  api = await openApi()
  // No sweep stands in for a notification.
  live = await serveLive(api, undefined, 3_600_000)
  editor = await signInWith(
    api,
    ['courts', 'users', 'roles', 'permissions'].flatMap((name) =>
      ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`),
    ),
  )
})
afterAll(async () => {
  await live.close()
  await api.close()
})

const court = (name: string) => ({ name: `${name} ${crypto.randomUUID()}` })

test('a revoked permission removes its channels without a sweep, and the connection stays open', async () => {
  const { received, pusher, channel, email } = await openSubscriber({ api, live }, 'private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
  })
  let isRemoved = false
  channel.bind('pusher:subscription_error', () => (isRemoved = true))
  await sql`
    delete from role_permissions
     where role_id = (select id from roles where name = ${`role of ${email}`})`.execute(api.db)
  await until(() => isRemoved)
  await receivedByAnother(() => editor.call('courts/create', court('Not received')))
  // What was sent on this connection before has arrived when this is answered.
  expect(await subscriptionResult(pusher.subscribe(`private-User.${(await userOf(email)).id}`))).toMatchObject({
    accepted: true,
  })
  expect(received).toEqual([])
  expect(pusher.connection.state).toBe('connected')
  pusher.disconnect()
})

test('a client is notified when a permission of its user changes, also one that no channel needs', async () => {
  const { pusher, email } = await openSubscriber({ api, live }, 'private-Court-Primary', {
    can: ['read-courts', 'create-courts'],
    event: 'CourtEvents',
  })
  let notifications = 0
  pusher.bind('PermissionsChanged', () => (notifications += 1))
  await revoke(email, 'create-courts')
  await until(() => notifications === 1)
  pusher.disconnect()
})

test.each([
  { change: 'were revoked after it was loaded is notified once', revoked: true, notifications: 1 },
  { change: 'are those it was loaded with is not notified', revoked: false, notifications: 0 },
])('a page whose permissions $change when it joins its channels', async ({ revoked, notifications }) => {
  const { email, token } = await signInWith(api, ['create-courts', 'read-courts'])
  if (revoked) await revoke(email, 'create-courts')
  const permissions = permissionsDigest(['create-courts', 'read-courts'])
  const { pusher } = connectPusher({ api, live }, token, { permissions })
  let received = 0
  pusher.bind('PermissionsChanged', () => (received += 1))
  const channels = ['private-Court-Primary', `private-User.${(await userOf(email)).id}`]
  for (const name of channels)
    expect(await subscriptionResult(pusher.subscribe(name))).toMatchObject({ accepted: true })
  expect(received).toBe(notifications)
  pusher.disconnect()
})

/** Takes a permission from the role of a user. */
const revoke = (email: string, name: string) =>
  sql`
    delete from role_permissions
     using roles, permissions
     where roles.name = ${`role of ${email}`}
       and role_id = roles.id
       and permission_id = permissions.id
       and permissions.name = ${name}`.execute(api.db)

/** Resolves when another user with the permission has received the change. */
async function receivedByAnother(change: () => Promise<unknown>) {
  const other = await openSubscriber({ api, live }, 'private-Court-Primary', {
    can: ['read-courts'],
    event: 'CourtEvents',
  })
  await change()
  await until(() => other.received.length === 1)
  other.pusher.disconnect()
}

const sessionEndings: Record<string, (user: { email: string; token: string }) => Promise<unknown>> = {
  'signs out': ({ token }) => api.call('auth/logout', {}, { token }),
  'is made inactive': ({ email }) => saveUser(email, { active: false }),
  'is locked': ({ email }) => saveUser(email, { is_locked: true }),
  'is deleted': async ({ email }) => {
    const { id, version } = await userOf(email)
    return editor.call('users/delete', { id, version })
  },
}

async function saveUser(email: string, change: object) {
  const { id, version } = await userOf(email)
  return editor.call('users/update', { id, version, ...change })
}

async function userOf(email: string) {
  const { rows } = await sql<{ id: number; version: number }>`
    select id, version from users where email = ${email}`.execute(api.db)
  return rows[0] ?? { id: 0, version: 0 }
}

test.each(Object.entries(sessionEndings))(
  'the connection of a user who %s is closed without a sweep',
  async (_how, end) => {
    const { received, pusher, email, token } = await openSubscriber({ api, live }, 'private-Court-Primary', {
      can: ['read-courts'],
      event: 'CourtEvents',
    })
    await end({ email, token })
    await until(() => pusher.connection.state !== 'connected')
    await receivedByAnother(() => editor.call('courts/create', court('Not received')))
    expect(received).toEqual([])
    pusher.disconnect()
  },
)
