import { expect, test } from 'vitest'
import { suggestionsFor } from './suggestions.ts'

const sign = (base: string, mark: string, others: { base: string; mark: string; probability: number }[] = []) => ({
  base,
  mark,
  probability: 0.6,
  gap: 1,
  frame: 0,
  others: others.map(({ probability, ...other }) => ({ sign: other, probability })),
})
const read = [sign('ކ', 'ޯ'), sign('ޑ', 'ު', [{ base: 'ޓ', mark: 'ު', probability: 0.3 }])]

test('a word unknown to the lexicon is offered as the known word that one likely letter makes of it', () => {
  expect(suggestionsFor(read, (word) => word === 'ކޯޓު')).toEqual([{ engine: 'recognizer', text: 'ކޯޓު', confidence: 0.3 }])
})

test('a known word has no suggestions, and neither has a number', () => {
  expect(suggestionsFor(read, () => true)).toEqual([])
  expect(suggestionsFor([sign('4', ''), sign('2', '')], () => false)).toEqual([])
})
