import { expect, test } from 'vitest'
import { base32, stepOfCode, totpCode, totpStep } from './totp.ts'

/** The secret of the examples of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of second %i is that of RFC 6238', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code)
})

test('a code of the current time step and of the steps next to it is accepted, and of no other', () => {
  const now = 1_234_567_890_000
  const steps = [-2, -1, 0, 1, 2].map((offset) => totpStep(now) + offset)
  const accepted = steps.map((step) => stepOfCode(secret, totpCode(secret, step), now))
  expect(accepted).toEqual([undefined, steps[1], steps[2], steps[3], undefined])
})

test('a secret is written as RFC 4648 says', () => {
  expect(base32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
})
