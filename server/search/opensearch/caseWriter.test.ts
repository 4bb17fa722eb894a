import { expect, test } from 'vitest'
import { versionOf } from './caseWriter.ts'

test('the version of a later snapshot is higher, whichever transactions still run in it', () => {
  const versions = ['8:10:8', '8:11:8', '11:11:', '11:13:12', '13:13:'].map((snapshot) => versionOf(snapshot, 'read'))
  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
  expect(new Set(versions).size).toBe(versions.length)
})

test('two snapshots in which the same transactions have ended have the same version', () => {
  expect(versionOf('11:13:11,12', 'read')).toBe(versionOf('11:11:', 'read'))
})

test('a removal before reading has a lower version than what was read of the same snapshot', () => {
  expect(versionOf('8:10:8', 'removed')).toBeLessThan(versionOf('8:10:8', 'read'))
  expect(versionOf('8:11:8', 'removed')).toBeGreaterThan(versionOf('8:10:8', 'read'))
})
