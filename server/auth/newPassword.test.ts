import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isOwn, newPassword, refuseOwn, typedTwice } from '#server/auth/newPassword.ts'
import { parse } from '#server/http/parse.ts'
import { ApiError } from '#server/endpoint/apiError.ts'

const schema = z.strictObject({ Password: newPassword })

/** The codes of everything that is wrong, by field. */
function problems(run: () => unknown) {
  try {
    run()
    return {}
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    return Object.fromEntries(
      Object.entries(thrown.fields).map(([field, found]) => [field, found.map((one) => one.code)]),
    )
  }
}
const wrongWith = (Password: string) => problems(() => parse(schema, { Password }))['Password'] ?? []

const common = readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

test('more than ten thousand of the most used passwords are refused, however they are written', () => {
  expect(common.length).toBeGreaterThan(10_000)
  expect(common.filter((password) => !wrongWith(password).includes('password-common'))).toEqual([])
  expect(wrongWith('PassWord1234')).toEqual(wrongWith('password1234'))
})

test.each(['aaaaaaaaaaaa', '121212121212', 'passwordpassword', '123412341234', 'qwertyqwertyqw'])(
  'so is one of them over and over: %s',
  (password) => expect(wrongWith(password)).toEqual(['password-common']),
)

test('twelve characters are enough, eleven are not, and 129 are too many', () => {
  expect(wrongWith('kurumba vaki')).toEqual([])
  expect(wrongWith('kurumba vak')).toEqual(['password-short'])
  const long = 'kurumba vaki '.repeat(10).slice(0, 127)
  expect(wrongWith(`${long}!`)).not.toContain('password-long')
  expect(wrongWith(`${long}!!`)).toContain('password-long')
})

test('a character is what is typed, not what it takes to keep it', () => {
  expect(wrongWith('🌊🐠🦀🌴⛵🐬🐟🐚🦑🐙🐡🦐')).toEqual([])
  expect(wrongWith('🌊🐠🦀🌴⛵🐬')).toEqual(['password-short'])
})

const owner = { email: 'aminath.ali@example.mv', name: 'Aminath Ali Didi', productName: 'Sharee' }

test.each([
  'aminath.ali@example.mv',
  'Aminath-Ali-1990',
  'aliaminathdidi!!',
  'hukum hukum 2026',
  'Supreme Court 1',
  'sharee2026password',
  'ޙުކުމް ކޯޓު 2026',
])('who somebody is and what this is are no password: %s', (password) => expect(isOwn(password, owner)).toBe(true))

test.each(['aminath likes kurumba', '1990-2026-0042-7', 'ހުވަދޫ މަސްދޯނި އަހަރެން'])(
  'what says more than that is one: %s',
  (password) => expect(isOwn(password, owner)).toBe(false),
)

test('everything that is wrong with a password is said at once', () => {
  expect(problems(() => refuseOwn('Aminath Ali', owner, { same: true }))).toEqual({
    Password: ['password-own', 'password-same'],
  })
})

test('two passwords that differ are told apart even when other fields are wrong', () => {
  const { check, settings } = typedTwice
  const form = z
    .strictObject({ Password: newPassword, Password_confirmation: z.string(), Name: z.string() })
    .refine(check, settings)
  expect(problems(() => parse(form, { Password: 'masdhoni', Password_confirmation: 'dhoni' }))).toEqual({
    Password: ['password-short'],
    Password_confirmation: ['passwords-differ'],
    Name: ['required'],
  })
})
