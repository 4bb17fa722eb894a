import { createHmac, generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileLinks } from '#server/session/fileLinks.ts'
import { openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'

/** A forged token equals that of an active session, except for what its name says. */
const api = await openApi()
afterAll(() => api.close())

const key = Buffer.from(api.secrets.token_key, 'base64url')
const foreignKey = Buffer.alloc(32, 7)
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const { body } = await api.call('auth/login', { email: await buildUser(api.databaseUrl), password })
const real = String(body['encodedToken'])
const [realHeader = '', realClaims = '', realSignature = ''] = real.split('.')
const claims = decodeJwt(real)
const header = { alg: 'HS256', typ: 'at+jwt', kid: '1' }
const now = Math.floor(Date.now() / 1000)

const encode = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
const hmac = (text: string, { hash = 'sha256', by = key }: Signing = {}) =>
  createHmac(hash, by).update(text).digest('base64url')

type Signing = { hash?: string; by?: Uint8Array }

/** A token of these parts, by default signed with our own key. */
function token(parts: { header?: unknown; claims?: unknown }, how: Signing = {}) {
  const text = `${encode(parts.header ?? header)}.${encode(parts.claims ?? claims)}`
  return `${text}.${hmac(text, how)}`
}
const withClaims = (more: object) => token({ claims: { ...claims, ...more } })
const withHeader = (more: object) => token({ header: { ...header, ...more } })
const without = (name: string) =>
  token({ claims: Object.fromEntries(Object.entries(claims).filter(([one]) => one !== name)) })
const unsigned = (alg: string) => `${encode({ ...header, alg })}.${realClaims}.`
function signedBy(alg: string, privateKey: typeof rsa.privateKey, more: object = {}) {
  const text = `${encode({ ...header, alg, ...more })}.${realClaims}`
  const signature = signBytes('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
const foreign = (more: object) => token({ header: { ...header, ...more } }, { by: foreignKey })

const forged: Record<string, string> = {
  'no algorithm': unsigned('none'),
  'no algorithm, in capitals': unsigned('NONE'),
  'no algorithm, mixed': unsigned('nOnE'),
  'no algorithm, with the real signature': `${encode({ ...header, alg: 'none' })}.${realClaims}.${realSignature}`,
  'an empty signature': `${realHeader}.${realClaims}.`,
  'two parts only': `${realHeader}.${realClaims}`,
  'four parts': `${real}.${realSignature}`,
  'five parts, like a sealed one': `${encode({ alg: 'dir', enc: 'A256GCM' })}..${realHeader}.${realClaims}.${realSignature}`,
  'another key': token({}, { by: foreignKey }),
  'an empty key': token({}, { by: Buffer.alloc(0) }),
  'the letters of the key instead of the key': token({}, { by: Buffer.from(api.secrets.token_key) }),
  'the key of the codes': token({}, { by: Buffer.from(api.secrets.code_key, 'base64url') }),
  'a stronger hash': token({ header: { ...header, alg: 'HS512' } }, { hash: 'sha512' }),
  'a middle hash': token({ header: { ...header, alg: 'HS384' } }, { hash: 'sha384' }),
  'a pair of keys instead of one': signedBy('RS256', rsa.privateKey),
  'the public key as the secret': token({}, { by: Buffer.from(rsa.publicKey.export({ type: 'spki', format: 'pem' })) }),
  'an elliptic curve': signedBy('ES256', ec.privateKey),
  'a key that it brings itself': signedBy('RS256', rsa.privateKey, { jwk: rsa.publicKey.export({ format: 'jwk' }) }),
  'a secret that it brings itself': foreign({ jwk: { kty: 'oct', k: foreignKey.toString('base64url') } }),
  'an address of a key': foreign({ jku: 'https://evil.test/keys.json' }),
  'an address of a certificate': foreign({ x5u: 'https://evil.test/certificate.pem' }),
  'a key id that is a path': withHeader({ kid: '../../../../dev/null' }),
  'a key id that is SQL': withHeader({ kid: "1' union select 'a" }),
  'another key id': withHeader({ kid: '2' }),
  'a key id that is a list': withHeader({ kid: ['1'] }),
  'a header that must be understood': withHeader({ crit: ['admin'], admin: true }),
  'a body that is not encoded': withHeader({ b64: false, crit: ['b64'] }),
  'its algorithm twice': `${encode('{"alg":"none","alg":"HS256","typ":"at+jwt","kid":"1"}')}.${realClaims}.${hmac('', { by: foreignKey })}`,
  'another type': withHeader({ typ: 'JWT' }),
  'no type': token({ header: { alg: 'HS256', kid: '1' } }),
  'another audience': withClaims({ aud: 'hukum/files' }),
  'no audience': without('aud'),
  'another issuer': withClaims({ iss: 'evil' }),
  'no issuer': without('iss'),
  'a time that is over': withClaims({ exp: now - 1 }),
  'an end in letters': withClaims({ exp: String(now + 3600) }),
  'no end': without('exp'),
  'a beginning to come': withClaims({ nbf: now + 3600 }),
  'no id': without('jti'),
  'an id that is no uuid': withClaims({ jti: "' or true --" }),
  'no session': without('sid'),
  'another session': withClaims({ sid: crypto.randomUUID() }),
  'another person': withClaims({ sub: String(Number(claims.sub) + 1) }),
  'a person that is SQL': withClaims({ sub: '1 or 1=1' }),
  'a person that is a number': withClaims({ sub: Number(claims.sub) }),
  'more abilities, under the old signature': `${realHeader}.${encode({ ...claims, abilities: ['read-users'] })}.${realSignature}`,
  'the parts of two tokens': `${realHeader}.${realClaims}.${token({ claims: { ...claims, jti: crypto.randomUUID() } }).split('.')[2] ?? ''}`,
  'dots that only look like dots': real.replaceAll('.', '\u2024'),
  'a list instead of claims': token({ claims: [claims] }),
  'no JSON': token({ claims: '{' }),
  'the link of a file': createFileLinks(api.secrets.token_key)
    .signedUrl({ file_id: 1, session_id: String(claims['sid']), needs: 'session' })
    .slice('/files/'.length),
  letters: 'a.b.c',
  'a letter that turns the line around': '\u202e',
}

const ask = (path: string, bearer: string) =>
  api.call(path, undefined, { headers: { authorization: `Bearer ${bearer}` }, method: 'GET' })

beforeAll(() => expect(Object.keys(forged).length).toBeGreaterThanOrEqual(30))

test('the original token and a copy with a valid signature are accepted', async () => {
  for (const valid of [real, token({})])
    expect(await api.call('auth/me', undefined, { token: valid, method: 'GET' })).toMatchObject({
      status: 200,
      sealed: true,
    })
})

test.each(Object.entries(forged))('a token with %s is rejected', async (_what, bearer) => {
  expect(await ask('auth/me', bearer)).toMatchObject({ status: 401, sealed: false, body: { code: 'no-session' } })
})

const renewable = new Set(['a time that is over'])
test.each(Object.entries(forged).filter(([what]) => !renewable.has(what)))(
  'a token with %s is not renewed',
  async (_what, bearer) => {
    expect(await ask('auth/refresh', bearer)).toMatchObject({ status: 401, sealed: false })
  },
)

test('the session of the original token stays valid after all forged tokens', async () => {
  expect(await api.call('auth/me', undefined, { token: real, method: 'GET' })).toMatchObject({ status: 200 })
})
