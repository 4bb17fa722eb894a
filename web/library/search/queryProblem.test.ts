import { expect, test } from 'vitest'
import { normalizeQuery, queryProblem } from './queryProblem.ts'

/** A passage of different words, with about this many letters. */
const passageOf = (letters: number) =>
  Array.from({ length: letters / 10 }, (_, index) => `word${10_000 + index}`).join(' ')

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
  [`4 (ހަތަރެއް) އަހަރު ނުވަތަ (ފަހެއް) -ދަރަނި ${passageOf(5_000)}`, undefined],
  [`(${passageOf(900)}) OR ${passageOf(500)}`, 'long'],
] as const)('the query %j has the problem %j', (query, problem) => {
  expect(queryProblem(query, { filtered: false })).toBe(problem)
})

test('a pasted case number is searched without the direction marks around it', () => {
  expect(normalizeQuery(' \u20662013/HC-A/80\u2069 ')).toBe('2013/HC-A/80')
})

test('with filters the query may be empty, but not too short', () => {
  expect(queryProblem('', { filtered: true })).toBeUndefined()
  expect(queryProblem('ކޯޓު', { filtered: true })).toBe('short')
})
