import { expect, test } from 'vitest'
import { parseQuery } from './parse.ts'
import { isQuestion, withoutFunctionWords } from './question.ts'

test.each([
  'ކުލި ނުދެއްކުމުން ގެއިން ނެރެވޭނީ ކޮންހާލެއްގައިތޯ؟',
  'ދަރަނި އަދާކުރަންޖެހެނީ ކީއްވެ',
  'ނަފަޤާގެ މިންވަރު ކަނޑައެޅޭތޯ؟',
  'what happens when rent is not paid',
  'Can a lease be ended early?',
])('“%s” is a question', (text) => {
  expect(isQuestion(parseQuery(text))).toBe(true)
})

test.each(['ކުލި ދެއްކުން', 'ކޮބާ', 'ކުލި ކޮބާ', 'rent', '"how to pay" rent', 'ކުލި OR ކޮން', 'ކުލި AND -ކޮން', '123/Cv-C/2021?'])(
  '“%s” is no question',
  (text) => {
    expect(isQuestion(parseQuery(text))).toBe(false)
  },
)

test('function words are left out of the terms, unless there are no others', () => {
  const words = (text: string) =>
    withoutFunctionWords(parseQuery(text).terms).map((leaf) => 'word' in leaf && leaf.word)
  expect(words('މި ކުލި އަދި ގޯތި')).toEqual(['ކުލި', 'ގޯތި'])
  expect(words('މި އެ')).toEqual(['މި', 'އެ'])
})
