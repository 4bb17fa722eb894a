import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runsOf } from './runs.ts'

const plain = (text: string) => ({ text, marked: false })
const marked = (text: string) => ({ text, marked: true })

test('a case number inside a sentence is a run of its own', () => {
  expect(runsOf([plain('ޤަޟިއްޔާ '), marked('2013/HC-A/80'), plain(' ގައި')])).toEqual([
    { isNumber: false, pieces: [plain('ޤަޟިއްޔާ ')] },
    { isNumber: true, pieces: [marked('2013/HC-A/80')] },
    { isNumber: false, pieces: [plain(' ގައި')] },
  ])
})

test('a number that is marked in part stays one run', () => {
  expect(runsOf([plain('… 2013/HC-A/'), marked('80'), plain('ގެ')])).toEqual([
    { isNumber: false, pieces: [plain('… ')] },
    { isNumber: true, pieces: [plain('2013/HC-A/'), marked('80')] },
    { isNumber: false, pieces: [plain('ގެ')] },
  ])
})

test('a word or a count alone is no number that could be scrambled', () => {
  expect(runsOf([plain('Bank of Maldives 2020')])).toHaveLength(1)
})

test('nothing is lost and nothing is marked that was not, whatever the text', () => {
  const snippets = fc.array(fc.record({ text: fc.string({ unit: 'binary' }), marked: fc.boolean() }))
  const letters = (pieces: { text: string; marked: boolean }[]) =>
    pieces.flatMap(({ text, marked: is }) => text.split('').map((letter) => `${letter}${String(is)}`))
  fc.assert(
    fc.property(snippets, (snippet) => {
      expect(letters(runsOf(snippet).flatMap((run) => run.pieces))).toEqual(letters(snippet))
    }),
  )
})
