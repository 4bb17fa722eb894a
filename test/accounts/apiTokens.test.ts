import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTokenScope, apiTokenScopes } from '#shared/apiTokenScopes.ts'
import { limits } from '#shared/limits.ts'
import { builtInPermissions } from '#shared/resources/index.ts'
import { accessOf } from '#test/accessTable.ts'
import { allEndpoints } from '#test/allEndpoints.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { png } from '#test/pictures.ts'
import { runs } from '#test/nightly.ts'

/** Personal API tokens: what they open, and when they end. */

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const Days = 30

async function signIn(can: string[] = [...builtInPermissions]) {
  const email = await buildUser(api.databaseUrl, { can })
  const { body } = await api.call('auth/login', { email, password })
  return { email, token: String(body['encodedToken']) }
}

async function create(session: string, Scopes: ApiTokenScope[], more: object = {}) {
  const input = { CurrentPassword: password, Name: 'Script', Scopes, Days, ...more }
  const { body } = await api.call('auth/tokens/create', input, { token: session })
  return { Token: String(body['Token']), id: String((body['data'] as { id: string } | undefined)?.id), body }
}

const list = (token: string) => api.call('courts/get', {}, { token })

/** The scopes that open a call, by hand and not derived from the code. */
function scopesOf(path: string): ApiTokenScope[] {
  const access = accessOf(path)
  if (access === 'public') return []
  if (access === 'session') {
    if (path === 'files/link') return ['records:read']
    if (path.startsWith('files/')) return ['records:write']
    // With `library` as well.
    if (['notes/create', 'notes/confirm', 'notes/relocate'].includes(path)) return []
    if (path.startsWith('notes/')) return ['notes']
    return path.startsWith('g/') && path !== 'g/reportError' ? ['library'] : []
  }
  return access.flatMap(({ section, action }): ApiTokenScope[] => {
    if (['users', 'roles', 'permissions'].includes(section)) return []
    if (action === 'read') return ['records:read']
    if (['create', 'update', 'delete'].includes(action)) return ['records:write']
    return section === 'searches' ? ['search-log:read'] : ['analyses:run']
  })
}

/** A scope of reading and one of writing; the nightly run has all. */
const scopesInRun = apiTokenScopes.filter((scope) => scope.startsWith('records:') || runs(0, 1) === 1)

test.each(scopesInRun)('a token with the scope %s opens exactly the calls of the table', async (scope) => {
  const { token } = await signIn()
  const { Token } = await create(token, [scope])
  const wrong: string[] = []
  for (const [path, { method = 'POST', access }] of allEndpoints) {
    if (access === 'public') continue
    // An unknown field is refused only after authorization.
    const { status } = await api.call(path, { nonsense: 1 }, { token: Token, method })
    const isOpen = status !== 401 && status !== 403
    if (isOpen !== scopesOf(path).includes(scope)) wrong.push(`${path}: ${status}`)
  }
  expect(wrong).toEqual([])
})

test('a token needs the scope library besides notes to take the text of a case into a note', async () => {
  const { token } = await signIn([])
  const statuses = async (scopes: ApiTokenScope[]) => {
    const { Token } = await create(token, scopes)
    const paths = ['notes/create', 'notes/confirm', 'notes/relocate', 'notes/update']
    return Promise.all(paths.map(async (path) => (await api.call(path, { nonsense: 1 }, { token: Token })).status))
  }
  expect(await statuses(['notes'])).toEqual([403, 403, 403, 400])
  expect(await statuses(['library'])).toEqual([403, 403, 403, 403])
  expect(await statuses(['notes', 'library'])).toEqual([400, 400, 400, 400])
})

