import { expect, test } from 'vitest'
import { toggleUser, isThaanaOn } from './typingPreference.ts'

test('each user of a browser has their own keyboard preference', () => {
  const one = toggleUser('', 'aisha@hukum.test')
  expect(isThaanaOn(one, 'aisha@hukum.test')).toBe(true)
  expect(isThaanaOn(one, 'ali@hukum.test')).toBe(false)
  const both = toggleUser(one, 'ali@hukum.test')
  expect(isThaanaOn(toggleUser(both, 'aisha@hukum.test'), 'ali@hukum.test')).toBe(true)
  expect(isThaanaOn(toggleUser(both, 'aisha@hukum.test'), 'aisha@hukum.test')).toBe(false)
})

test('the stored text names no user and holds at most twenty of them', () => {
  let stored = ''
  for (let person = 0; person < 50; person += 1) stored = toggleUser(stored, `person${person}@hukum.test`)
  expect(stored).not.toContain('person')
  expect(stored.split(',')).toHaveLength(20)
  expect(isThaanaOn(stored, 'person49@hukum.test')).toBe(true)
  expect(isThaanaOn('nonsense,,', '')).toBe(false)
})
