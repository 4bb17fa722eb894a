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
const everything = { least: 1, share: Infinity }
const noMemory = { max_bytes: 0, short: 0 }
const memory = { max_bytes: 2 ** 20, short: 0 }

const ascending = (ids: Iterable<number>) => [...ids].sort((one, other) => one - other)
const idsIn = ({ ids, bits }: PostingList) => ascending(ids ?? idsOfBitset(bits, countBits(bits)))

function openLibrary(sizes = noMemory) {
  const opened = openMemoryIndex(sizes)
  const { database: index } = opened.library
  /** The lists of words as written, without those of stems. */
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

test('stored posting lists equal a search after every change, whether fresh or stale', () => {
  // Some ids exceed the capacity of the columns.
  const change = fc.tuple(fc.oneof({ arbitrary: fc.nat({ max: 500 }), weight: 20 }, fc.nat({ max: 20_000 })), texts)
  // Few changes of a long list are applied to it; after more it is read again.
  const upTo = (maxLength: number) => fc.uniqueArray(change, { selector: ([id]) => id, maxLength })
  const rounds = fc.array(fc.tuple(fc.oneof(upTo(2), upTo(90)), fc.boolean()))
  fc.assert(
    fc.property(rounds, fc.constantFrom(noMemory, memory), (changes, sizes) => {
      const { put, refresh, list, library: searcher, index, close } = openLibrary(sizes)
      // Few enough for row checks of a phrase, and enough for incremental updates of one change.
      for (let id = 0; id < 450; id += 1) put(id, ['one', 'two', 'one', 'three', 'two', 'two'])
      refresh()
      for (const [round, isListed] of changes) {
        for (const [id, text] of round) put(id, text)
        refresh()
        // Lists that lack only a few changes are refreshed too.
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

test('only frequent terms have stored posting lists', () => {
  const { put, refresh, list, listed } = openLibrary()
  for (let id = 1; id <= 100; id += 1) put(id, ['one', ...(id <= 60 ? ['two'] : []), ...(id <= 30 ? ['three'] : [])])
  refresh()
  list({ least: 50, share: Infinity })
  expect(listed()).toEqual(['"one"', '"two"'])
})

test('stored posting lists are refreshed after many changes, and lists of terms no longer frequent are deleted', () => {
  const { put, refresh, list, listed, index } = openLibrary()
  for (let id = 1; id <= 100; id += 1) put(id, ['one', 'two'])
  refresh()
  expect(list()).toBeGreaterThan(0)
  // Each change has two stamps: the case is removed and inserted.
  for (let id = 1; id <= 31; id += 1) put(id, ['one'])
  refresh()
  expect(list()).toBe(0)
  put(32, ['one'])
  refresh()
  index.exec(`delete from words where spelling = 'two'`)
  expect(list()).toBeGreaterThan(0)
  expect(listed()).toEqual(['"one"'])
})

test('an interrupted refresh of posting lists continues with the missing ones', () => {
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
