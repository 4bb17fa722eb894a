import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from './HighlightedText.tsx'

const plain = (text: string) => ({ text, marked: false })
const marked = (text: string) => ({ text, marked: true })

test('a case number inside a sentence is a run of its own', () => {
  expect(runsOf([plain('ޤަޟިއްޔާ '), marked('2013/HC-A/80'), plain(' ގައި')])).toEqual([
    { isNumber: false, parts: [plain('ޤަޟިއްޔާ ')] },
    { isNumber: true, parts: [marked('2013/HC-A/80')] },
    { isNumber: false, parts: [plain(' ގައި')] },
  ])
})

test('a partly highlighted number is one run', () => {
  expect(runsOf([plain('… 2013/HC-A/'), marked('80'), plain('ގެ')])).toEqual([
    { isNumber: false, parts: [plain('… ')] },
    { isNumber: true, parts: [plain('2013/HC-A/'), marked('80')] },
    { isNumber: false, parts: [plain('ގެ')] },
  ])
})

test('a currency and its amount are one run, also when only the amount is highlighted', () => {
  expect(runsOf([plain('އަގު MVR '), marked('45,000'), plain(' ދެއްކި')])).toEqual([
    { isNumber: false, parts: [plain('އަގު ')] },
    { isNumber: true, parts: [plain('MVR '), marked('45,000')] },
    { isNumber: false, parts: [plain(' ދެއްކި')] },
  ])
})

test('a single word or count is not a separate run', () => {
  expect(runsOf([plain('Bank of Maldives 2020')])).toHaveLength(1)
})

test('splitting into runs changes no character and no highlight', () => {
  const snippets = fc.array(fc.record({ text: fc.string({ unit: 'binary' }), marked: fc.boolean() }))
  const characters = (parts: { text: string; marked: boolean }[]) =>
    parts.flatMap(({ text, marked: is }) => text.split('').map((character) => `${character}${String(is)}`))
  fc.assert(
    fc.property(snippets, (snippet) => {
      expect(characters(runsOf(snippet).flatMap((run) => run.parts))).toEqual(characters(snippet))
    }),
  )
})
