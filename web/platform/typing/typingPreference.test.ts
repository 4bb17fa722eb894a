import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '#test/memoryStorage.ts'
import { toggleUser, isThaanaOn } from './typingPreference.ts'

const aisha = { id: 1, email: 'aisha@hukum.test' }
const ali = { id: 2, email: 'ali@hukum.test' }

/** FNV-1a of `aisha@hukum.test`. */
const hashOfEmail = [...aisha.email]
  .reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5)
  .toString(36)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('each user of a browser has their own keyboard preference', () => {
  const one = toggleUser('', aisha)
  expect(isThaanaOn(one, aisha)).toBe(true)
  expect(isThaanaOn(one, ali)).toBe(false)
  const both = toggleUser(one, ali)
  expect(isThaanaOn(toggleUser(both, aisha), ali)).toBe(true)
  expect(isThaanaOn(toggleUser(both, aisha), aisha)).toBe(false)
})

test('the keyboard preference stays when the e-mail address of its user changes', () => {
  expect(isThaanaOn(toggleUser('', aisha), { ...aisha, email: 'new@hukum.test' })).toBe(true)
})

test('a keyboard preference that an earlier version stored by the e-mail address is found, and can be switched off', () => {
  expect(isThaanaOn(hashOfEmail, aisha)).toBe(true)
  expect(isThaanaOn(toggleUser(hashOfEmail, aisha), aisha)).toBe(false)
})

test('the stored text names no user and holds at most twenty of them', () => {
  let stored = ''
  for (let id = 0; id < 50; id += 1) stored = toggleUser(stored, { id, email: `person${id}@hukum.test` })
  expect(stored).not.toContain('person')
  expect(stored.split(',')).toHaveLength(20)
  expect(isThaanaOn(stored, { id: 49, email: 'person49@hukum.test' })).toBe(true)
  expect(isThaanaOn('nonsense,,', undefined)).toBe(false)
})

test('the keyboard preference follows another tab, and its change leaves the users that the other tab has stored', async () => {
  const storage = memoryStorage()
  const window = new EventTarget()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', window)
  vi.resetModules()
  const { isTypingThaana, toggleTyping } = await import('./typingPreference.ts')
  expect(isTypingThaana()).toBe(false)

  // The other tab: a guest and another user.
  const guest = toggleUser('', undefined)
  const both = toggleUser(guest, ali)
  storage.setItem('thaanaTyping', both)
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'thaanaTyping', newValue: both }))
  expect(isTypingThaana()).toBe(true)

  storage.setItem('thaanaTyping', toggleUser(both, aisha))
  toggleTyping()
  expect(isTypingThaana()).toBe(false)
  expect([aisha, ali].map((user) => isThaanaOn(storage.getItem('thaanaTyping') ?? '', user))).toEqual([true, true])
})
