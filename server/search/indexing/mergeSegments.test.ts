import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { evaluate } from '#server/search/postings/evaluateQuery.ts'
import { findTerm } from '#server/search/storage/blocks/segment.ts'
import { readSegments } from '#server/search/storage/blocks/tables.ts'
import { countBits } from '#server/search/storage/bitset.ts'
import { phrase, term } from '#server/search/storage/ftsQuery.ts'
import { exactTerm } from '#server/search/storage/indexTerms.ts'
import { documentOf, openMemoryIndex } from '#test/memoryIndex.ts'
import { maintainSegments } from './mergeSegments.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** The cases of a segment. */
const casesOfSegment = 64

function openLibrary(segments: number, textOf = (id: number) => `one two three\nw${id}`) {
  const memory = openMemoryIndex()
  const { database } = memory.library
  for (let id = 1; id <= segments * casesOfSegment; id += 1) memory.putDocument(id, documentOf(id, textOf(id)))
  memory.refresh()
  const numberOf = (sql: string) => Number(Object.values(database.prepare(sql).get() ?? {})[0])
  return {
    ...memory,
    database,
    count: () => {
      memory.refresh()
      return [countBits(evaluate(database, term('two'))), countBits(evaluate(database, phrase(['one', 'two'])))]
    },
    /** The segments that have terms, whether searches read them or not. */
    written: () => numberOf('select count(distinct segment) from dictionary'),
    inTail: () => numberOf('select count(*) from tail'),
  }
}

test('a word is counted once for each case, however often the case is saved', () => {
  const { database, putText, putDocument, close } = openLibrary(1)
  const counts = (...words: string[]) =>
    words.map((word) => database.prepare('select count from words where spelling = ?').get(word)?.['count'])
  // From a segment to the tail, then within the tail.
  for (const text of ['one two three', 'one two three new', 'one two three new', 'one new three']) putText(7, text)
  expect(counts('one', 'two', 'three', 'new')).toEqual([64, 64, 64, 1])
  putText(8, 'one new')
  putText(100, 'one new')
  expect(counts('one', 'new')).toEqual([65, 3])
  // With the same text and another title.
  for (const title of ['new', 'new', 'other new']) putDocument(9, documentOf(9, 'one two three', { title }))
  expect(counts('one', 'two', 'new', 'other')).toEqual([65, 64, 4, 1])
  close()
})

test('saved cases are in the tail until they are enough for a segment, and eight segments become one', () => {
  const { database, count, putDocument, written, inTail } = openLibrary(7)
  putDocument(500, documentOf(500, 'one two'))
  expect([readSegments(database).length, inTail(), ...count()]).toEqual([7, 1, 449, 449])
  expect([...maintainSegments(database)]).toEqual([])
  for (let id = 501; id < 500 + casesOfSegment; id += 1) putDocument(id, documentOf(id, 'one two'))
  expect([readSegments(database).length, inTail()]).toEqual([8, 0])
  expect([...maintainSegments(database)].length).toBeGreaterThan(0)
  expect([readSegments(database).map(({ cases }) => cases), written(), ...count()]).toEqual([[512], 1, 512, 512])
})

test('a merge that is interrupted changes nothing, and the next removes what it wrote', () => {
  // Enough terms for several steps.
  const words = (id: number) => Array.from({ length: 9 }, (_, at) => `w${id}x${at}`).join(' ')
  const { database, count, putDocument, written } = openLibrary(8, (id) => `one two ${words(id)}`)
  const interrupted = maintainSegments(database)
  while (written() === 8) interrupted.next()
  expect([readSegments(database).length, written(), ...count()]).toEqual([8, 9, 512, 512])
  // Another process may change cases before it merges again.
  putDocument(3, null)
  for (const _step of maintainSegments(database));
  expect([readSegments(database).length, written(), ...count()]).toEqual([1, 1, 511, 511])
})

test('a case that is deleted or changed during a merge is not found afterwards', () => {
  const { database, count, putDocument } = openLibrary(8)
  const merging = maintainSegments(database)
  merging.next()
  putDocument(3, null)
  putDocument(4, documentOf(4, 'other words'))
  for (const _step of merging);
  expect([readSegments(database).map(({ cases }) => cases), ...count()]).toEqual([[510], 510, 510])
})

test('the words of a deleted case leave its segment within minutes', () => {
  const { database, count, putDocument, written } = openLibrary(1)
  const hasWord = () => readSegments(database).some(({ number }) => findTerm(database, number, exactTerm('w7')))
  putDocument(7, null)
  expect([hasWord(), ...count()]).toEqual([true, 63, 63])
  expect([...maintainSegments(database)]).toEqual([])
  vi.setSystemTime(Date.now() + 180_000)
  for (const _step of maintainSegments(database));
  expect([hasWord(), written(), ...count()]).toEqual([false, 1, 63, 63])
  for (let id = 1; id <= casesOfSegment; id += 1) putDocument(id, null)
  vi.setSystemTime(Date.now() + 180_000)
  for (const _step of maintainSegments(database));
  expect([readSegments(database).length, written(), ...count()]).toEqual([0, 0, 0, 0])
})
