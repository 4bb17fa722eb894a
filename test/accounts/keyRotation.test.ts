import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHmac } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { liveKeyOf, readSecrets, rotateTokenKey, type Secrets, tokenKeyId } from '#server/config/secrets.ts'
import { createDevices } from '#server/security/devices.ts'
import { createFileLinks } from '#server/session/fileLinks.ts'
import { describeSession, restoreSession } from '#server/session/session.ts'
import { createTokens } from '#server/session/tokens.ts'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** Rotated signing keys: what survives, and what is forged. */

let api: Api
let folder: string
beforeAll(async () => {
  api = await openApi()
  folder = mkdtempSync(join(tmpdir(), 'hukum-keys-'))
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true, force: true })
})

const claims = {
  session_id: '6f1f8a3e-3c1a-4f6e-9a54-0b6f7d3f2c11',
  token_id: '7d4f2a6e-3f0b-4b1e-9a51-2f6c8f1f9d10',
  user_id: 1,
}
const times = () => ({ created_at: new Date(), expires_at: new Date(Date.now() + 60_000), abilities: [] })
const sign = (secrets: Secrets) => createTokens(secrets).sign({ ...claims, ...times() })
const longest_ms = limits.session.remember_days * 86_400_000

test('a token from before a rotation is accepted, and new tokens name the new key', async () => {
  const before = readSecrets(folder)
  const old = await sign(before)
  const after = rotateTokenKey(folder)
  expect(decodeProtectedHeader(old).kid).toBe(tokenKeyId(before))
  expect(await createTokens(after).read(old)).toMatchObject(claims)
  const renewed = await sign(after)
  expect(decodeProtectedHeader(renewed).kid).toBe(tokenKeyId(after))
  expect(await createTokens(after).read(renewed)).toMatchObject(claims)
  expect(await createTokens(before).read(renewed)).toBeUndefined()
})

test('a process that runs through a rotation accepts the tokens of the new key, and signs by it from then on', async () => {
  const before = readSecrets(folder)
  const tokens = createTokens(before, () => readSecrets(folder))
  const old = await tokens.sign({ ...claims, ...times() })
  const after = rotateTokenKey(folder)
  expect(await tokens.read(await sign(after))).toMatchObject(claims)
  expect(await tokens.read(old)).toMatchObject(claims)
  expect(decodeProtectedHeader(await tokens.sign({ ...claims, ...times() })).kid).toBe(tokenKeyId(after))
})

test('tokens that name unknown keys cost at most one read of the secrets a second', async () => {
  const before = readSecrets(folder)
  let reads = 0
  const tokens = createTokens(before, () => (reads++, before))
  const unknown = await sign({ ...before, token_key_id: '99999' })
  for (let times = 0; times < 5; times += 1) expect(await tokens.read(unknown)).toBeUndefined()
  expect(reads).toBe(1)
})

test('a session survives a rotation, and its next token is signed by the new key', async () => {
  const { body } = await api.call('auth/login', { email: await buildUser(api.databaseUrl), password })
  const token = String(body['encodedToken'])
  const { token_key: key } = api.secrets
  const until = new Date(Date.now() + longest_ms).toISOString()
  const rotated: Secrets = {
    ...api.secrets,
    token_key: 'n'.repeat(43),
    token_key_id: '2',
    former_token_keys: [{ id: '1', key, until }],
  }
  const tokens = createTokens(rotated)
  const session = await restoreSession({ db: api.db, tokens }, token)
  expect(session).toMatchObject({ token })
  const own = (await tokens.read(token)) ?? claims
  const { encodedToken } = await describeSession(api.db, { tokens, links: createFileLinks(rotated.token_key) }, own)
  expect(decodeProtectedHeader(encodedToken).kid).toBe('2')
  expect(await restoreSession({ db: api.db, tokens }, encodedToken)).toMatchObject({ id: session?.id })
})

test('a former key is retired after the longest lifetime of a session, and forgotten by a later rotation', async () => {
  const before = readSecrets(folder)
  const old = await sign(before)
  const long_ago = new Date(Date.now() - longest_ms - 1000)
  const after = rotateTokenKey(folder, { now: long_ago })
  expect(await createTokens(after).read(old)).toBeUndefined()
  expect(rotateTokenKey(folder).former_token_keys?.map(({ id }) => id)).not.toContain(tokenKeyId(before))
})

test('a token that was verified before is refused once its former key is retired', async () => {
  const old = await sign(readSecrets(folder))
  const tokens = createTokens(rotateTokenKey(folder))
  try {
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await tokens.read(old)).toMatchObject(claims)
    vi.setSystemTime(Date.now() + longest_ms)
    expect(await tokens.read(old)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

test('after a leak the former keys verify nothing, and live channels have another key', async () => {
  const before = readSecrets(folder)
  const old = await sign(before)
  const ordinary = rotateTokenKey(folder)
  expect(liveKeyOf(ordinary)).toBe(liveKeyOf(before))
  const after = rotateTokenKey(folder, { isLeaked: true })
  for (const token of [old, await sign(ordinary)]) expect(await createTokens(after).read(token)).toBeUndefined()
  expect(liveKeyOf(after)).not.toBe(liveKeyOf(before))
  expect(JSON.stringify(after)).not.toContain(before.token_key)
})

test('a token that names another key than the one that signed it is refused', async () => {
  const before = readSecrets(folder)
  const old = await sign(before)
  const after = rotateTokenKey(folder)
  const [, payload = ''] = old.split('.')
  const forge = (kid: unknown, key: string) => {
    const head = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'at+jwt', kid })).toString('base64url')
    const signature = createHmac('sha256', Buffer.from(key, 'base64url'))
      .update(`${head}.${payload}`)
      .digest('base64url')
    return `${head}.${payload}.${signature}`
  }
  const tokens = createTokens(after)
  expect(await tokens.read(forge(tokenKeyId(before), before.token_key))).toMatchObject(claims)
  const forged = [
    forge(tokenKeyId(after), before.token_key),
    forge(tokenKeyId(before), after.token_key),
    ...[undefined, '', '0', '999', '../secrets.json', '__proto__', 1, null].map((kid) => forge(kid, before.token_key)),
  ]
  for (const token of forged) expect(await tokens.read(token)).toBeUndefined()
})

test('a rotation keeps the other secrets and a file that only its owner reads, and its ids never repeat', () => {
  const before = readSecrets(folder)
  const after = rotateTokenKey(folder)
  expect(after).toMatchObject({ code_key: before.code_key, database_password: before.database_password })
  expect(readSecrets(folder)).toEqual(after)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  const ids = [tokenKeyId(after), ...(after.former_token_keys?.map(({ id }) => id) ?? [])]
  expect(new Set(ids).size).toBe(ids.length)
  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toContain(after.token_key)
})

test('a browser that signed in before a rotation is known after it', () => {
  const account = { id: 7, password_hash: 'hash' }
  const cookie = createDevices('k'.repeat(43)).write(undefined, account)
  const device = createDevices('n'.repeat(43), ['k'.repeat(43)]).read(cookie)
  expect(createDevices('n'.repeat(43), ['k'.repeat(43)]).isOf(device, account)).toBe(true)
  expect(createDevices('n'.repeat(43)).read(cookie)).toBeUndefined()
})
