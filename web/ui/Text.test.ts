import { expect, test } from 'vitest'
import { splitSentence } from './Text.tsx'

test('a sentence is split into text and placeholders, in order', () => {
  expect(splitSentence('{count} found: {query}')).toEqual([
    { placeholder: 'count' },
    { text: ' found: ' },
    { placeholder: 'query' },
  ])
  expect(splitSentence('Nothing to fill')).toEqual([{ text: 'Nothing to fill' }])
})
