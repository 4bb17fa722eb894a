import { expect, test } from 'vitest'
import { changesOf, laterDraft } from './draftStore.ts'
import { draftKey } from './eraseDrafts.ts'

test('a draft key differs by user, resource, and record', () => {
  const keys = [
    draftKey(1, 'courts', '1'),
    draftKey(2, 'courts', '1'),
    draftKey(1, 'judges', '1'),
    draftKey(1, 'courts', 'new'),
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

test('of two stored drafts the later one counts, and one counts alone', () => {
  const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z'].map((at) => ({
    at,
    version: 1,
    values: {},
  }))
  expect([
    laterDraft(early, late),
    laterDraft(late, early),
    laterDraft(early, undefined),
    laterDraft(undefined, late),
  ]).toEqual([late, late, early, late])
})
