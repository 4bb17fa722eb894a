import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allLoaded, ByteReader, ByteWriter, DamagedBlockError, seal, unseal } from './bytes.ts'
import { blockLength, packBlock, unpackBlock } from './packedBlock.ts'
import { encodePositions, PositionReader } from './positions.ts'
import { schema } from '#server/search/storage/schema.ts'
import { findTerm, readList, SegmentWriter } from './segment.ts'
import { findAmong, findInDecoded } from './findPostings.ts'
import { bitsetOf, countBits, emptyBitset, idsOfBitset } from '#server/search/storage/bitset.ts'
import {
  addList,
  appendList,
  decodeBetween,
  type EncodedList,
  encodeList,
  reserve,
  noPostings,
  type Postings,
} from './postingList.ts'

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
      unpackBlock(reader, into)
      expect([...into]).toEqual(numbers)
      expect(reader.at).toBe(bytes.length)
    }),
  )
})

const anyPostings = fc
  .tuple(
    // Of frequent terms too, whose blocks are bitsets.
    fc.constantFrom(5000, 1000).chain((max) => fc.uniqueArray(fc.nat({ max }), { maxLength: 700, size: 'max' })),
    fc.oneof(
      fc.constant([[]]),
      fc.array(fc.uniqueArray(fc.nat({ max: 60_000 }), { maxLength: 9 }), { minLength: 1, maxLength: 9 }),
    ),
  )
  .map(([ids, cycle]): Postings => {
    const positions = ids.map((_, at) => [...(cycle[at % cycle.length] ?? [])].sort((one, other) => one - other))
    return {
      ids: Uint32Array.from(ids).sort(),
      frequencies: Uint32Array.from(positions, ({ length }) => length),
      count: ids.length,
      positions: Uint32Array.from(positions.flat()),
      positionCount: positions.flat().length,
    }
  })

/** The positions of a case from the gaps between them. */
const positionsFrom = (gaps: ArrayLike<number>) => {
  let position = -1
  return Array.from(gaps, (gap) => (position += gap + 1))
}

function encoded(postings: Postings): EncodedList {
  const [out, positions] = [new ByteWriter(), new ByteWriter()]
  const hasPositions = encodeList(out, postings)
  if (hasPositions) encodePositions(positions, postings)
  return {
    count: postings.count,
    hasPositions,
    ids: allLoaded(out.written()),
    openPositions: () => allLoaded(positions.written()),
  }
}

test('a posting list is decoded as it was, with and without frequencies and positions', () => {
  fc.assert(
    fc.property(anyPostings, (postings) => {
      const list = encoded(postings)
      const into = noPostings()
      reserve(into, list.count)
      appendList(list, into)
      expect([...into.ids.subarray(0, into.count)]).toEqual([...postings.ids])
      expect([...into.frequencies.subarray(0, into.count)]).toEqual([...postings.frequencies])
      expect([...into.positions.subarray(0, into.positionCount)]).toEqual([...postings.positions])
    }),
  )
})

test('the ids of a list are added to a bitset without the dead ones, whether its blocks are bitsets or gaps', () => {
  fc.assert(
    fc.property(anyPostings, fc.uniqueArray(fc.nat({ max: 5000 })), (postings, dead) => {
      const bits = emptyBitset(5000)
      addList(encoded(postings), bits, bitsetOf(Uint32Array.from(dead), 5000))
      expect([...idsOfBitset(bits, countBits(bits))]).toEqual([...postings.ids].filter((id) => !dead.includes(id)))
    }),
  )
})

test('the list of a term that most cases have takes less than two bits a case', () => {
  const ids = Uint32Array.from({ length: 12_800 }, (_, at) => at + Math.floor(at / 9))
  const { bytes } = encoded({ ...noPostings(), ids, frequencies: new Uint32Array(ids.length), count: ids.length }).ids
  expect((8 * bytes.length) / ids.length).toBeLessThan(2)
})

test('the cases among others are those in both with their positions, whichever blocks are skipped', () => {
  const anyWanted = fc.uniqueArray(fc.nat({ max: 5200 }), { maxLength: 60 })
  fc.assert(
    fc.property(anyPostings, anyWanted, (postings, ids) => {
      const wanted = Uint32Array.from(ids).sort()
      const list = encoded(postings)
      const found: [number, number[]][] = []
      const { indices, frequencies, ordinals, count } = findAmong(list, wanted)
      for (let at = 0; at < count; at += 1) {
        const gaps = new Uint32Array(frequencies[at] ?? 0)
        if (gaps.length > 0) new PositionReader(list.openPositions()).copy(ordinals[at] ?? 0, gaps.length, gaps, 0)
        found.push([wanted[indices[at] ?? 0] ?? 0, positionsFrom(gaps)])
      }
      const positionsOf = (id: number) => {
        const at = postings.ids.indexOf(id)
        const start = postings.frequencies.subarray(0, at).reduce((sum, one) => sum + one, 0)
        return [...postings.positions.subarray(start, start + (postings.frequencies[at] ?? 0))]
      }
      const both = [...wanted].filter((id) => postings.ids.includes(id))
      expect(found).toEqual(both.map((id) => [id, positionsOf(id)]))
    }),
  )
})

