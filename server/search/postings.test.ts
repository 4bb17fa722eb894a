import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countBits, idsOf } from './bits.ts'
import { noColumns, placeOfCase, refreshColumns } from './columns.ts'
import { packFacts } from './facts.ts'
import { holds } from './match.ts'
import { keepPostings, type Posting } from './postings.ts'
import { caseTable, placeOf } from './schema.ts'

const facts = packFacts({ court: 1, level: 1, types: [], judges: [], statuses: [] })
const wordsOfTests = ['one', 'two', 'three']

/** An index of cases with a few words each, and a reader of it. */
function openPair(sizes: Parameters<typeof keepPostings>[2]) {
  const index = new DatabaseSync(':memory:')
  index.exec('create table facts (place integer primary key, stamp integer, facts blob)')
  index.exec(caseTable)
  const note = index.prepare('insert or replace into facts values (?, (select coalesce(max(stamp), 0) + 1 from facts), ?)') // prettier-ignore
  const insert = index.prepare('insert into cases (rowid, text) values (?, ?)')
  const remove = index.prepare('delete from cases where rowid = ?')
  const columns = noColumns()
  return {
    columns,
    postings: keepPostings(index, columns, sizes),
    refresh: () => refreshColumns(index, columns),
    close: () => index.close(),
    put: (id: number, words: readonly string[] | null) => {
      const old = placeOfCase(columns, id)
      if (old !== undefined) {
        remove.run(old)
        note.run(old, null)
      }
      if (!words) return
      insert.run(placeOf(id, '2020-01-01'), words.join(' '))
      note.run(placeOf(id, '2020-01-01'), facts)
    },
  }
}

const idsIn = ({ ids, bits }: Posting) => [...(ids ?? idsOf(bits, countBits(bits)))].sort((one, other) => one - other)

const anyWords = fc.option(fc.subarray(wordsOfTests), { freq: 4 })

test('the lists of words are true after every change, whether they are mended or read anew', () => {
  const rounds = fc.array(fc.uniqueArray(fc.tuple(fc.nat({ max: 40 }), anyWords), { selector: ([id]) => id }))
  const sizes = fc.record({ most_bytes: fc.constantFrom(0, 2 ** 20), short: fc.constantFrom(0, 8), mended: fc.constantFrom(0, 3, 64) }) // prettier-ignore
  fc.assert(
    fc.property(rounds, sizes, (changes, chosen) => {
      const library = openPair(chosen)
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
          const posting = library.postings.of(holds(word))
          expect(idsIn(posting)).toEqual(held.sort((one, other) => one - other))
          expect(posting.count).toBe(held.length)
        }
      }
      library.close()
    }),
  )
})

test('no more is kept than there is room for, and what was asked for last stays', () => {
  const library = openPair({ most_bytes: 300, short: 0, mended: 64 })
  for (let id = 1; id <= 40; id += 1) library.put(id, wordsOfTests)
  library.refresh()
  const size = (word: string) => {
    library.postings.of(holds(word))
    return library.postings.size()
  }
  const one = size('one')
  library.close()
  expect(one).toBeGreaterThan(0)

  const narrow = openPair({ most_bytes: 2 * one, short: 0, mended: 64 })
  for (let id = 1; id <= 40; id += 1) narrow.put(id, wordsOfTests)
  narrow.refresh()
  for (const word of wordsOfTests) narrow.postings.of(holds(word))
  expect(wordsOfTests.map((word) => narrow.postings.has(holds(word)))).toEqual([false, true, true])
  expect(narrow.postings.size()).toBe(2 * one)
  narrow.close()
})
