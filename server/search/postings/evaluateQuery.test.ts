import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { maintainSegments } from '#server/search/indexing/mergeSegments.ts'
import { SegmentWriter } from '#server/search/storage/blocks/segment.ts'
import { positionsByTerm, writeSegment } from '#server/search/storage/blocks/tables.ts'
import { schema } from '#server/search/storage/schema.ts'
import { type Bitset, countBits, hasBit, idsOfBitset } from '#server/search/storage/bitset.ts'
import { allOf, anyOf, exclude, type FtsQuery, phrase, prefix, term } from '#server/search/storage/ftsQuery.ts'
import {
  columnTerm,
  exactTerm,
  fieldTerm,
  matchAllTerm,
  nameTerm,
  stemTerm,
  unpublishedTerm,
} from '#server/search/storage/indexTerms.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { tokenizeExact } from '#shared/text/language/exactForm.ts'
import { openFtsOracle } from '#test/ftsOracle.ts'
import { documentOf, openMemoryIndex } from '#test/memoryIndex.ts'
import { runs } from '#test/nightly.ts'
import { evaluate, matchingAmong } from './evaluateQuery.ts'

/** Posting blocks against FTS5 tables of the same cases. */

const vocabulary = 'އަދި ޙުކުމް ހުކުމް ޙުކުމެއް ޤާޞިދު ގާސިދު ގާސިދުގެ ބަނދަރު ބަންދަރުގެ ދަރަނި 12 court Résumé resume 𞤀𞤣'.split(' ')
const anyWord = fc.constantFrom(...vocabulary)
const beginOf = (word: string) => [...word].slice(0, 3).join('')
const anyDocument = fc.record({
  paragraphs: fc.array(fc.array(anyWord, { maxLength: 9 }), { maxLength: 3 }),
  parties: fc.array(fc.array(anyWord, { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
  isHidden: fc.boolean(),
})

const anySpelled = anyWord.map((word) => tokenizeExact(word)[0] ?? { word, exact: word })
const spelledWords = fc.array(anySpelled, { minLength: 2, maxLength: 4 })
const anyTerm = anySpelled.chain(({ word, exact }) =>
  fc.constantFrom(
    word,
    exactTerm(exact),
    stemTerm(formsOf(word)[0] ?? word),
    nameTerm(word),
    fieldTerm('p', word),
    unpublishedTerm,
    matchAllTerm,
  ),
)
const anyNearPart = fc
  .array(
    fc.oneof(
      spelledWords.map((some) => some.slice(0, 2)),
      anySpelled.map((one) => [one]),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((part) => part.map((some) => ({ kind: 'phrase', words: some.map(({ word }) => word) }) as const))
const nearPrefix = anySpelled.map(({ word }) => [{ kind: 'prefix', word: beginOf(word) }] as const)

const leaf: fc.Arbitrary<FtsQuery> = fc.oneof(
  { arbitrary: anyTerm.map(term), weight: 4 },
  anyTerm.map((word) => prefix(beginOf(word))),
  spelledWords.map((some) => phrase(some.map(({ word }) => word))),
  spelledWords.map((some) => phrase(some.map(({ word }) => stemTerm(formsOf(word)[0] ?? word)))),
  spelledWords.map((some) => phrase(some.map(({ exact }) => exactTerm(exact)))),
  spelledWords.map((some) => phrase(some.slice(0, 2).map(({ word }) => columnTerm('claimant', word)))),
  spelledWords.map((some) => phrase(some.slice(0, 2).map(({ word }) => fieldTerm('p', word)))),
  fc.record({
    kind: fc.constant('near' as const),
    parts: fc.tuple(anyNearPart, fc.oneof(anyNearPart, nearPrefix)),
    between: fc.constantFrom(0, 1, 4, 100_000_000),
  }),
)

const { anyQuery } = fc.letrec<{ anyQuery: FtsQuery }>((tie) => ({
  anyQuery: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.array(tie('anyQuery'), { minLength: 1, maxLength: 3 }).map(allOf),
    fc.array(tie('anyQuery'), { minLength: 1, maxLength: 3 }).map(anyOf),
    fc.tuple(tie('anyQuery'), tie('anyQuery')).map(([of, not]) => exclude(of, [not])),
  ),
}))

/** Many cases at once, so that lists have several blocks; then single changes, and steps of merging. */
const anyChange = fc.oneof(
  fc.tuple(fc.constant('put' as const), fc.nat({ max: 500 }), fc.option(anyDocument, { freq: 6 })),
  fc.tuple(fc.constant('many' as const), fc.nat({ max: 400 }), anyDocument),
  fc.tuple(fc.constant('step' as const), fc.nat({ max: 60 }), fc.constant(null)),
)

type Change = typeof anyChange extends fc.Arbitrary<infer One> ? One : never

function openBoth() {
  const memory = openMemoryIndex()
  const { database } = memory.library
  const oracle = openFtsOracle(database)
  const put = (id: number, wanted: Change[2]) => {
    const text = wanted?.paragraphs.map((words) => words.join(' ')).join('\n') ?? ''
    const parties = wanted?.parties.map((words) => words.join(' ')) ?? []
    const written = wanted && documentOf(id, text, { parties, isHidden: wanted.isHidden })
    memory.putDocument(id, written)
    oracle.put(
      id,
      written && { paragraphs: text.split('\n'), parties, terms: [...positionsByTerm(written.document).keys()] },
    )
  }
  let merging = maintainSegments(database)
  const apply = ([kind, number, wanted]: Change) => {
    if (kind === 'put') put(number, wanted)
    if (kind === 'many') for (let id = number; id < number + 70; id += 1) put(id, wanted)
    if (kind !== 'step') return
    // Deleted cases are old enough to be removed from their segment.
    vi.setSystemTime(Date.now() + 600_000)
    for (let left = number; left > 0; left -= 1) if (merging.next().done) merging = maintainSegments(database)
  }
  return { ...memory, database, oracle, apply }
}

const idsIn = (bits: Bitset) => [...idsOfBitset(bits, countBits(bits))]

function compare(changes: readonly (readonly Change[])[], queries: readonly FtsQuery[]) {
  const both = openBoth()
  const { database, oracle } = both
  for (const round of changes) {
    for (const change of round) both.apply(change)
    both.refresh()
    for (const ftsQuery of queries) {
      const wanted = oracle.find(ftsQuery)
      expect(idsIn(evaluate(database, ftsQuery)), JSON.stringify(ftsQuery)).toEqual(wanted)
      const some = Uint32Array.from({ length: 60 }, (_, at) => at * 9)
      expect([...matchingAmong(database, ftsQuery, some)], JSON.stringify(ftsQuery)).toEqual(
        wanted.filter((id) => some.includes(id)),
      )
    }
  }
  oracle.close()
  both.close()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a phrase of two frequent words is found where they are adjacent in one row, a longer one by its pairs too', () => {
  const { library, putDocument, refresh, close } = openMemoryIndex()
  const texts = ['އަދި މި ޙުކުމް', 'މި އަދި ޙުކުމް', 'އަދި\nމި ޙުކުމް', 'އަދި މި\nމި ޙުކުމް', 'އަދި މި ހުކުމް']
  for (const [at, text] of texts.entries()) putDocument(at + 1, documentOf(at + 1, text))
  putDocument(6, documentOf(6, '', { parties: ['އަދި މި ޙުކުމް'] }))
  refresh()
  const find = (words: string) => idsIn(evaluate(library.database, phrase(words.split(' ').map(exactTerm))))
  expect(find('އަދި މި')).toEqual([1, 4, 5, 6])
  expect(find('މި ޙުކުމް')).toEqual([1, 3, 4, 6])
  expect(find('އަދި މި ޙުކުމް')).toEqual([1, 6])
  const pair = phrase(['އަދި', 'މި'].map(exactTerm))
  expect([...matchingAmong(library.database, pair, Uint32Array.of(2, 4, 6))]).toEqual([4, 6])
  close()
})

const anyRounds = fc.array(fc.array(anyChange, { maxLength: 8 }), { minLength: 1, maxLength: 3 })

test('every kind of query finds the same cases as FTS5, after random changes and during merges', () => {
  fc.assert(fc.property(anyRounds, fc.array(anyQuery, { minLength: 12, maxLength: 12 }), compare), {
    numRuns: runs(6, 500),
  })
}, 1_200_000)

test('a stem that a word has besides its best one is at no position', () => {
  const { library, putText, refresh, close } = openMemoryIndex()
  const [best = '', other = ''] = formsOf('އިތުރަށް')
  for (let id = 1; id < 200; id += 1) putText(id, `${id % 2 === 0 ? 'އިތުރަށް' : other} two three`)
  refresh()
  const near = (form: string): FtsQuery => ({
    kind: 'near',
    parts: [stemTerm(form), exactTerm('two'), exactTerm('three')].map((word) => [{ kind: 'phrase', words: [word] }]),
    between: 4,
  })
  const count = (ftsQuery: FtsQuery) => countBits(evaluate(library.database, ftsQuery))
  expect([count(term(stemTerm(other))), count(near(other)), count(near(best))]).toEqual([199, 100, 99])
  close()
})

test('a phrase is found whose rarest word also stands where the phrase cannot begin', () => {
  const { library, putText, refresh, close } = openMemoryIndex()
  putText(1, 'two one two')
  putText(2, 'two one')
  // Enough cases for a segment, whose dictionary has the number of cases with a word.
  for (let id = 3; id < 80; id += 1) putText(id, 'one one')
  refresh()
  const bits = evaluate(library.database, phrase(['one', 'two']))
  expect([...idsOfBitset(bits, countBits(bits))]).toEqual([1])
  close()
})

test('a phrase is not found at the positions that a case had before it was saved again', () => {
  const { library, putText, refresh, close } = openMemoryIndex()
  // Enough cases for a segment, where the first version of one of them stays.
  for (let id = 1; id < 80; id += 1) putText(id, 'one two')
  putText(7, 'two one')
  refresh()
  const bits = evaluate(library.database, phrase(['one', 'two']))
  expect(countBits(bits)).toBe(78)
  expect(hasBit(bits, 7)).toBe(false)
  close()
})

test('a case that is deleted or saved without a frequent word after it was searched for is not found by it', () => {
  const { library, putText, putDocument, refresh, close } = openMemoryIndex()
  for (let id = 1; id < 200; id += 1) putText(id, 'one two')
  refresh()
  const find = () => {
    const bits = evaluate(library.database, term('one'))
    return [countBits(bits), ...matchingAmong(library.database, term('one'), Uint32Array.of(7, 8, 9))]
  }
  expect(find()).toEqual([199, 7, 8, 9])
  putDocument(7, null)
  putText(9, 'two')
  refresh()
  expect(find()).toEqual([197, 8])
  close()
})

test('all of no parts are all cases, among some and in the whole library', () => {
  const { library, putText, refresh, close } = openMemoryIndex()
  for (const id of [1, 2, 3]) putText(id, 'one')
  refresh()
  const bits = evaluate(library.database, allOf([]))
  expect([...idsOfBitset(bits, countBits(bits))]).toEqual([1, 2, 3])
  expect([...matchingAmong(library.database, allOf([]), Uint32Array.of(1, 3))]).toEqual([1, 3])
  close()
})

test('a count up to a limit is the number of matches or the limit, however many cases are checked for it', () => {
  const { library, putText, refresh, close } = openMemoryIndex()
  const alone = 55
  // The lists are so long, and the ids so high, that the first cases are checked apart, twice.
  for (let at = 1; at <= 2200; at += 1) putText(3 * at, at > alone ? 'one two' : 'one')
  refresh()
  const few = exclude(term('one'), [term('two')])
  for (const limit of [1, alone - 1, alone, alone + 1, 110, 2000]) {
    expect(library.cases.count(few, limit)).toBe(Math.min(limit, alone))
    expect(library.cases.count(term('one'), limit)).toBe(limit)
  }
  expect([library.cases.count(few), library.cases.count(term('one'))]).toEqual([alone, 2200])
  close()
})

/** Frequent terms in a segment: each has its frequency in every case, and its positions one after the other. */
function indexOf(cases: number, terms: Record<string, (id: number) => readonly number[]>) {
  const index = new DatabaseSync(':memory:')
  index.exec(schema)
  const ids = Uint32Array.from({ length: cases }, (_, at) => at + 1)
  index.exec(`insert into doc_values (id, day, stamp) values (${cases}, 1, 1)`)
  const writer = new SegmentWriter(index, 1)
  for (const [word, positionsIn] of Object.entries(terms).sort()) {
    const positions = Uint32Array.from([...ids].flatMap(positionsIn))
    const frequencies = ids.map((id) => positionsIn(id).length)
    writer.add(Buffer.from(exactTerm(word)), {
      ids,
      frequencies,
      count: cases,
      positions,
      positionCount: positions.length,
    })
  }
  writer.finish()
  writeSegment(index, { number: 1, cases, dead: new Uint32Array(0), deadSince_ms: 0 })
  return index
}

/** Without a period in which the cases of one part have the positions of another. */
const placesOf = (id: number) => ({
  one: Math.floor(((id * Math.SQRT2) % 1) * 10),
  two: Math.floor(((id * Math.LN2) % 1) * 7),
})

test('a phrase of words that a hundred thousand cases have is found in all parts of the library', () => {
  // The positions of the second are more than are cached, those of the first fewer.
  const index = indexOf(100_000, {
    one: (id) => [placesOf(id).one],
    two: (id) => [placesOf(id).two, 20, 21, 22, 23].map((at, step) => at + step * (id % 3)),
  })
  const ids = Uint32Array.from({ length: 100_000 }, (_, at) => at + 1)
  for (const [words, distance] of [
    [['one', 'two'], 1],
    [['two', 'one'], -1],
  ] as const) {
    const bits = evaluate(index, phrase([...words]))
    const found = [...idsOfBitset(bits, countBits(bits))]
    const wanted = [...ids].filter((id) => placesOf(id).two === placesOf(id).one + distance)
    expect(wanted.length).toBeGreaterThan(5000)
    expect(found).toEqual(wanted)
  }
  index.close()
})
