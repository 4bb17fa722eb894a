import { expect, test } from 'vitest'
import type { Delta, Op } from './delta.ts'
import { warningsOf } from './warnings.ts'

const delta = (content: Op[], footnotes: Delta['footnotes'] = []): Delta => ({ content, footnotes, annotations: [] })
const paragraphs = (...numbers: number[]) =>
  delta(numbers.flatMap((paragraph): Op[] => [{ insert: 'ލިޔުން' }, { insert: '\n', attributes: { paragraph } }]))
const shown = (text: Delta, unresolved?: ReadonlySet<string>) =>
  warningsOf(text, unresolved).map(({ kind, value, line }) => [kind, value, line])

test.each([
  [[1, 2, 3], []],
  [
    [5, 6, 6, 8],
    [
      ['paragraph-twice', '6', 2],
      ['paragraph-missing', '7', 3],
    ],
  ],
  [[1, 2, 6], [['paragraph-missing', '3–5', 2]]],
  [[1, 2, 1, 2, 3], []],
  [[1, 1, 2], [['paragraph-twice', '1', 1]]],
] as const)('the paragraph numbers %j have the warnings %j', (numbers, warnings) => {
  expect(shown(paragraphs(...numbers))).toEqual(warnings)
})

test('an empty footnote is a warning with the number that it has in the text', () => {
  const text = delta(
    [{ insert: 'ލިޔުން' }, { insert: { footnote: 'b' } }, { insert: { footnote: 'a' } }, { insert: '\n' }],
    [
      { key: 'b', content: 'ނޯޓު' },
      { key: 'a', content: ' ' },
    ],
  )
  expect(warningsOf(text)).toEqual([
    { id: 'footnote-empty:2', kind: 'footnote-empty', value: '2', line: 0, start: 7, end: 8 },
  ])
})

test('a marker whose number no case has is a warning', () => {
  const number = '2013/HC-A/80'
  const text = delta([{ insert: number, attributes: { case_number: number } }, { insert: '\n' }])
  expect(shown(text)).toEqual([])
  expect(shown(text, new Set([number]))).toEqual([['marker-unresolved', number, 0]])
})

test('two vowel signs on a letter, and one without a letter, are warnings with their word', () => {
  expect(shown(delta([{ insert: 'މި މައްސަަލަ އަދި ުން ﷲގެ\n' }]))).toEqual([
    ['fili-twice', 'މައްސަަލަ', 0],
    ['fili-alone', 'ުން', 0],
  ])
})

test('a warning that occurs twice has two ids', () => {
  expect(warningsOf(delta([{ insert: 'ސަަ ސަަ\n' }])).map(({ id }) => id)).toEqual(['fili-twice:ސަަ', 'fili-twice:ސަަ:2'])
})
