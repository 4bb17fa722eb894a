import fc from 'fast-check'
import { expect, test } from 'vitest'
import { union, bitsetOf, clearBit, countBits, hasBit, idsOfBitset, intersect, setBit, subtract } from './bitset.ts'

const maxId = 200
const anyIds = fc.uniqueArray(fc.nat({ max: maxId }))
const bits = (ids: readonly number[]) => bitsetOf(Uint32Array.from(ids), maxId)
const ids = (set: Uint32Array) => [...idsOfBitset(set, countBits(set))]
const sorted = (numbers: Iterable<number>) => [...numbers].sort((one, other) => one - other)

test('a bitset holds the ids that were set, counted and ascending', () => {
  fc.assert(
    fc.property(anyIds, (one) => {
      const set = bits(one)
      expect(ids(set)).toEqual(sorted(one))
      expect(Array.from({ length: maxId + 1 }, (_, id) => id).filter((id) => hasBit(set, id))).toEqual(sorted(one))
    }),
  )
})

test('intersect, union, and subtract equal the set operations', () => {
  fc.assert(
    fc.property(anyIds, anyIds, (one, other) => {
      const [both, either, without] = [bits(one), bits(one), bits(one)]
      intersect(both, bits(other))
      union(either, bits(other))
      subtract(without, bits(other))
      expect(ids(both)).toEqual(sorted(one.filter((id) => other.includes(id))))
      expect(ids(either)).toEqual(sorted(new Set([...one, ...other])))
      expect(ids(without)).toEqual(sorted(one.filter((id) => !other.includes(id))))
    }),
  )
})

test('setBit adds an id and clearBit removes it', () => {
  fc.assert(
    fc.property(anyIds, fc.nat({ max: maxId }), (one, id) => {
      const set = bits(one)
      setBit(set, id)
      expect(hasBit(set, id)).toBe(true)
      clearBit(set, id)
      expect(ids(set)).toEqual(sorted(one.filter((other) => other !== id)))
    }),
  )
})
