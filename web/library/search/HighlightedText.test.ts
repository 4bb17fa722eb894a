import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codePoint } from '#test/codePoint.ts'
import { runsOf } from './HighlightedText.tsx'

const plain = (text: string) => ({ text, marked: false })
const marked = (text: string) => ({ text, marked: true })

test('a case number inside a sentence is a run of its own', () => {
  expect(runsOf([plain('ޤަޟިއްޔާ '), marked('2013/HC-A/80'), plain(' ގައި')])).toEqual([
    { parts: [plain('ޤަޟިއްޔާ ')] },
    { number: { found: '2013/HC-A/80', index: 9, isInLatin: false }, parts: [marked('2013/HC-A/80')] },
    { parts: [plain(' ގައި')] },
  ])
})

test('a partly highlighted number is one run', () => {
  expect(runsOf([plain('… 2013/HC-A/'), marked('80'), plain('ގެ')])).toEqual([
    { parts: [plain('… ')] },
    { number: { found: '2013/HC-A/80', index: 2, isInLatin: false }, parts: [plain('2013/HC-A/'), marked('80')] },
    { parts: [plain('ގެ')] },
  ])
})

test('a currency and its amount are one run, also when only the amount is highlighted', () => {
  expect(runsOf([plain('އަގު MVR '), marked('45,000'), plain(' ދެއްކި')])).toEqual([
    { parts: [plain('އަގު ')] },
    { number: { found: 'MVR 45,000', index: 5, isInLatin: false }, parts: [plain('MVR '), marked('45,000')] },
    { parts: [plain(' ދެއްކި')] },
  ])
})

test('a number in a Latin phrase is a run that is drawn with the phrase, also when only the number is highlighted', () => {
  expect(runsOf([plain('އެ Act '), marked('5/2010')])).toEqual([
    { parts: [plain('އެ Act ')] },
    { number: { found: '5/2010', index: 7, isInLatin: true }, parts: [marked('5/2010')] },
  ])
})

test('a single word or count is not a separate run', () => {
  expect(runsOf([plain('Bank of Maldives 2020')])).toHaveLength(1)
})

test('splitting into runs changes no character and no highlight', () => {
  const snippets = fc.array(fc.record({ text: fc.string({ unit: codePoint }), marked: fc.boolean() }))
  const characters = (parts: { text: string; marked: boolean }[]) =>
    parts.flatMap(({ text, marked: is }) => text.split('').map((character) => `${character}${String(is)}`))
  fc.assert(
    fc.property(snippets, (snippet) => {
      expect(characters(runsOf(snippet).flatMap((run) => run.parts))).toEqual(characters(snippet))
    }),
  )
})
