import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type ApiAnswer, openApi } from '../api.ts'
import { buildUser } from '../factories.ts'

/** Whether an e-mail has an account is told by no answer; how long they take is measured by `bench/enumeration.ts`. */
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

/** A reference is another each time; that it is one is all that counts. */
const withoutReference = (answer: ApiAnswer) =>
  JSON.stringify(answer).replace(/"Reference":"[\w-]{43}"/, '"Reference":"…"')

const people: Record<string, () => Promise<string>> = {
  'an account': () => buildUser(api.databaseUrl),
  'an account that is deactivated': () => buildUser(api.databaseUrl, { active: false }),
  'an account that is locked': () => buildUser(api.databaseUrl, { is_locked: true }),
  'an account with a first password': () => buildUser(api.databaseUrl, { must_change: true }),
}

const pairs = Object.keys(calls).flatMap((path) => Object.keys(people).map((who) => ({ path, who })))

test.each(pairs)('$path answers the same for $who and for nobody', async ({ path, who }) => {
  const known = (await people[who]?.()) ?? ''
  const answers = [await calls[path]?.(known), await calls[path]?.(`user-${crypto.randomUUID()}@hukum.test`)]
  const [one, other] = answers.map((answer) => answer && withoutReference(answer))
  expect(one).toBe(other)
})
