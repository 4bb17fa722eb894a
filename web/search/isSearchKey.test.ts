import { expect, test } from 'vitest'
import { isSearchKey } from './isSearchKey.ts'

const slash = {
  key: '/',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
}
const free = { writing: false, covered: false }

test('a slash asks for the search box', () => {
  expect(isSearchKey(slash, free)).toBe(true)
})

test('not while somebody writes, under a dialog, or with another key held', () => {
  expect(isSearchKey(slash, { ...free, writing: true })).toBe(false)
  expect(isSearchKey(slash, { ...free, covered: true })).toBe(false)
  expect(isSearchKey({ ...slash, ctrlKey: true }, free)).toBe(false)
  expect(isSearchKey({ ...slash, key: 'a' }, free)).toBe(false)
})
