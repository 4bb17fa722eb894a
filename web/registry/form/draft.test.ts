import { expect, test } from 'vitest'
import { changesOf, draftKey } from './draft.ts'

test('a draft belongs to one person, one resource and one record', () => {
  const keys = [
    draftKey('a@hukum.test', 'courts', 1),
    draftKey('b@hukum.test', 'courts', 1),
    draftKey('a@hukum.test', 'judges', 1),
    draftKey('a@hukum.test', 'courts', undefined),
  ]
  expect(new Set(keys).size).toBe(4)
})

test('only what was changed is kept', () => {
  const before = { name: 'a', court: { id: 1, name: 'Supreme Court' }, roles: [], days: null }
  const now = {
    name: 'b',
    court: { id: 1, name: 'Supreme Court' },
    roles: [{ id: 2, name: 'Editor' }],
    days: undefined,
  }
  expect(changesOf(before, now)).toEqual({ name: 'b', roles: [{ id: 2, name: 'Editor' }] })
})
