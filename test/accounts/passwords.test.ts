import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword, isPassword } from '#server/security/passwords.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser } from '#test/factories.ts'
import { runs } from '#test/nightly.ts'
import { codePoint } from '#test/codePoint.ts'

/** Thaana with vowel signs, other combining marks, emoji sequences, all kinds of spaces, and arbitrary characters. */
const characters = fc.oneof(
  fc.integer({ min: 0x780, max: 0x7b0 }).map((point) => String.fromCodePoint(point)),
  fc.integer({ min: 0x300, max: 0x36f }).map((point) => `e${String.fromCodePoint(point)}`),
  fc.constantFrom('👩‍⚖️', '🇲🇻', '🏝️', '👍🏽', ' ', '\u00a0', '\u2003', '\u200f', '\t', 'ﷲ', 'é', 'e\u0301'),
  fc.string({ unit: codePoint, minLength: 1, maxLength: 2 }).filter((text) => !text.includes('\0')),
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 4 }).filter((text) => !text.includes('\0')),
)
const passwords = fc.array(characters, { minLength: 12, maxLength: 60 }).map((parts) => parts.join(''))

/** Small changes of a password: case, an added mark or space, a removed character, another normalization form. */
const changes: ((password: string) => string)[] = [
  (password) => `${password} `,
  (password) => ` ${password}`,
  (password) => `${password}\u07a6`,
  (password) => Array.from(password).slice(0, -1).join(''),
  (password) => Array.from(password).slice(1).join(''),
  (password) => (password === password.toUpperCase() ? password.toLowerCase() : password.toUpperCase()),
  (password) => (password === password.normalize('NFD') ? password.normalize('NFC') : password.normalize('NFD')),
]

const samples = fc.sample(passwords, { numRuns: runs(16, 1000), seed: 7 })

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

/** Two at a time, as many as are hashed concurrently. */
async function forEach<Item>(items: Item[], run: (item: Item, index: number) => Promise<void>) {
  const entries = items.entries()
  await Promise.all(
    [1, 2].map(async () => {
      for (const [index, item] of entries) await run(item, index)
    }),
  )
}

test('random passwords match byte for byte, and not when one character differs', { timeout: 900_000 }, async () => {
  const wrong: string[] = []
  await forEach(samples, async (password, index) => {
    const hashed = await hashPassword(password)
    if (!(await isPassword(password, hashed))) wrong.push(`${password} does not match itself`)
    const changed = changes[index % changes.length]?.(password) ?? ''
    if (changed !== password && (await isPassword(changed, hashed))) wrong.push(`${password} and ${changed} match`)
  })
  expect(wrong).toEqual([])
})

test('every character of a long password counts', async () => {
  const long = 'ހ'.repeat(127)
  const hashed = await hashPassword(`${long}a`)
  expect(await isPassword(`${long}a`, hashed)).toBe(true)
  expect(await isPassword(`${long}b`, hashed)).toBe(false)
})

test('random passwords sign in exactly as typed', { timeout: 120_000 }, async () => {
  await forEach(samples.slice(0, runs(4, 40)), async (password) => {
    const email = await buildUser(api.databaseUrl)
    await sql`update users set password_hash = ${await hashPassword(password)} where email = ${email}`.execute(api.db)
    expect(await api.call('auth/login', { email, password })).toMatchObject({ status: 200 })
    expect(await api.call('auth/login', { email, password: `${password} ` })).toMatchObject({ status: 401 })
  })
})
