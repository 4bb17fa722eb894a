import { expect, test } from 'vitest'
import { permissionsDigest } from './permissionsDigest.ts'

test('the digest of permissions is FNV-1a of 32 bits', () => {
  // The published vectors of the empty text, of `a` and of `foobar`.
  expect(permissionsDigest([])).toBe((0x811c9dc5).toString(36))
  expect(permissionsDigest(['a'])).toBe((0xe40c292c).toString(36))
  expect(permissionsDigest(['foobar'])).toBe((0xbf9cf968).toString(36))
})

test('permissions that differ, also in where one ends, have different digests', () => {
  const lists = [[], ['read-courts'], ['read-courts', 'read-judges'], ['read-courtsread-judges'], ['read-judges']]
  expect(new Set(lists.map(permissionsDigest)).size).toBe(lists.length)
})
