import { expect, test } from 'vitest'
import { isLinear } from '#test/cpuTime.ts'
import { filterByProximity } from './filterByProximity.ts'
import { findTermMatches } from './snippets.ts'
import { toHighlightQuery } from './highlightQuery.ts'
import { parseQuery } from './parse.ts'

/** The highlighted words of each text. */
function marked(query: string, ...texts: string[]) {
  const { terms, near } = toHighlightQuery(parseQuery(query))
  return filterByProximity(
    texts.map((text) => ({ text, matches: findTermMatches(text, terms) })),
    near,
  ).map(({ text, matches }) => matches.map(({ start, end }) => text.slice(start, end)))
}

const filler = 'x y z '.repeat(4)

test('terms joined by proximity are highlighted only where they are near each other', () => {
  const texts = [`alpha ${filler} alpha beta ${filler} beta`, 'alpha']
  expect(marked('alpha w/2 beta', ...texts)).toEqual([['alpha', 'beta'], []])
  expect(marked('alpha AND beta', ...texts)).toEqual([['alpha', 'alpha', 'beta', 'beta'], ['alpha']])
})

test('proximity accepts its exact distance and no larger one', () => {
  expect(marked('alpha w/3 beta', 'alpha one two beta, gamma, gamma, gamma, alpha')).toEqual([['alpha', 'beta']])
  expect(marked('alpha w/2 beta', 'alpha one two beta', 'beta alpha')).toEqual([[], ['beta', 'alpha']])
})

test('a proximity constraint that nothing satisfies leaves all highlights', () => {
  expect(marked('alpha w/2 beta', 'alpha one two beta')).toEqual([['alpha', 'beta']])
})

test('proximity holds within one paragraph and not across its end', () => {
  expect(marked('alpha w/p beta', 'alpha\nbeta and alpha', 'beta')).toEqual([['beta', 'alpha'], []])
})

test('proximity accepts any alternative of an OR, and a term used elsewhere is highlighted everywhere', () => {
  expect(marked('(alpha OR gamma) w/1 beta', 'gamma beta x alpha')).toEqual([['gamma', 'beta']])
  expect(marked('alpha (alpha w/1 beta)', 'alpha beta x alpha x beta')).toEqual([['alpha', 'beta', 'alpha']])
})

test('proximity of three terms requires each to be near the other two', () => {
  expect(marked('NEAR(alpha beta gamma, 2)', `alpha beta gamma ${filler} alpha beta`)).toEqual([
    ['alpha', 'beta', 'gamma'],
  ])
})

test('a term of several proximity constraints loses highlights only if all of them are satisfied', () => {
  expect(marked('(alpha w/1 beta) AND (alpha w/1 gamma)', 'alpha beta x alpha x x gamma')).toEqual([
    ['alpha', 'beta', 'alpha', 'gamma'],
  ])
  expect(marked('(alpha w/1 beta) OR (alpha w/1 gamma)', 'alpha beta x alpha x x alpha gamma x beta')).toEqual([
    ['alpha', 'beta', 'alpha', 'gamma'],
  ])
})

test('the time to filter highlights by proximity is linear', () => {
  const filter = (text: string) => marked('alpha w/5 beta', text)
  expect(isLinear(filter, `${'alpha '.repeat(10_000)}\n${'beta '.repeat(10_000)}\n`)).toBe(true)
})
