import { deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { jpeg, png, webp } from '../../test/pictures.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type Caller = { token: string; call: (path: string, body?: object) => ReturnType<Api['call']> }

async function someone(more: object = {}): Promise<Caller & { email: string }> {
  const email = await buildUser(api.databaseUrl, more)
  return { email, ...(await signIn(email)) }
}
async function signIn(email: string): Promise<Caller> {
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  return { token, call: (path, input = {}) => api.call(path, input, { token }) }
}
const me = async ({ token }: Caller) => (await api.call('auth/me', undefined, { token, method: 'GET' })).body
const avatarOf = async (caller: Caller) => ((await me(caller))['user'] as { avatar: string | null }).avatar
const keep = (caller: Caller, image: Buffer) => caller.call('auth/profile/avatar', { Image: image.toString('base64') })
const fetchFile = (url: string | null) => api.app.inject({ method: 'GET', url: url ?? '/files/none' })
const problemsOf = (body: Record<string, unknown>) => (body['payload'] as { errors: Record<string, string[]> }).errors

test('a person reads his own account', async () => {
  const caller = await someone({ copy_access: true })
  const { body } = await caller.call('auth/profile')
  expect(body['data']).toMatchObject({
    name: 'Test',
    email: caller.email,
    avatar: null,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    subscription: { amount: '100.00', starts_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), copy_access: true },
  })
})

test('without a subscription there is none', async () => {
  const { body } = await (await someone()).call('auth/profile')
  expect(body['data']).toMatchObject({ subscription: null })
})

test('a new name is kept, without the spaces around it, and shown at once', async () => {
  const caller = await someone()
  expect(await caller.call('auth/profile/update', { Name: '  އަޙްމަދު  ' })).toMatchObject({ status: 200 })
  expect(await me(caller)).toMatchObject({ user: { name: 'އަޙްމަދު' } })
  expect(await caller.call('auth/profile/update', { Name: '   ' })).toMatchObject({ status: 400 })
})

test.each([
  ['PNG', png(64, 64), 'image/png'],
  ['JPEG', jpeg(64, 64), 'image/jpeg'],
  ['WebP', webp(64, 64), 'image/webp'],
])('a %s picture is kept and served byte for byte, as what it is and nothing else', async (_kind, image, type) => {
  const caller = await someone()
  const { status, body } = await keep(caller, image)
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
])('%s is no picture', async (_what, image) => {
  const { status, body } = await keep(await someone(), image)
  expect(status).toBe(400)
  expect(problemsOf(body)).toHaveProperty('Image')
})

test('a picture that would fill a wall is refused, however few bytes it has', async () => {
  for (const image of [png(30_000, 30_000), jpeg(64, 1025), webp(1025, 64)]) {
    const { status, body } = await keep(await someone(), image)
    expect(status).toBe(400)
    expect(problemsOf(body)['Image']).toEqual(['The picture may measure 1024 pixels at most.'])
  }
})

test('a picture of too many bytes is refused', async () => {
  const caller = await someone()
  const { status } = await keep(caller, Buffer.concat([png(64, 64), Buffer.alloc(250_000)]))
  expect(status).toBe(400)
})

test('another picture takes the place of the first, whose links open nothing any more; so does none', async () => {
  const caller = await someone()
  await keep(caller, png(64, 64))
  const first = await avatarOf(caller)
  await keep(caller, png(32, 32))
  expect((await fetchFile(first)).statusCode).toBe(401)

  const second = await avatarOf(caller)
  expect(await caller.call('auth/profile/avatar', { Image: null })).toMatchObject({ status: 200 })
  expect((await fetchFile(second)).statusCode).toBe(401)
  expect(await avatarOf(caller)).toBeNull()
})

test('a link opens its file for one session: when that ends, so does the link, and no other one', async () => {
  const caller = await someone()
  await keep(caller, png(64, 64))
  const other = await signIn(caller.email)
  const [link, otherLink] = [await avatarOf(caller), await avatarOf(other)]
  await caller.call('auth/logout')
  expect((await fetchFile(link)).statusCode).toBe(401)
  expect((await fetchFile(otherLink)).statusCode).toBe(200)
})

test('neither a token nor a changed link opens a file, and no link opens a session', async () => {
  const caller = await someone()
  await keep(caller, png(64, 64))
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

test('what a person changes of his account stands in the audit log', async () => {
  const caller = await someone()
  await caller.call('auth/profile/update', { Name: 'New' })
  await keep(caller, png(64, 64))
  const { rows } = await sql<{ action: string }>`
    select action from audit join users on users.id = actor_id where email = ${caller.email} order by audit.id`.execute(
    api.db,
  )
  expect(rows.map(({ action }) => action)).toEqual(['login', 'update', 'avatar'])
})
