import { expect, test } from 'vitest'
import { emailPattern } from './email.ts'

test.each(['a@b.mv', "Aishath.O'Neil+law@mail.court-1.gov.mv", 'a-b@x--y.mv', '1@2.mv'])(
  '%s is an e-mail address',
  (text) => {
    expect(emailPattern.test(text)).toBe(true)
  },
)

test.each([
  ['a part of the domain that ends with a hyphen', 'a@b-.mv'],
  ['a part of the domain that begins with a hyphen', 'a@-b.mv'],
  ['a first level that ends with a hyphen', 'a@b.mv-'],
  ['a name that ends with a dot', 'a.@b.mv'],
  ['a name that begins with a dot', '.a@b.mv'],
  ['two dots', 'a@b..mv'],
  ['no first level', 'a@b'],
  ['letters of Thaana', 'އ@b.mv'],
  ['two addresses', 'a@b.mv,c@d.mv'],
])('%s is no e-mail address', (_what, text) => {
  expect(emailPattern.test(text)).toBe(false)
})
