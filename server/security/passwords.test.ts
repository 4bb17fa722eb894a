import { expect, test } from 'vitest'
import { hashPassword } from './passwords.ts'

test('hashes of one password differ and state the cost parameters', async () => {
  const [one, other] = await Promise.all([hashPassword('masdhoni vela'), hashPassword('masdhoni vela')])
  expect(one).not.toBe(other)
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
