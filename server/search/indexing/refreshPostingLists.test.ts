import fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate } from '#server/search/postings/evaluateQuery.ts'
import type { PostingList } from '#server/search/postings/incrementalPostings.ts'
import { countBits, idsOfBitset } from '#server/search/storage/bitset.ts'
import { term, type FtsQuery, phrase, toFtsSyntax } from '#server/search/storage/ftsQuery.ts'
import { matchingIds } from '#server/search/storage/ftsSelect.ts'
import { openMemoryIndex } from '../../../test/memoryIndex.ts'
import { refreshPostingLists } from './refreshPostingLists.ts'
import { runs } from '../../../test/nightly.ts'

const words = ['one', 'two', 'three', 'four']
const everything = { least: 1, share: Infinity, paired: 2 }
const noMemory = { max_bytes: 0, short: 0 }
const memory = { max_bytes: 2 ** 20, short: 0 }

const ascending = (ids: Iterable<number>) => [...ids].sort((one, other) => one - other)
const idsIn = ({ ids, bits }: PostingList) => ascending(ids ?? idsOfBitset(bits, countBits(bits)))

function openLibrary(sizes = noMemory) {
  const opened = openMemoryIndex(sizes)
  const { database: index } = opened.library
  /** Of words as they are written, without their forms. */
  const listed = () => {
    const all = index
      .prepare('select fts_query from stored_postings order by fts_query')
      .all()
      .map(({ fts_query: ftsQuery }) => String(ftsQuery))
    return all.filter((ftsQuery) => /^"[a-z ]+"$/.test(ftsQuery))
  }
  const list = (sizes = everything) => [...refreshPostingLists(index, sizes)].length
  return { ...opened, index, listed, list }
}

const texts = fc.option(fc.array(fc.constantFrom(...words), { maxLength: 6 }), { freq: 5 })
const asked: FtsQuery[] = [
  ...words.map(term),
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
      const { put, refresh, list, library: searcher, index, close } = openLibrary(sizes)
      // So few that a phrase is looked for among them, and so many that one change of them is mended.
      for (let id = 0; id < 450; id += 1) put(id, ['one', 'two', 'one', 'three', 'two', 'two'])
      refresh()
      for (const [round, isListed] of changes) {
        for (const [id, text] of round) put(id, text)
        refresh()
        // Also what few changes are missing in is brought up to date.
        if (isListed) index.exec('delete from meta')
        if (isListed) list()
        for (const ftsQuery of asked) {
          const found = ascending(matchingIds(index, ftsQuery))
          expect([toFtsSyntax(ftsQuery), idsIn(searcher.postings.get(ftsQuery))]).toEqual([
            toFtsSyntax(ftsQuery),
            found,
          ])
          const bits = evaluate(searcher, ftsQuery)
          expect([toFtsSyntax(ftsQuery), ascending(idsOfBitset(bits, countBits(bits)))]).toEqual([
            toFtsSyntax(ftsQuery),
            found,
          ])
        }
      }
      close()
    }),
    { numRuns: runs(10, 40) },
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
  const broken = refreshPostingLists(index, everything)
  while (listed().length === 0) broken.next()
  const before = listed().length
  expect(list()).toBeGreaterThan(0)
  expect(listed().length).toBeGreaterThan(before)
  expect(list()).toBe(0)
})
