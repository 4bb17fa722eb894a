import { expect, test } from 'vitest'
import { countShown, exactFirst } from './cards.ts'

const cards = [{ reference: 'a' }, { reference: 'b' }, { reference: 'c' }]

test('the case of the number that was asked for stands first', () => {
  expect(exactFirst(cards, 'b').map((card) => card.reference)).toEqual(['b', 'a', 'c'])
  expect(exactFirst(cards, 'x')).toEqual(cards)
  expect(exactFirst(cards, null)).toEqual(cards)
})

test('a count that is not exact says that there are more', () => {
  expect(countShown(148, true)).toBe('148')
  expect(countShown(12345, true)).toBe('12,345')
  expect(countShown(10000, false)).toBe('10,000+')
})
