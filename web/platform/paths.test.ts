import { expect, test } from 'vitest'
import { paths, readBack } from './paths.ts'

test.each(['/home', '/case?ref=abc', '/home?q=%DE%86%DE%AF#top'])('%s is an address to come back to', (address) => {
  expect(readBack(address)).toBe(address)
})

test.each([
  ['another site', 'https://example.com'],
  ['another site without its protocol', '//example.com'],
  ['another site behind a backslash', '/\\example.com'],
  ['a tab that browsers leave out', '/\t/example.com'],
  ['a script', 'javascript:alert(1)'],
  ['the login itself', '/login?back=/login'],
  ['nothing', ''],
  ['no text', 7],
])('%s is not', (_name, address) => {
  expect(readBack(address)).toBeUndefined()
})

test('the address of a case', () => {
  expect(paths.case({ ref: 'aB3' })).toBe('/case?ref=aB3')
  expect(paths.case({ ref: 'aB3', q: 'a b', page: 2 })).toBe('/case?ref=aB3&q=a+b&page=2')
})
