import { expect, test } from 'vitest'
import { startOfSentence } from './JudgmentText.tsx'

test('a sentence starts after the end of the one before', () => {
  const text = 'ކުރީގެ ޖުމްލައެވެ. މިއީ ޖުމްލަ'
  expect(text.slice(startOfSentence(text))).toBe('މިއީ ޖުމްލަ')
})

test('the only sentence starts at the beginning, also with a full stop before its footnote', () => {
  expect(startOfSentence('މިއީ ޖުމްލައެވެ. ')).toBe(0)
  expect(startOfSentence('')).toBe(0)
})
