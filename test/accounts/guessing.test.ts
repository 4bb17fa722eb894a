import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { codeFor } from '#test/emails.ts'

let api: Api

beforeAll(async () => {
  api = await openApi({ env: { LOGIN_OTP: 'everyone' } })
})
afterAll(() => api.close())

const begin = async (email: string) => String((await api.call('auth/login', { email, password })).body['Reference'])
const verify = (reference: string, otp: string) => api.call('auth/verify', { reference, otp })

test('forty concurrent references with five guesses each do not exceed the daily guesses of an account', async () => {
  const email = await buildUser(api.databaseUrl)
  const references = []
  for (let number = 0; number < 40; number += 1) references.push(await begin(email))
  const right = await codeFor(api, email)
  // All references become valid again, although each one ended the others.
  await sql`update one_time_codes set used_at = null where email = ${email}`.execute(api.db)

  const guesses = references.flatMap((reference) =>
    Array.from({ length: 5 }, (_, number) => ({
      reference,
      otp: String((Number(right) + 1 + number) % 1_000_000).padStart(6, '0'),
    })),
  )
  const answers = await Promise.all(guesses.map(({ reference, otp }) => verify(reference, otp)))
  const counted = answers.filter(({ body }) => body['code'] === 'bad-code')
  expect(counted.length).toBeLessThanOrEqual(limits.code.attempts_per_day)
  expect(answers.filter(({ status }) => status === 200)).toEqual([])
  // Now the right code is rejected as well.
  expect(await verify(references.at(-1) ?? '', right)).toMatchObject({ body: { code: 'code-ended' } })
})

test('the database stores no password, code, or reference in plain text', async () => {
  const email = await buildUser(api.databaseUrl)
  const reference = await begin(email)
  const otp = await codeFor(api, email)
  const { rows } = await sql<{ everything: string }>`
    select coalesce(string_agg(everything, ' '), '') as everything
      from (
        select to_jsonb(users)::text from users where email = ${email}
        union all select to_jsonb(one_time_codes)::text from one_time_codes where email = ${email}
        union all select to_jsonb(emails)::text from emails where recipient = ${email}
        union all select to_jsonb(audit)::text from audit
        union all select to_jsonb(rate_limits)::text from rate_limits) as rows (everything)`.execute(api.db)
  const stored = rows[0]?.everything ?? ''
  expect(stored).toContain(email)
  for (const secret of [password, reference, `"${otp}"`]) expect(stored).not.toContain(secret)
})
