import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteReader, ByteWriter, DamagedBlockError, seal, unseal } from './bytes.ts'
import { blockLength, packBlock, unpackBlock } from './packedBlock.ts'
import { decodeList, encodeList, idsAmong, makeRoom, noPostings } from './postingList.ts'

/** Small numbers with some large ones among them, as gaps have them. */
const anyNumber = fc.oneof(
  { arbitrary: fc.nat({ max: 9 }), weight: 20 },
  fc.nat({ max: 40_000 }),
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
)

test('a packed block is unpacked as it was, of numbers of any width', () => {
  const anyBlock = fc.oneof(
    fc.array(anyNumber, { minLength: blockLength, maxLength: blockLength }),
    fc
      .nat({ max: 32 })
      .map((bits) => Array.from({ length: blockLength }, (_, at) => Math.floor((2 ** bits - 1) / (1 + (at % 3))))),
  )
  fc.assert(
    fc.property(anyBlock, fc.nat({ max: 5 }), (numbers, before) => {
      const out = new ByteWriter()
      for (let at = 0; at < before; at += 1) out.byte(at)
      packBlock(out, Uint32Array.from(numbers))
      const bytes = out.written()
      const reader = new ByteReader(bytes, before)
      const into = new Uint32Array(blockLength)
      unpackBlock(reader, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), into)
      expect([...into]).toEqual(numbers)
      expect(reader.at).toBe(bytes.length)
    }),
  )
})

const anyPostings = fc
  .tuple(
    fc.uniqueArray(fc.nat({ max: 5000 }), { maxLength: 700 }),
    fc.oneof(fc.constant([0]), fc.array(fc.nat({ max: 300 }), { minLength: 1, maxLength: 9 })),
  )
  .map(([ids, cycle]) => ({
    ids: Uint32Array.from(ids).sort(),
    frequencies: Uint32Array.from(ids, (_, at) => cycle[at % cycle.length] ?? 0),
    count: ids.length,
  }))

function encoded(postings: { ids: Uint32Array; frequencies: Uint32Array; count: number }) {
  const out = new ByteWriter()
  const hasFrequencies = encodeList(out, postings)
  return { count: postings.count, hasFrequencies, bytes: out.written().slice() }
}

test('a posting list is decoded as it was, with and without frequencies', () => {
  fc.assert(
    fc.property(anyPostings, (postings) => {
      const list = encoded(postings)
      for (const withFrequencies of [true, false]) {
        const into = noPostings()
        makeRoom(into, list.count)
        decodeList(list, into, withFrequencies)
        expect([...into.ids.subarray(0, into.count)]).toEqual([...postings.ids])
        if (withFrequencies) expect([...into.frequencies.subarray(0, into.count)]).toEqual([...postings.frequencies])
      }
    }),
  )
})

test('the ids among others are those in both, whichever blocks are skipped', () => {
  const anyWanted = fc.uniqueArray(fc.nat({ max: 5200 }), { maxLength: 60 })
  fc.assert(
    fc.property(anyPostings, anyWanted, (postings, ids) => {
      const wanted = Uint32Array.from(ids).sort()
      expect(idsAmong(encoded(postings), wanted)).toEqual([...wanted].filter((id) => postings.ids.includes(id)))
    }),
  )
})

test('a list of random bytes is decoded to something or refused, and never hangs', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 600 }),
      fc.nat({ max: 2000 }),
      fc.boolean(),
      (bytes, count, hasFrequencies) => {
        const list = { count, hasFrequencies, bytes }
        const into = noPostings()
        makeRoom(into, count)
        for (const read of [() => decodeList(list, into, true), () => idsAmong(list, Uint32Array.of(1, 90, 5000))])
          try {
            read()
          } catch (error) {
            expect(error).toBeInstanceOf(DamagedBlockError)
          }
      },
    ),
    { numRuns: 300 },
  )
})

test('a page with one flipped bit is refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(), (bytes, at) => {
      const sealed = seal(bytes)
      expect([...unseal(sealed)]).toEqual([...bytes])
      const bit = at % (8 * sealed.length)
      sealed[bit >> 3] = (sealed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => unseal(sealed)).toThrow(DamagedBlockError)
    }),
  )
})
