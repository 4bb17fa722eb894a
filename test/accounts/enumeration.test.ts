import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type ApiAnswer, openApi } from '#test/api.ts'
import { buildUser } from '#test/factories.ts'

/** No response reveals whether an e-mail address has an account; response times are measured by `bench/enumeration.ts`. */
let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const calls: Record<string, (email: string) => Promise<ApiAnswer>> = {
  'auth/login': (email) => api.call('auth/login', { email, password: 'a wrong one 1' }),
  'auth/password/resetInit': (Email) => api.call('auth/password/resetInit', { Email }),
  'guest/initEmail': (Email) => api.call('guest/initEmail', { Email }),
}

/** Masks the reference, which differs in every response. */
const withoutReference = (answer: ApiAnswer) =>
  JSON.stringify(answer).replace(/"Reference":"[\w-]{43}"/, '"Reference":"…"')

const accounts: Record<string, () => Promise<string>> = {
  'an account': () => buildUser(api.databaseUrl),
  'an account that is deactivated': () => buildUser(api.databaseUrl, { active: false }),
  'an account that is locked': () => buildUser(api.databaseUrl, { is_locked: true }),
  'an account with a first password': () => buildUser(api.databaseUrl, { must_change: true }),
}

const pairs = Object.keys(calls).flatMap((path) => Object.keys(accounts).map((who) => ({ path, who })))

test.each(pairs)('$path returns the same response for $who and for an unknown address', async ({ path, who }) => {
  const known = (await accounts[who]?.()) ?? ''
  const answers = [await calls[path]?.(known), await calls[path]?.(`user-${crypto.randomUUID()}@hukum.test`)]
  const [one, other] = answers.map((answer) => answer && withoutReference(answer))
  expect(one).toBe(other)
})