test('no scope opens an account, its factors, tokens, sessions, notifications or sockets', () => {
  const closed = allEndpoints
    .map(([path]) => path)
    .filter((path) => /^(auth|broadcasting|notifications|users|roles)\//.test(path))
  expect(closed.length).toBeGreaterThan(30)
  expect(closed.filter((path) => scopesOf(path).length > 0)).toEqual([])
})

test('a token uploads a file for a record, and opens the link of it', async () => {
  const { token } = await signIn()
  const { Token } = await create(token, ['records:read', 'records:write'])
  const headers = {
    'content-type': 'application/octet-stream',
    'x-file-name': 'a.png',
    'x-file-for': 'dynamicPages.page_content',
  }
  const raw = png(8, 8)
  const { status, body } = await api.call('files/upload', undefined, { token: Token, raw, headers })
  expect(status, JSON.stringify(body)).toBe(200)
  const { link } = body['data'] as { link: string }
  const open = async () => (await api.app.inject({ method: 'GET', url: link })).statusCode
  expect(await open()).toBe(200)
  await api.call('auth/tokens/revoke', { id: (await own(token))[0]?.id }, { token })
  expect(await open()).toBe(401)

  const { Token: reading } = await create(token, ['records:read'])
  expect(await api.call('files/upload', undefined, { token: reading, raw, headers })).toMatchObject({ status: 403 })
})

const own = async (token: string) =>
  (await api.call('auth/tokens', {}, { token })).body['data'] as Record<string, unknown>[]

test('a token is shown once, listed without its secret, and stored as a hash', async () => {
  const { email, token } = await signIn()
  const { Token } = await create(token, ['records:read'], { Name: '  Nightly export ' })
  const listed = await own(token)
  expect(listed).toMatchObject([{ name: 'Nightly export', scopes: ['records:read'], used_at: null }])
  expect(JSON.stringify(listed)).not.toContain(Token)
  expect(await list(Token)).toMatchObject({ status: 200, sealed: true })
  expect((await own(token))[0]?.['used_at']).toEqual(expect.any(String))

  const { rows } = await sql<{ everything: string }>`
    select string_agg(everything, ' ') as everything
      from (select to_jsonb(api_tokens)::text from api_tokens
            union all select to_jsonb(audit)::text from audit
            union all select to_jsonb(emails)::text from emails) as rows (everything)`.execute(api.db)
  expect(rows[0]?.everything).not.toContain(Token.slice('hukum_pat_'.length))
  expect((await api.emails(email)).at(-1)?.text).toContain('A personal API token was created')
})

test('what a token changes is recorded with the token and its user', async () => {
  const { email, token } = await signIn()
  const { Token, id } = await create(token, ['records:write'])
  const { status } = await api.call('courts/create', { name: 'ޓޯކަން ކޯޓު' }, { token: Token })
  expect(status).toBe(200)
  const { rows } = await sql`
    select session_id, users.email
      from audit
      join users on users.id = actor_id
     where resource = 'courts' and action = 'create'
     order by audit.id desc
     limit 1`.execute(api.db)
  expect(rows).toEqual([{ session_id: id, email }])
})

test('a token has never more than its user: a revoked permission applies to its next call', async () => {
  const { email, token } = await signIn(['read-courts'])
  const { Token } = await create(token, ['records:read'])
  expect(await list(Token)).toMatchObject({ status: 200 })
  await sql`delete from user_roles using users where users.id = user_id and email = ${email}`.execute(api.db)
  expect(await list(Token)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
})

test('a scope that the user has no permission for cannot be chosen', async () => {
  const { token } = await signIn(['read-courts'])
  for (const scope of ['records:write', 'analyses:run', 'search-log:read'] as const)
    expect((await create(token, ['records:read', scope])).body).toMatchObject({
      code: 'beyond-own-rights',
      payload: { errors: { Scopes: [expect.any(String)] } },
    })
  expect((await create(token, ['library', 'notes'])).Token).toMatch(/^hukum_pat_/)
})

test.each([
  ['revoked', sql`revoked_at = now(), revoked_why = 'owner'`],
  ['expired', sql`created_at = now() - interval '2 days', ends_at = now()`],
])('a token that is %s opens nothing', async (_state, set) => {
  const { token } = await signIn()
  const { Token, id } = await create(token, ['records:read'])
  await sql`update api_tokens set ${set} where id = ${id}`.execute(api.db)
  expect(await list(Token)).toMatchObject({ status: 401, sealed: false, body: { code: 'no-session' } })
  expect(await own(token)).toEqual([])
})

test('a new password revokes every token', async () => {
  const { token } = await signIn()
  const { Token } = await create(token, ['records:read'])
  const next = 'a wholly other 34'
  const change = { CurrentPassword: password, Password: next, Password_confirmation: next }
  expect(await api.call('auth/password/change', change, { token })).toMatchObject({ status: 200 })
  expect(await list(Token)).toMatchObject({ status: 401 })
})

test('opening a closed account again does not restore its tokens', async () => {
  const { email, token } = await signIn()
  const { Token, id } = await create(token, ['records:read'])
  for (const active of [false, true])
    await sql`update users set active = ${active} where email = ${email}`.execute(api.db)
  expect(await list(Token)).toMatchObject({ status: 401 })
  const { rows } = await sql`select revoked_why from api_tokens where id = ${id}`.execute(api.db)
  expect(rows).toEqual([{ revoked_why: 'closed' }])
})

test('a token cannot be created without the current password, for longer than a year, or beyond the number of a user', async () => {
  const { token } = await signIn()
  expect((await create(token, ['library'], { CurrentPassword: 'not this one' })).body).toMatchObject({
    code: 'wrong-password',
  })
  expect((await create(token, [], { Days: 366, Name: ' ' })).body).toMatchObject({
    payload: { errors: { Days: [expect.any(String)], Scopes: [expect.any(String)], Name: [expect.any(String)] } },
  })
  const attempts = await Promise.all(
    Array.from({ length: limits.apiToken.per_user + 3 }, async () => (await create(token, ['library'])).body['code']),
  )
  expect(attempts.filter((code) => code === 'tokens-full')).toHaveLength(3)
  expect(await own(token)).toHaveLength(limits.apiToken.per_user)
})

test('a user cannot revoke a token of another user', async () => {
  const [one, other] = [await signIn(), await signIn()]
  const { Token, id } = await create(one.token, ['records:read'])
  expect(await api.call('auth/tokens/revoke', { id }, { token: other.token })).toMatchObject({ status: 404 })
  expect(await list(Token)).toMatchObject({ status: 200 })
})

test('tokens are not among the sessions of the user', async () => {
  const { token } = await signIn()
  await create(token, ['records:read'])
  expect((await api.call('auth/sessions', {}, { token })).body['data']).toHaveLength(1)
})
