import { expect, test } from 'vitest'
import { isDhivehi } from './script.ts'

test.each([
  ['a Dhivehi sentence', 'އީމެއިލް ނުވަތަ ޕާސްވޯޑް ރަނގަޅެއް ނޫން', true],
  ['a Dhivehi sentence with a number', 'މަދުވެގެން 3 އަކުރު ޖައްސަވަންޖެހޭނެ', true],
  ['an English sentence', 'E-mail or password is incorrect.', false],
  ['an English sentence that names a word in Dhivehi', 'The word ޙުކުމް was not found.', false],
  ['a Dhivehi sentence with an English word', 'މި PDF ފައިލު ނުހުޅުވުނު', true],
  ['exactly half', 'ab ރށ', false],
  ['vowel signs do not count as letters', 'abc ރުރު', false],
  ['an Arabic sentence', 'البينة على المدعي', false],
  ['a number', '2013/80', false],
  ['nothing', '', false],
])('the script of a text: %s', (_name, text, expected) => {
  expect(isDhivehi(text)).toBe(expected)
})
