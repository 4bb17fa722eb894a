import { expect, test } from 'vitest'
import { formatCount, exactFirst } from './cards.ts'

const cards = [{ reference: 'a' }, { reference: 'b' }, { reference: 'c' }]

test('the case whose number was searched for is first', () => {
  expect(exactFirst(cards, 'b').map((card) => card.reference)).toEqual(['b', 'a', 'c'])
  expect(exactFirst(cards, 'x')).toEqual(cards)
  expect(exactFirst(cards, null)).toEqual(cards)
})

test('a count that is not exact has a plus sign', () => {
  expect(formatCount(148, true)).toBe('148')
  expect(formatCount(12345, true)).toBe('12,345')
  expect(formatCount(10000, false)).toBe('10,000+')
})