test('a part of a list has the ids of its range with their positions', () => {
  fc.assert(
    fc.property(anyPostings, fc.nat({ max: 5100 }), fc.nat({ max: 5100 }), (postings, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const list = encoded(postings)
      const { ids, starts, first } = decodeBetween(list, low, high)
      const from = postings.ids.indexOf(ids[0] ?? -1)
      const wanted = postings.ids.filter((id) => id >= low && id <= high)
      expect([...ids.filter((id) => id >= low && id <= high)]).toEqual([...wanted])
      expect([...ids]).toEqual([...postings.ids.subarray(from, from + ids.length)])
      const frequencies = postings.frequencies.subarray(from, from + ids.length)
      const before = postings.frequencies.subarray(0, from).reduce((sum, frequency) => sum + frequency, 0)
      const gaps = list.hasPositions ? new PositionReader(list.openPositions()).read(first, starts.at(-1) ?? 0) : []
      const positions = Array.from(ids, (_, at) => positionsFrom(gaps.slice(starts[at], starts[at + 1]))).flat()
      const total = frequencies.reduce((sum, frequency) => sum + frequency, 0)
      expect(positions).toEqual(ids.length > 0 ? [...postings.positions.subarray(before, before + total)] : [])
      const { indices, frequencies: found, count } = findInDecoded({ ids, starts }, wanted)
      expect(Array.from(indices.subarray(0, count), (at) => wanted[at])).toEqual([...wanted])
      expect([...found.subarray(0, count)]).toEqual([...frequencies].filter((_, at) => wanted.includes(ids[at] ?? -1)))
    }),
  )
})

/** The list of a term that most cases have, with one byte of its bitsets changed. */
const damagedBitsets = fc.tuple(fc.nat({ max: 600 }), fc.nat({ max: 255 })).map(([at, byte]) => {
  const ids = Uint32Array.from({ length: 600 }, (_, index) => index + Math.floor(index / 9))
  const bytes = encoded({ ...noPostings(), ids, frequencies: ids.map(() => 0), count: ids.length }).ids.bytes.slice()
  bytes[at % bytes.length] = byte
  return bytes
})

test('a list of random bytes is decoded to something or refused, and never hangs', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 600 }), damagedBitsets),
      fc.nat({ max: 2000 }),
      fc.boolean(),
      (bytes, count, hasPositions) => {
        const list: EncodedList = { count, hasPositions, ids: allLoaded(bytes), openPositions: () => allLoaded(bytes) }
        const into = noPostings()
        reserve(into, count)
        const reads = [
          () => appendList(list, into),
          () => addList(list, emptyBitset(5000), emptyBitset(0)),
          () => findAmong(list, Uint32Array.of(1, 90, 5000)),
          () => new PositionReader(allLoaded(bytes)).read(0, decodeBetween(list, 0, 5000).starts.at(-1) ?? 0),
          () => new PositionReader(allLoaded(bytes)).copy(count, 20, new Uint32Array(20), 0),
        ]
        for (const read of reads)
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

/** An index with the lists of three terms, of which the second fills many pages and begins within one. */
function indexOfLongList() {
  const index = new DatabaseSync(':memory:')
  index.exec(schema)
  const ids = Uint32Array.from({ length: 60_000 }, (_, at) => 3 * at + (at % 7 === 0 ? 1 : 2))
  const frequencies = Uint32Array.from(ids, (id) => 1 + (id % 5))
  const short = { ...noPostings(), ids: ids.subarray(0, 300), frequencies, count: 300 }
  const writer = new SegmentWriter(index, 1)
  for (const [name, postings] of Object.entries({
    a: short,
    b: { ...short, ids, count: ids.length, positionCount: 1 },
    c: short,
  }))
    writer.add(Buffer.from(name), { ...postings, positions: new Uint32Array(1) })
  writer.finish()
  const list = () => readList(index, 1, findTerm(index, 1, 'b') ?? expect.fail())
  const pages = Number(index.prepare('select count(*) as count from pages').get()?.['count'])
  return { index, ids, list, pages }
}

test('a list of many pages is read as it was written, all of it, parts of it and few cases, in any order', () => {
  const { index, ids, list, pages } = indexOfLongList()
  expect(pages).toBeGreaterThan(10)
  const few = ids.filter((_, at) => at % 9000 === 4)
  const most = ids.filter((_, at) => at % 40 === 4 && at > 20_000)
  const read = list()
  for (const wanted of [few, most, few, most, ids]) {
    const { indices, frequencies, count } = findAmong(read, wanted)
    expect(Array.from(indices.subarray(0, count), (at) => wanted[at])).toEqual([...wanted])
    expect(Array.from(frequencies.subarray(0, count))).toEqual(Array.from(wanted, (id) => 1 + (id % 5)))
  }
  const part = decodeBetween(list(), 90_000, 91_000).ids
  const from = ids.indexOf(part[0] ?? 0)
  expect([...part]).toEqual([...ids.subarray(from, from + part.length)])
  expect([...decodeBetween(list(), 0, 1e6).ids]).toEqual([...ids])
  index.close()
})

test('a list with a page that is missing is refused, also when the pages before it are read ahead', () => {
  const { index, list, pages } = indexOfLongList()
  index.exec(`delete from pages where id = (select max(id) from pages) - ${pages >> 1}`)
  expect(() => decodeBetween(list(), 0, 1e6)).toThrow(DamagedBlockError)
  index.close()
})
