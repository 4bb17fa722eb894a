import { expect, test } from 'vitest'
import { leaveFar } from './leaveFar.ts'
import { findMatches } from './marks.ts'
import { readQuery } from './query.ts'

/** What is marked in each text. */
function marked(query: string, ...texts: string[]) {
  const { terms, near } = readQuery(query)
  return leaveFar(texts.map((text) => ({ text, matches: findMatches(text, terms) })), near).map(({ text, matches }) =>
    matches.map(({ start, end }) => text.slice(start, end)),
  ) // prettier-ignore
}

const filler = 'x y z '.repeat(4)

test('words that are to be near each other are marked where they are', () => {
  const texts = [`alpha ${filler} alpha beta ${filler} beta`, 'alpha']
  expect(marked('alpha w/2 beta', ...texts)).toEqual([['alpha', 'beta'], []])
  expect(marked('alpha AND beta', ...texts)).toEqual([['alpha', 'alpha', 'beta', 'beta'], ['alpha']])
})

test('so many words apart, and no more', () => {
  expect(marked('alpha w/3 beta', 'alpha one two beta, gamma, gamma, gamma, alpha')).toEqual([['alpha', 'beta']])
  expect(marked('alpha w/2 beta', 'alpha one two beta', 'beta alpha')).toEqual([[], ['beta', 'alpha']])
})

test('where none are near each other all are marked', () => {
  expect(marked('alpha w/2 beta', 'alpha one two beta')).toEqual([['alpha', 'beta']])
})

test('in one paragraph, and not across its end', () => {
  expect(marked('alpha w/p beta', 'alpha\nbeta and alpha', 'beta')).toEqual([['beta', 'alpha'], []])
})

test('any of some words is near, and what is also asked for by itself is marked everywhere', () => {
  expect(marked('(alpha OR gamma) w/1 beta', 'gamma beta x alpha')).toEqual([['gamma', 'beta']])
  expect(marked('alpha (alpha w/1 beta)', 'alpha beta x alpha x beta')).toEqual([['alpha', 'beta', 'alpha']])
})

test('three words have each of the others near', () => {
  expect(marked('NEAR(alpha beta gamma, 2)', `alpha beta gamma ${filler} alpha beta`)).toEqual([
    ['alpha', 'beta', 'gamma'],
  ])
})

test('a word that several ask to be near is left out only where each of them has found some near', () => {
  expect(marked('(alpha w/1 beta) AND (alpha w/1 gamma)', 'alpha beta x alpha x x gamma')).toEqual([
    ['alpha', 'beta', 'alpha', 'gamma'],
  ])
  expect(marked('(alpha w/1 beta) OR (alpha w/1 gamma)', 'alpha beta x alpha x x alpha gamma x beta')).toEqual([
    ['alpha', 'beta', 'alpha', 'gamma'],
  ])
})
