import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { paths, parseReturnPath, returnTo } from './paths.ts'

test.each(['/home', '/case?ref=abc', '/home?q=%DE%86%DE%AF#top'])('%s is accepted as a return path', (address) => {
  expect(parseReturnPath(address)).toBe(address)
})

test.each([
  ['another site', 'https://example.com'],
  ['another site without its protocol', '//example.com'],
  ['another site behind a backslash', '/\\example.com'],
  ['a tab character that browsers skip', '/\t/example.com'],
  ['a script', 'javascript:alert(1)'],
  ['the login page itself', '/login?back=/login'],
  ['nothing', ''],
  ['a number', 7],
])('%s is not accepted as a return path', (_name, address) => {
  expect(parseReturnPath(address)).toBeUndefined()
})

test('the path of a case has its reference and its search as parameters', () => {
  expect(paths.case({ ref: 'aB3' })).toBe('/case?ref=aB3')
  expect(paths.case({ ref: 'aB3', q: 'a b', page: 2 })).toBe('/case?ref=aB3&q=a+b&page=2')
})

test('a guest returns to a search for a passage by the history entry, as the server does not read an address of that length', () => {
  const path = paths.search('ކ'.repeat(limits.search.passage_letters))
  expect(returnTo(path)).toEqual({ state: { back: path } })
  expect(parseReturnPath(path)).toBe(path)
  expect(new URLSearchParams({ back: path }).toString().length).toBeGreaterThan(limits.request.header_bytes)
})

test('a guest returns to a short path by the address, and to the search without a parameter', () => {
  expect(returnTo('/case?ref=abc')).toEqual({ search: { back: '/case?ref=abc' } })
  expect(returnTo('/home')).toEqual({})
})
