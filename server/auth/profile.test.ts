import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { jpeg, png, webp } from '#test/pictures.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type SignedIn = { token: string; call: (path: string, body?: object) => ReturnType<Api['call']> }

async function createUser(more: object = {}): Promise<SignedIn & { email: string }> {
  const email = await buildUser(api.databaseUrl, more)
  return { email, ...(await signIn(email)) }
}
async function signIn(email: string): Promise<SignedIn> {
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  return { token, call: (path, input = {}) => api.call(path, input, { token }) }
}
const me = async ({ token }: SignedIn) => (await api.call('auth/me', undefined, { token, method: 'GET' })).body
const avatarOf = async (caller: SignedIn) => ((await me(caller))['user'] as { avatar: string | null }).avatar
const upload = (caller: SignedIn, image: Buffer) =>
  caller.call('auth/profile/avatar', { Image: image.toString('base64') })
const fetchFile = (url: string | null) => api.app.inject({ method: 'GET', url: url ?? '/files/none' })

test('a user reads their own profile', async () => {
  const caller = await createUser({ copy_access: true })
  const { body } = await caller.call('auth/profile')
  expect(body['data']).toMatchObject({
    name: 'Test',
    email: caller.email,
    avatar: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    subscription: { amount: '100.00', starts_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), copy_access: true },
  })
})

test('the profile of a user without a subscription has none', async () => {
  const { body } = await (await createUser()).call('auth/profile')
  expect(body['data']).toMatchObject({ subscription: null })
})

test('a changed name is stored trimmed and returned at once, an empty one is rejected', async () => {
  const caller = await createUser()
  expect(await caller.call('auth/profile/update', { Name: '  އަޙްމަދު  ' })).toMatchObject({ status: 200 })
  expect(await me(caller)).toMatchObject({ user: { name: 'އަޙްމަދު' } })
  expect(await caller.call('auth/profile/update', { Name: '   ' })).toMatchObject({ status: 400 })
})

test.each([
  ['PNG', png(64, 64), 'image/png'],
  ['JPEG', jpeg(64, 64), 'image/jpeg'],
  ['WebP', webp(64, 64), 'image/webp'],
])('a %s avatar is stored and served byte for byte with its content type', async (_kind, image, type) => {
  const caller = await createUser()
  const { status, body } = await upload(caller, image)
  expect(status).toBe(200)
  expect(body['avatar']).toMatch(/^\/files\//)

  const { statusCode, headers, rawPayload } = await fetchFile(await avatarOf(caller))
  expect(statusCode).toBe(200)
  expect(rawPayload).toEqual(image)
  expect(headers).toMatchObject({
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': expect.stringMatching(/^inline; filename\*=UTF-8''avatar\.\w+$/),
    'content-security-policy': expect.stringContaining('sandbox'),
  })
})

test.each([
  ['HTML', Buffer.from('<script>alert(1)</script>')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a GIF', Buffer.from(`GIF89a${'\0'.repeat(64)}`)],
  ['the first bytes of a PNG only', png(64, 64).subarray(0, 16)],
  ['a PNG without a size', png(0, 64)],
  ['compressed bytes', deflateSync(Buffer.alloc(4096))],
  ['nothing', Buffer.alloc(0)],
])('an avatar of %s is rejected', async (_what, image) => {
  const { status, body } = await upload(await createUser(), image)
  expect(status).toBe(400)
  expect(errorsOf(body)).toHaveProperty('Image')
})

test('an avatar of more than 1024 pixels is rejected, whatever its size in bytes', async () => {
  for (const image of [png(30_000, 30_000), jpeg(64, 1025), webp(1025, 64)]) {
    const { status, body } = await upload(await createUser(), image)
    expect(status).toBe(400)
    expect(errorsOf(body)['Image']).toEqual(['The picture may measure 1024 pixels at most.'])
  }
})

test('an avatar of too many bytes is rejected', async () => {
  const caller = await createUser()
  const { status } = await upload(caller, Buffer.concat([png(64, 64), Buffer.alloc(215_000)]))
  expect(status).toBe(400)
})

test('a replaced or removed avatar invalidates the links of the former one', async () => {
  const caller = await createUser()
  await upload(caller, png(64, 64))
  const first = await avatarOf(caller)
  await upload(caller, png(32, 32))
  expect((await fetchFile(first)).statusCode).toBe(401)

  const second = await avatarOf(caller)
  expect(await caller.call('auth/profile/avatar', { Image: null })).toMatchObject({ status: 200 })
  expect((await fetchFile(second)).statusCode).toBe(401)
  expect(await avatarOf(caller)).toBeNull()
})

test('the link of an avatar ends with its session, and links of other sessions stay valid', async () => {
  const caller = await createUser()
  await upload(caller, png(64, 64))
  const other = await signIn(caller.email)
  const [link, otherLink] = [await avatarOf(caller), await avatarOf(other)]
  await caller.call('auth/logout')
  expect((await fetchFile(link)).statusCode).toBe(401)
  expect((await fetchFile(otherLink)).statusCode).toBe(200)
})

test('a token or a changed link opens no file, and a link is no token', async () => {
  const caller = await createUser()
  await upload(caller, png(64, 64))
  const link = (await avatarOf(caller)) ?? ''
  for (const url of [
    `/files/${caller.token.slice(0, 80)}`,
    `${link}x`,
    link.slice(0, -2),
    '/files/..%2f..%2fsecrets.json',
    '/files/a',
  ])
    expect((await fetchFile(url)).statusCode).toBe(401)
  const token = link.split('/').at(-1) ?? ''
  expect(await api.call('auth/me', undefined, { token, method: 'GET' })).toMatchObject({ status: 401 })
})

test('a name that stays the same is no change: the audit log, the version, and the other screens have none', async () => {
  const caller = await createUser()
  const stored = async () => {
    const { rows } = await sql<{ version: number; changes: { before: object; after: object }[]; events: number }>`
      select version,
             (select coalesce(jsonb_agg(jsonb_build_object('before', before, 'after', after) order by id), '[]')
                from audit where resource = 'users' and action = 'update' and row_id = users.id) as changes,
             (select count(*)::integer from live_events where resource = 'users' and row_id = users.id) as events
        from users
       where email = ${caller.email}`.execute(api.db)
    return rows[0]
  }
  await caller.call('auth/profile/update', { Name: 'New' })
  await sql`update users set name = 'Renamed' where email = ${caller.email}`.execute(api.db)
  const answers = [1, 2, 3].map(() => caller.call('auth/profile/update', { Name: 'Newer' }))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stored()).toMatchObject({
    version: 4,
    events: 2,
    changes: [
      { before: { name: 'Test' }, after: { name: 'New' } },
      { before: { name: 'Renamed' }, after: { name: 'Newer' } },
    ],
  })
})

test('changes of the own profile are in the audit log', async () => {
  const caller = await createUser()
  await caller.call('auth/profile/update', { Name: 'New' })
  await upload(caller, png(64, 64))
  const { rows } = await sql<{ action: string }>`
    select action from audit join users on users.id = actor_id where email = ${caller.email} order by audit.id`.execute(
    api.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['login', 'update', 'avatar'])
})
