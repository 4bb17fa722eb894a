import { expect, test } from 'vitest'
import { ApiError } from '#server/endpoint/apiError.ts'
import {
  authenticatedEndpoint,
  publicEndpoint,
  saveEndpoint,
  tokenEndpoint,
  withScope,
} from '#server/endpoint/endpoint.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { Session } from '#server/session/session.ts'
import type { ApiTokenScope } from '#shared/apiTokenScopes.ts'
import { limits } from '#shared/limits.ts'
import { z } from 'zod'
import { authorizeAndCount } from './authorize.ts'

/** What is decided about a call before its body is read. */

const session = (abilities: string[] = [], scopes?: ApiTokenScope[]) =>
  ({ abilities, ...(scopes && { scopes }) }) as Session
const definition = { input: z.strictObject({}), about: 'An endpoint.', run: () => Promise.resolve({}) }
const [open, token, own, courts, either] = [
  publicEndpoint(definition),
  tokenEndpoint(definition),
  authenticatedEndpoint(definition),
  authenticatedEndpoint({ ...definition, can: 'read-courts' }),
  authenticatedEndpoint({ ...definition, can: ['read-courts', 'read-judges'] }),
]

/** The limits that the call was counted by, and the code of its refusal. */
async function admit(endpoint: typeof own, who?: Session, declaredBytes?: number) {
  const counted: string[] = []
  const rateLimiter = { consumeAll: (names: readonly string[]) => Promise.resolve(counted.push(...names)) }
  const caller = { address: '127.0.0.1', session: who, device: undefined }
  try {
    await authorizeAndCount(rateLimiter as unknown as RateLimiter, endpoint, caller, declaredBytes)
    return { refused: undefined, counted }
  } catch (error) {
    return { refused: (error as ApiError).code, counted }
  }
}
const refusalOf = async (...call: Parameters<typeof admit>) => (await admit(...call)).refused

test('a call without a session reaches the endpoints of everyone alone, and counts as that of a guest', async () => {
  for (const endpoint of [open, token])
    expect(await admit(endpoint)).toEqual({ refused: undefined, counted: ['guest'] })
  for (const endpoint of [own, courts, either])
    expect(await admit(endpoint)).toEqual({ refused: 'no-session', counted: ['guest'] })
  expect((await admit(own, session())).counted).toEqual([])
})

test('a call that needs permissions is open to users with any one of them', async () => {
  expect(await refusalOf(courts, session(['update-courts', 'read-judges']))).toBe('not-allowed')
  expect(await refusalOf(courts, session(['update-courts', 'read-courts']))).toBeUndefined()
  expect(await refusalOf(either, session(['read-judges']))).toBeUndefined()
  expect(await refusalOf(either, session(['update-judges']))).toBe('not-allowed')
  expect(await refusalOf(own, session())).toBeUndefined()
})

test('a personal API token reaches a call without a permission only with every scope of it', async () => {
  const { notes, copies, forAll } = {
    ...withScope('notes', { notes: own, forAll: courts }),
    ...withScope('library', withScope('notes', { copies: own })),
  }
  if (!notes || !copies || !forAll) expect.unreachable()
  expect(await refusalOf(own, session([], ['notes', 'library']))).toBe('token-scope')
  expect(await refusalOf(notes, session([], ['notes']))).toBeUndefined()
  expect(await refusalOf(notes, session([], ['library']))).toBe('token-scope')
  expect(await refusalOf(copies, session([], ['notes']))).toBe('token-scope')
  expect(await refusalOf(copies, session([], ['library', 'notes']))).toBeUndefined()
  // The session of a sign-in has no scopes; a permission of the token was reduced by them before.
  expect(await refusalOf(notes, session())).toBeUndefined()
  expect(forAll).toEqual(courts)
  expect(await refusalOf(forAll, session(['read-courts'], ['records:read']))).toBeUndefined()
})

test('a body that is declared larger than the endpoint takes is refused before it is counted', async () => {
  const limited = { ...own, bodyBytes: 10, rateLimits: ['upload'] as const }
  expect(await admit(limited, session(), 11)).toEqual({ refused: 'too-large', counted: [] })
  expect(await admit(limited, session(), 10)).toEqual({ refused: undefined, counted: ['upload'] })
  expect(await refusalOf(own, session(), 1e12)).toBeUndefined()
  expect(await refusalOf(open, undefined, limits.request.public_body_bytes + 1)).toBe('too-large')
})

test('limits by the account are left for when the body was read', async () => {
  const endpoint = { ...open, rateLimits: ['login', 'known-login', 'verify'] as const }
  expect((await admit(endpoint)).counted).toEqual(['guest', 'login', 'verify'])
})

test('a refusal for the moment comes after that of a permission, and is not counted', async () => {
  const refuseEarly = () => {
    throw new ApiError('unavailable')
  }
  const endpoint = { ...courts, refuseEarly, rateLimits: ['list'] as const }
  expect(await admit(endpoint, session(['read-courts']))).toEqual({ refused: 'unavailable', counted: [] })
  expect(await refusalOf(endpoint, session())).toBe('not-allowed')
})

test('only an endpoint that changes records takes a key to repeat a call by, and each hands its input on', async () => {
  const prepare = (_context: unknown, input: unknown) => Promise.resolve([input])
  const run = (_context: unknown, input: unknown, prepared?: unknown) => Promise.resolve({ input, prepared })
  const save = saveEndpoint({ ...definition, can: 'update-courts', prepare, run })
  expect([save.isSave, own.isSave, open.isSave]).toEqual([true, undefined, undefined])
  expect([save.access, open.access, token.access, own.access]).toEqual([
    { can: 'update-courts' },
    'public',
    'token',
    'session',
  ])
  const context = {} as never
  expect(await save.run(context, 1, await save.prepare?.(context, 1))).toEqual({ input: 1, prepared: [1] })
  expect(await publicEndpoint({ ...definition, run }).run(context, 2)).toEqual({ input: 2 })
  expect(own).not.toHaveProperty('prepare')
})
