import { expect, test } from 'vitest'
import { partsOfSentence } from './sentence.ts'

test('a sentence falls into its words and its places, in their order', () => {
  expect(partsOfSentence('{count} found: {query}')).toEqual([
    { place: 'count' },
    { text: ' found: ' },
    { place: 'query' },
  ])
  expect(partsOfSentence('Nothing to fill')).toEqual([{ text: 'Nothing to fill' }])
})
