import { expect, test } from 'vitest'
import { neighboursOf } from './neighbours.ts'

const page = (number: number, ...references: string[]) => ({ page: number, pages: 3, references })
const none = { before: undefined, after: undefined }

test('inside a page the neighbours stand beside it', () => {
  expect(neighboursOf('b', page(2, 'a', 'b', 'c'), none)).toEqual({
    position: 14,
    previous: { reference: 'a', page: 2 },
    next: { reference: 'c', page: 2 },
  })
})

test('at the ends of a page they are the last of the page before and the first of the page after', () => {
  const beside = { before: page(1, 'x', 'y'), after: page(3, 'z') }
  expect(neighboursOf('a', page(2, 'a'), beside)).toEqual({
    position: 13,
    previous: { reference: 'y', page: 1 },
    next: { reference: 'z', page: 3 },
  })
  expect(neighboursOf('a', page(1, 'a'), none)).toEqual({ position: 1, previous: undefined, next: undefined })
})

test('what is not among the results has no neighbours', () => {
  expect(neighboursOf('q', page(1, 'a'), none)).toBeUndefined()
})
