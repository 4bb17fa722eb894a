import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countBits, idsOfBitset } from '#server/search/storage/bitset.ts'
import { term } from '#server/search/storage/ftsQuery.ts'
import { openMemoryIndex } from '../../../test/memoryIndex.ts'
import type { PostingList } from './incrementalPostings.ts'

const wordsOfTests = ['one', 'two', 'six']

const idsIn = ({ ids, bits }: PostingList) =>
  [...(ids ?? idsOfBitset(bits, countBits(bits)))].sort((one, other) => one - other)

const anyWords = fc.option(fc.subarray(wordsOfTests), { freq: 4 })

test('cached posting lists equal the index after every change, whether updated or read again', () => {
  const rounds = fc.array(fc.uniqueArray(fc.tuple(fc.nat({ max: 40 }), anyWords), { selector: ([id]) => id }))
  const sizes = fc.record({ max_bytes: fc.constantFrom(0, 2 ** 20), short: fc.constantFrom(0, 8) }) // prettier-ignore
  fc.assert(
    fc.property(rounds, sizes, (changes, chosen) => {
      const {
        library: { postings },
        ...searcher
      } = openMemoryIndex(chosen)
      const wanted = new Map<number, readonly string[]>()
      for (const round of changes) {
        for (const [id, words] of round) {
          searcher.put(id, words)
          if (words) wanted.set(id, words)
          else wanted.delete(id)
        }
        searcher.refresh()
        for (const word of wordsOfTests) {
          const held = [...wanted].filter(([, words]) => words.includes(word)).map(([id]) => id)
          const postingList = postings.get(term(word))
          expect(idsIn(postingList)).toEqual(held.sort((one, other) => one - other))
          expect(postingList.count).toBe(held.length)
        }
      }
      searcher.close()
    }),
  )
})

test('the posting cache evicts the least recently used lists beyond its size', () => {
  const {
    library: { postings },
    ...searcher
  } = openMemoryIndex({ max_bytes: 300, short: 0 })
  for (let id = 1; id <= 40; id += 1) searcher.put(id, wordsOfTests)
  searcher.refresh()
  const size = (word: string) => {
    postings.get(term(word))
    return postings.size()
  }
  const one = size('one')
  searcher.close()
  expect(one).toBeGreaterThan(0)

  const narrow = openMemoryIndex({ max_bytes: 2 * one, short: 0 })
  for (let id = 1; id <= 40; id += 1) narrow.put(id, wordsOfTests)
  narrow.refresh()
  for (const word of wordsOfTests) narrow.library.postings.get(term(word))
  expect(wordsOfTests.map((word) => narrow.library.postings.has(term(word)))).toEqual([false, true, true])
  expect(narrow.library.postings.size()).toBe(2 * one)
  narrow.close()
})
