import { expect, test } from 'vitest'
import { adjacentResults } from './useResultNavigation.ts'

const page = (number: number, ...references: string[]) => ({ page: number, pages: 3, references })
const none = { before: undefined, after: undefined }

test('within a page the adjacent results are on the same page', () => {
  expect(adjacentResults('b', page(2, 'a', 'b', 'c'), none)).toEqual({
    position: 14,
    previous: { reference: 'a', page: 2 },
    next: { reference: 'c', page: 2 },
  })
})

test('at the ends of a page the adjacent results are on the previous and the next page', () => {
  const adjacentPages = { before: page(1, 'x', 'y'), after: page(3, 'z') }
  expect(adjacentResults('a', page(2, 'a'), adjacentPages)).toEqual({
    position: 13,
    previous: { reference: 'y', page: 1 },
    next: { reference: 'z', page: 3 },
  })
  expect(adjacentResults('a', page(1, 'a'), none)).toEqual({ position: 1, previous: undefined, next: undefined })
})

test('a case that is not among the results has no adjacent results', () => {
  expect(adjacentResults('q', page(1, 'a'), none)).toBeUndefined()
})
