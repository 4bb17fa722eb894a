import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isOwn, newPassword, rejectOwnOrSame, passwordConfirmation } from './newPassword.ts'
import { parse } from '#server/http/parse.ts'
import { limits } from '#shared/limits.ts'
import { ApiError } from '#server/endpoint/apiError.ts'

const schema = z.strictObject({ Password: newPassword })

/** The error codes by field. */
function problems(run: () => unknown) {
  try {
    run()
    return {}
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return Object.fromEntries(
      Object.entries(error.fields).map(([field, found]) => [field, found.map((one) => one.code)]),
    )
  }
}
const errorsOf = (Password: string) => problems(() => parse(schema, { Password }))['Password'] ?? []

const common = readFileSync(new URL('commonPasswords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

test('more than ten thousand common passwords are rejected, without case', () => {
  expect(common.length).toBeGreaterThan(10_000)
  expect(common.filter((password) => !errorsOf(password).includes('password-common'))).toEqual([])
  expect(errorsOf('PassWord1234')).toEqual(errorsOf('password1234'))
})

test.each(['aaaaaaaaaaaa', '121212121212', 'passwordpassword', '123412341234', 'qwertyqwertyqw'])(
  'a repeated common password is rejected: %s',
  (password) => expect(errorsOf(password)).toEqual(['password-common']),
)

test('a password has 12 to 128 characters', () => {
  expect(errorsOf('kurumba vaki')).toEqual([])
  expect(errorsOf('kurumba vak')).toEqual(['password-short'])
  const long = 'kurumba vaki '.repeat(10).slice(0, 127)
  expect(errorsOf(`${long}!`)).not.toContain('password-long')
  expect(errorsOf(`${long}!!`)).toContain('password-long')
})

test('a password of a megabyte is rejected by its length alone', () => {
  expect(errorsOf('ab'.repeat(500_000))).toEqual(['password-long'])
  expect(errorsOf('a'.repeat(1_000_000))).toEqual(['password-long'])
})

test('the length of a password is counted in code points', () => {
  expect(errorsOf('🌊🐠🦀🌴⛵🐬🐟🐚🦑🐙🐡🦐')).toEqual([])
  expect(errorsOf('🌊🐠🦀🌴⛵🐬')).toEqual(['password-short'])
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
])("a password of the user's data and the service's name only is rejected: %s", (password) =>
  expect(isOwn(password, owner)).toBe(true),
)

test.each(['aminath likes kurumba', '1990-2026-0042-7', 'ހުވަދޫ މަސްދޯނި އަހަރެން'])(
  'a password with other words is accepted: %s',
  (password) => expect(isOwn(password, owner)).toBe(false),
)

test('all errors of a password are reported at once', () => {
  expect(problems(() => rejectOwnOrSame('Aminath Ali', owner, { same: true }))).toEqual({
    Password: ['password-own', 'password-same'],
  })
})

test('different passwords are reported even when other fields are invalid', () => {
  const { check, options } = passwordConfirmation
  const form = z
    .strictObject({ Password: newPassword, Password_confirmation: z.string(), Name: z.string() })
    .refine(check, options)
  expect(problems(() => parse(form, { Password: 'masdhoni', Password_confirmation: 'dhoni' }))).toEqual({
    Password: ['password-short'],
    Password_confirmation: ['passwords-differ'],
    Name: ['required'],
  })
})

test('a password that is neither of its owner nor the current one is accepted, and each of both is refused alone', () => {
  expect(problems(() => rejectOwnOrSame('aminath likes kurumba', owner))).toEqual({})
  expect(problems(() => rejectOwnOrSame('aminath likes kurumba', owner, { same: true }))).toEqual({
    Password: ['password-same'],
  })
  expect(problems(() => rejectOwnOrSame('Aminath Ali', owner))).toEqual({ Password: ['password-own'] })
})

test('the words that every attacker tries first make no password, however they are written', () => {
  for (const word of ['court', 'Hukum', 'ކޯޓު', 'administrator'])
    for (const password of [`${word}-2026!`, `2026 ${word.toUpperCase()} 2026`])
      expect(isOwn(password, owner), password).toBe(true)
})

test('the refusal of a length says how many characters a password has', () => {
  const { min, max } = limits.password
  const valuesOf = (Password: string) => {
    try {
      return parse(schema, { Password })
    } catch (error) {
      return (error as ApiError).fields['Password']
    }
  }
  expect(valuesOf('kurumba')).toEqual([{ code: 'password-short', values: { minimum: min } }])
  expect(valuesOf('kurumba vaki '.repeat(20))).toEqual([{ code: 'password-long', values: { maximum: max } }])
  // In code units it may be twice as long.
  expect(valuesOf('🌊🐠🦀🌴⛵🐬🐟🐚'.repeat(16))).not.toContainEqual(expect.objectContaining({ code: 'password-long' }))
})

test('equal passwords are confirmed', () => {
  const form = z
    .strictObject({ Password: newPassword, Password_confirmation: z.string() })
    .refine(passwordConfirmation.check, passwordConfirmation.options)
  const Password = 'masdhoni vela'
  expect(problems(() => parse(form, { Password, Password_confirmation: Password }))).toEqual({})
})
