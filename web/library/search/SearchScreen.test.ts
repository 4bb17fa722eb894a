import { expect, test } from 'vitest'
import { isSearchKey } from './SearchScreen.tsx'

const slash = {
  key: '/',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
}
const idle = { isTyping: false, isCovered: false }

test('the slash key is the search shortcut', () => {
  expect(isSearchKey(slash, idle)).toBe(true)
})

test('the slash key is not the shortcut while typing, under a dialog, or with a modifier key', () => {
  expect(isSearchKey(slash, { ...idle, isTyping: true })).toBe(false)
  expect(isSearchKey(slash, { ...idle, isCovered: true })).toBe(false)
  expect(isSearchKey({ ...slash, ctrlKey: true }, idle)).toBe(false)
  expect(isSearchKey({ ...slash, key: 'a' }, idle)).toBe(false)
})
