import { expect, test } from 'vitest'
import { formsOf } from './analyze.ts'
import { foldText } from './fold.ts'
import { loanPattern, looksBorrowed } from './loanwords.ts'

/** Whether a word of Dhivehi sounds like an English one, in any inflection. */
function soundsLike(english: string, thaana: string): boolean {
  const pattern = loanPattern(english)
  const word = foldText(thaana)
  if (!pattern?.beginnings.some((beginning) => word.startsWith(beginning))) return false
  return pattern.inflected.test(word) && [word, ...formsOf(word)].some((form) => pattern.whole.test(form))
}

test.each([
  ['parcel', 'ޕާރުސަލެއްގެ'],
  ['butler', 'ބަޓްލަރެއް'],
  ['speaker', 'ސްޕީކަރު'],
  ['cable', 'ކޭބަލު'],
  ['roaming', 'ރޯމިން'],
  ['parking', 'ޕާކިން'],
  ['referee', 'ރެފްރީ'],
  ['excavator', 'އެކްސްކަވޭޓަރު'],
  ['instagram', 'އިންސްޓަގްރާމުގެ'],
  ['dinghy', 'ޑިންގީ'],
  ['filter', 'ފިލްޓަރުތައް'],
  ['license', 'ލައިސަންސް'],
  ['furniture', 'ފަރުނީޗަރުގެ'],
  ['signature', 'ސިގްނޭޗަރު'],
  ['bakery', 'ބޭކަރީއެއްގެ'],
  ['machine', 'މެޝިން'],
  ['accreditation', 'އެކްރެޑިޓޭޝަން'],
  ['quarantine', 'ކަރަންޓީން'],
])('the English word %s sounds like %s', (english, thaana) => {
  expect(soundsLike(english, thaana)).toBe(true)
})

test.each([
  ['parcel', 'ޕާސްޕޯޓު'],
  ['left', 'ލިފްޓު'],
  ['find', 'ފަންޑު'],
  ['parent', 'ޕްރިންޓު'],
  ['matter', 'މޮޓަރު'],
  ['burn', 'ބަޔާން'],
  ['cancel', 'ކައުންސިލު'],
  ['case', 'ކޭސް ކޮޅު'],
])('the English word %s does not sound like %s', (english, thaana) => {
  expect(soundsLike(english, thaana)).toBe(false)
})

test('a word with a letter of no native word or two consonants at its beginning looks borrowed', () => {
  expect(['ޕާކިން', 'ކްލިނިކު', 'ބޮންޑު'].map(looksBorrowed)).toEqual([true, true, true])
  expect(['ބަޔާން', 'ކުރިން'].map(looksBorrowed)).toEqual([false, false])
})

test('a word of another script, of two letters or of a thousand has no pattern', () => {
  expect(['ކޯޓު', 'tv', 'a'.repeat(1000)].map(loanPattern)).toEqual([undefined, undefined, undefined])
})
