import { expect, test } from 'vitest'
import type { CaseCard, PhraseCard, SearchResult } from '#shared/calls/search.ts'
import { adjacentResults, openedPosition } from './useResultNavigation.ts'

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

const answerOf = (data: object[], more: Partial<SearchResult> = {}) => ({
  data: data as (CaseCard | PhraseCard)[],
  redirect: null,
  numbers: null,
  ...more,
})
const ofCase = (reference: string) => ({ reference, case_numbers: [] })
const ofPhrase = (reference: string, ...cases: string[]) => ({
  reference,
  used_cases: cases.map((one) => ({ number: '1/A/2020', reference: one })),
})

test('the position of an opened case counts the results of earlier pages', () => {
  const answer = answerOf([ofCase('a'), ofCase('b')])
  expect(openedPosition({ type: 'CaseFile', page: 2 }, answer, 'b')).toBe(14)
  expect(openedPosition({ type: 'CaseFile', page: 2 }, answer, 'c')).toBeUndefined()
})

test('the position of an opened phrase is that of its card, as is the position of a case in which it is used', () => {
  const answer = answerOf([ofPhrase('a', 'x'), ofPhrase('b', 'y', 'z')])
  const positions = ['a', 'b', 'x', 'z'].map((one) => openedPosition({ type: 'Phrase', page: 1 }, answer, one))
  expect(positions).toEqual([1, 2, 1, 2])
})

test('the position of the case whose number was searched for is 0, also when it is not on the page', () => {
  for (const data of [[ofCase('a'), ofCase('b')], [ofCase('a')]])
    expect(openedPosition({ type: 'CaseFile', page: 1 }, answerOf(data, { redirect: 'b' }), 'b')).toBe(0)
})

test('the position of a case that a number may mean is its place among them, and a neighbor of a number has none', () => {
  const cases = ['a', 'b'].map((reference) => ({ number: '1/A/2020', reference, title: '' }))
  const positionAs = (state: 'ambiguous' | 'missing') =>
    openedPosition({ type: 'CaseFile', page: 1 }, answerOf([], { numbers: { state, cases } }), 'b')
  expect([positionAs('ambiguous'), positionAs('missing')]).toEqual([2, undefined])
})
