import { expect, test } from 'vitest'
import { toggled, wants } from './wishes.ts'

test('each person of a browser has a wish of their own', () => {
  const one = toggled('', 'aisha@hukum.test')
  expect(wants(one, 'aisha@hukum.test')).toBe(true)
  expect(wants(one, 'ali@hukum.test')).toBe(false)
  const both = toggled(one, 'ali@hukum.test')
  expect(wants(toggled(both, 'aisha@hukum.test'), 'ali@hukum.test')).toBe(true)
  expect(wants(toggled(both, 'aisha@hukum.test'), 'aisha@hukum.test')).toBe(false)
})

test('what is kept names nobody, and does not grow for ever', () => {
  let kept = ''
  for (let person = 0; person < 50; person += 1) kept = toggled(kept, `person${person}@hukum.test`)
  expect(kept).not.toContain('person')
  expect(kept.split(',')).toHaveLength(20)
  expect(wants(kept, 'person49@hukum.test')).toBe(true)
  expect(wants('nonsense,,', '')).toBe(false)
})
