import { expect, test } from 'vitest'
import { createFactorSecrets } from './factorSecrets.ts'
import type { Sealed } from './seals.ts'

const secrets = createFactorSecrets('k'.repeat(43))

test('the secret of an authenticator app opens for its user alone', () => {
  const totp = secrets.newTotpSecret()
  expect(totp).toHaveLength(20)
  expect(secrets.newTotpSecret()).not.toEqual(totp)
  const sealed = secrets.sealTotp(7, totp)
  expect(secrets.openTotp(7, sealed)).toEqual(totp)
  expect(() => secrets.openTotp(70, sealed)).toThrow()
  expect(() => createFactorSecrets('m'.repeat(43)).openTotp(7, sealed)).toThrow()
})

test('a recovery code has two groups of five characters that do not look alike', () => {
  const codes = Array.from({ length: 200 }, secrets.newRecoveryCode)
  for (const code of codes) expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/)
  expect(new Set(codes).size).toBe(codes.length)
})

test('a recovery code is known however its user types it', () => {
  const hash = secrets.hashRecoveryCode(7, 'ab2cd-ef3gh')
  for (const typed of ['AB2CD-EF3GH', 'ab2cdef3gh', ' ab2cd ef3gh\n', 'Ab2cd–ef3gh', 'a.b.2.c.d-e f 3 g h'])
    expect(secrets.hashRecoveryCode(7, typed), typed).toEqual(hash)
  for (const other of ['ab2cd-ef3g', 'ab2cd-ef3g0', 'ef3gh-ab2cd', ''])
    expect(secrets.hashRecoveryCode(7, other), other).not.toEqual(hash)
})

test('the hash of a recovery code is that of one user of one installation', () => {
  const hash = secrets.hashRecoveryCode(7, 'ab2cd-ef3gh')
  expect(hash).toHaveLength(32)
  expect(secrets.hashRecoveryCode(8, 'ab2cd-ef3gh')).not.toEqual(hash)
  expect(createFactorSecrets('m'.repeat(43)).hashRecoveryCode(7, 'ab2cd-ef3gh')).not.toEqual(hash)
  // The number of a user and a code are not one text.
  expect(secrets.hashRecoveryCode(72, '2345')).not.toEqual(secrets.hashRecoveryCode(7, '22345'))
})

test('the second factors that users set up with an earlier version still work', () => {
  const sealed = 'VAnZUFVf6a5a0JLWYLbxVrbXtaxzWMCxHasPzC4XWOVOb-jRUfrmy346AEprqbY4mI7BuhhYxg' as Sealed
  expect(secrets.openTotp(7, sealed).toString()).toBe('12345678901234567890')
  expect(secrets.hashRecoveryCode(7, 'ab2cd-ef3gh').toString('base64url')).toBe(
    'wbGh_yml8RxF5R-FcMVxi6liBROAk5FjDxhHxmzxtSc',
  )
})
