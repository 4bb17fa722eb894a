import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openMemoryIndex } from '../../test/memoryIndex.ts'
import { countBits, idsOf } from './bits.ts'
import { holds } from './match.ts'
import type { Posting } from './mending.ts'

const wordsOfTests = ['one', 'two', 'six']

const idsIn = ({ ids, bits }: Posting) => [...(ids ?? idsOf(bits, countBits(bits)))].sort((one, other) => one - other)

const anyWords = fc.option(fc.subarray(wordsOfTests), { freq: 4 })

test('the lists of words are true after every change, whether they are mended or read anew', () => {
  const rounds = fc.array(fc.uniqueArray(fc.tuple(fc.nat({ max: 40 }), anyWords), { selector: ([id]) => id }))
  const sizes = fc.record({ most_bytes: fc.constantFrom(0, 2 ** 20), short: fc.constantFrom(0, 8) }) // prettier-ignore
  fc.assert(
    fc.property(rounds, sizes, (changes, chosen) => {
      const {
        library: { postings },
        ...library
      } = openMemoryIndex(chosen)
      const wanted = new Map<number, readonly string[]>()
      for (const round of changes) {
        for (const [id, words] of round) {
          library.put(id, words)
          if (words) wanted.set(id, words)
          else wanted.delete(id)
        }
        library.refresh()
        for (const word of wordsOfTests) {
          const held = [...wanted].filter(([, words]) => words.includes(word)).map(([id]) => id)
          const posting = postings.of(holds(word))
          expect(idsIn(posting)).toEqual(held.sort((one, other) => one - other))
          expect(posting.count).toBe(held.length)
        }
      }
      library.close()
    }),
  )
})

test('no more is kept than there is room for, and what was asked for last stays', () => {
  const {
    library: { postings },
    ...library
  } = openMemoryIndex({ most_bytes: 300, short: 0 })
  for (let id = 1; id <= 40; id += 1) library.put(id, wordsOfTests)
  library.refresh()
  const size = (word: string) => {
    postings.of(holds(word))
    return postings.size()
  }
  const one = size('one')
  library.close()
  expect(one).toBeGreaterThan(0)

  const narrow = openMemoryIndex({ most_bytes: 2 * one, short: 0 })
  for (let id = 1; id <= 40; id += 1) narrow.put(id, wordsOfTests)
  narrow.refresh()
  for (const word of wordsOfTests) narrow.library.postings.of(holds(word))
  expect(wordsOfTests.map((word) => narrow.library.postings.has(holds(word)))).toEqual([false, true, true])
  expect(narrow.library.postings.size()).toBe(2 * one)
  narrow.close()
})
