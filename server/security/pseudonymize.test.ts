import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPseudonymizer } from './pseudonymize.ts'

test('the pseudonym of an address is stable in an installation, and differs between installations', () => {
  const pseudonymize = createPseudonymizer('k'.repeat(43))
  const pseudonym = pseudonymize('ali@hukum.test')
  expect(pseudonym).toMatch(/^[\w-]{22}$/)
  expect(pseudonymize('ali@hukum.test')).toBe(pseudonym)
  expect(pseudonymize('ali@hukum.tes')).not.toBe(pseudonym)
  expect(createPseudonymizer('m'.repeat(43))('ali@hukum.test')).not.toBe(pseudonym)
})

test('a pseudonym of the audit log is what operators compute for an address', () => {
  const expected = createHmac('sha256', Buffer.from('k'.repeat(43), 'base64url')).update('audit|ali@hukum.test')
  expect(createPseudonymizer('k'.repeat(43))('ali@hukum.test')).toBe(expected.digest('base64url').slice(0, 22))
})
