import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMemoryIndex } from '../../test/memoryIndex.ts'
import { countBits, idsOf } from './bits.ts'
import { idsOfMatches } from './enumerate.ts'
import { listFrequent } from './listing.ts'
import { holds, type Match, phrase, written } from './match.ts'
import { matching } from './matching.ts'
import type { Posting } from './mending.ts'

const words = ['one', 'two', 'three', 'four']
const everything = { least: 1, share: Infinity, paired: 2 }
const noMemory = { most_bytes: 0, short: 0 }
const memory = { most_bytes: 2 ** 20, short: 0 }

const ascending = (ids: Iterable<number>) => [...ids].sort((one, other) => one - other)
const idsIn = ({ ids, bits }: Posting) => ascending(ids ?? idsOf(bits, countBits(bits)))

function openLibrary(sizes = noMemory) {
  const opened = openMemoryIndex(sizes)
  const { database: index } = opened.library
  /** Of words as they are written, without their forms. */
  const listed = () => {
    const all = index
      .prepare('select match from lists order by match')
      .all()
      .map(({ match }) => String(match))
    return all.filter((match) => /^"[a-z ]+"$/.test(match))
  }
  const list = (sizes = everything) => [...listFrequent(index, sizes)].length
  return { ...opened, index, listed, list }
}

const texts = fc.option(fc.array(fc.constantFrom(...words), { maxLength: 6 }), { freq: 5 })
const asked: Match[] = [
  ...words.map(holds),
  phrase(['one', 'two']),
  phrase(['two', 'two']),
  phrase(['one', 'two', 'one']),
  phrase(['three', 'one', 'two', 'four']),
]

test('the lists of the index say the same as a search, after every change, whether they are new or stale', () => {
  // Some ids are beyond the room that there is.
  const change = fc.tuple(fc.oneof({ arbitrary: fc.nat({ max: 500 }), weight: 20 }, fc.nat({ max: 20_000 })), texts)
  // Few changes of a long list are mended, more are not.
  const upTo = (maxLength: number) => fc.uniqueArray(change, { selector: ([id]) => id, maxLength })
  const rounds = fc.array(fc.tuple(fc.oneof(upTo(2), upTo(90)), fc.boolean()))
  fc.assert(
    fc.property(rounds, fc.constantFrom(noMemory, memory), (changes, sizes) => {
      const { put, refresh, list, library, index, close } = openLibrary(sizes)
      // So few that a phrase is looked for among them, and so many that one change of them is mended.
      for (let id = 0; id < 450; id += 1) put(id, ['one', 'two', 'one', 'three', 'two', 'two'])
      refresh()
      for (const [round, isListed] of changes) {
        for (const [id, text] of round) put(id, text)
        refresh()
        // Also what few changes are missing in is brought up to date.
        if (isListed) index.exec('delete from meta')
        if (isListed) list()
        for (const match of asked) {
          const found = ascending(idsOfMatches(index, match))
          expect([written(match), idsIn(library.postings.of(match))]).toEqual([written(match), found])
          const bits = matching(library, match)
          expect([written(match), ascending(idsOf(bits, countBits(bits)))]).toEqual([written(match), found])
        }
      }
      close()
    }),
    { numRuns: 40 },
  )
})

test('only what is frequent is listed, and the most frequent words beside each other', () => {
  const { put, refresh, list, listed } = openLibrary()
  for (let id = 1; id <= 100; id += 1) put(id, ['one', ...(id <= 60 ? ['two'] : []), ...(id <= 30 ? ['three'] : [])])
  refresh()
  list({ least: 50, share: Infinity, paired: 1 })
  expect(listed()).toEqual(['"one one"', '"one"', '"two"'])
})

test('nothing is done again until many cases were changed, and what is not frequent any more goes', () => {
  const { put, refresh, list, listed, index } = openLibrary()
  for (let id = 1; id <= 100; id += 1) put(id, ['one', 'two'])
  refresh()
  expect(list()).toBeGreaterThan(0)
  // Each change is two: a case goes and comes again.
  for (let id = 1; id <= 31; id += 1) put(id, ['one'])
  refresh()
  expect(list()).toBe(0)
  put(32, ['one'])
  refresh()
  index.exec(`delete from words where word = 'two'`)
  expect(list()).toBeGreaterThan(0)
  expect(listed()).toEqual(['"one one"', '"one"'])
})

test('listing that was broken off goes on with what is missing', () => {
  const { put, refresh, list, index, listed } = openLibrary()
  for (let id = 1; id <= 100; id += 1) put(id, words)
  refresh()
  const broken = listFrequent(index, everything)
  while (listed().length === 0) broken.next()
  const before = listed().length
  expect(list()).toBeGreaterThan(0)
  expect(listed().length).toBeGreaterThan(before)
  expect(list()).toBe(0)
})
