import { expect, test } from 'vitest'
import { changesOf, draftKey } from './draft.ts'

test('a draft key differs by user, resource, and record', () => {
  const keys = [
    draftKey(1, 'courts', 1),
    draftKey(2, 'courts', 1),
    draftKey(1, 'judges', 1),
    draftKey(1, 'courts', undefined),
  ]
  expect(new Set(keys).size).toBe(4)
})

test('a draft holds the changed fields only', () => {
  const before = { name: 'a', court: { id: 1, name: 'Supreme Court' }, roles: [], days: null }
  const now = {
    name: 'b',
    court: { id: 1, name: 'Supreme Court' },
    roles: [{ id: 2, name: 'Editor' }],
    days: undefined,
  }
  expect(changesOf(before, now)).toEqual({ name: 'b', roles: [{ id: 2, name: 'Editor' }] })
})
