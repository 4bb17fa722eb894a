import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMatches } from '#server/search/postings/evaluateQuery.ts'
import { planCases } from './resultPages.ts'
import { documentOf, openMemoryIndex } from '#test/memoryIndex.ts'
import { runs } from '#test/nightly.ts'
import { queryOf } from '#test/searchIndex.ts'
import { rankCases, topK } from './rankCases.ts'

test('the top k of random numbers equal the first k of the sorted numbers', () => {
  // Neither of the two zeros is higher.
  const anyNumber = fc
    .oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -1e15, max: 1e15 }))
    .map((number) => number + 0)
  fc.assert(
    fc.property(fc.array(anyNumber), fc.nat({ max: 20 }), (numbers, k) => {
      const sorted = numbers.toSorted((one, other) => other - one).slice(0, k)
      expect([...topK(Float64Array.from(numbers), k)]).toEqual(sorted)
    }),
  )
})

const words = ['ޙުކުމް', 'ޤާޟީ', 'ދަރަނި', 'ބަނދަރު', 'ކޯޓު']
const anyWords = (maxLength: number) => fc.array(fc.constantFrom(...words), { maxLength })
/** Many texts that differ by their words and by how often these are in them, and few with the words in a name. */
const anyLibrary = fc.array(fc.record({ text: anyWords(12), name: fc.option(anyWords(2), { freq: 9 }) }), {
  minLength: 40,
  maxLength: 60,
})
const anyText = fc.subarray(words, { minLength: 1, maxLength: 3 }).map((some) => some.join(' '))

test('the best of many cases are the first of all ranked cases, although most are dropped before all signals are added', () => {
  fc.assert(
    fc.property(anyLibrary, anyText, fc.integer({ min: 1, max: 9 }), (texts, text, limit) => {
      const { library, putDocument, refresh, close } = openMemoryIndex()
      for (let id = 1; id <= 4 * texts.length; id += 1) {
        const { text: own = [], name } = texts[id % texts.length] ?? {}
        putDocument(id, documentOf(id, own.join(' '), { parties: name ? [name.join(' ')] : [] }))
      }
      refresh()
      const { rewritten, bounds } = planCases(library, queryOf(text), { unpublished: true })
      const matches = findMatches(library, bounds ?? expect.fail())
      const rank = (most: number) => [...rankCases(library, matches, { rewritten, limit: most })]
      expect(rank(limit)).toEqual(rank(matches.count).slice(0, limit))
      close()
    }),
    { numRuns: runs(12, 300) },
  )
})
