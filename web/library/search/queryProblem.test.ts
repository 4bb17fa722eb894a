import { expect, test } from 'vitest'
import { queryProblem } from './queryProblem.ts'

/** Different words, about so many letters of them. */
const passageOf = (letters: number) => Array.from({ length: letters / 10 }, (_, at) => `word${10_000 + at}`).join(' ')

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['ކޯޓު', 'short'],
  ['ކޯޓުގެ', undefined],
  ['ޙުކުމް', undefined],
  ['\u200f\u202bކޯޓު\u202c', 'short'],
  ['ab', 'short'],
  ['abc', undefined],
  ['"*', 'empty'],
  ['"" ** OR', 'empty'],
  ['court:HC', undefined],
  ['court:ސިވިލް ކޯޓު', undefined],
  ['court:', undefined],
  ['from:garbage', undefined],
  ['\u200f\u202b\u202c\u2066', 'empty'],
  ['\u07a6\u07a8\u07aa', 'short'],
  ['7', undefined],
  ['80/HC-A', undefined],
  ['٣', undefined],
  ['a'.repeat(1000), undefined],
  ['a'.repeat(1001), 'long'],
  ['7'.repeat(10_000), 'long'],
  ['7'.repeat(10_001), 'passage-long'],
  [passageOf(9_900), undefined],
  [passageOf(10_100), 'passage-long'],
  [`(${passageOf(900)}) OR ${passageOf(500)}`, 'long'],
] as const)('the query %j: %j', (query, problem) => {
  expect(queryProblem(query, { filtered: false })).toBe(problem)
})

test('with filters there need be no words, but a word that is there keeps to the rule', () => {
  expect(queryProblem('', { filtered: true })).toBeUndefined()
  expect(queryProblem('ކޯޓު', { filtered: true })).toBe('short')
})
