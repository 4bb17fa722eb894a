import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Row } from '#shared/calls/crud.ts'
import { type LocalQuery, prepareRows } from './localList.ts'
import { openSearch, searchSome } from './localSearch.ts'
import { rows_of_text } from './wordSheet.ts'

const columns = ['name', 'note']
// Which no fold changes.
const letters = ['ކ', 'ޓ', 'a', ' ']
const anyText = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 })
const anyRows = fc
  .tuple(fc.array(fc.tuple(anyText, anyText), { minLength: 1, maxLength: 6 }), fc.nat(3 * rows_of_text))
  .map(([texts, count]) =>
    Array.from({ length: count }, (_, id): Row => {
      const [name = '', note = ''] = texts[(id * 7 + (id >> 3)) % texts.length] ?? []
      return { id, version: 1, name, note }
    }),
  )

const prepare = (rows: readonly Row[]) => prepareRows(rows, columns, (row, column) => String(row[column]))

/** What a person does next: types a letter, takes one back or all of them, narrows a column, sorts. */
const anyStep: fc.Arbitrary<(query: LocalQuery) => LocalQuery> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...letters).map((letter) => (query: LocalQuery) => ({ ...query, search: query.search + letter })) }, // prettier-ignore
  fc.constant((query: LocalQuery) => ({ ...query, search: query.search.slice(0, -1) })),
  fc.constant((query: LocalQuery) => ({ ...query, search: '' })),
  fc.tuple(fc.constantFrom(...columns), anyText).map(([column, text]) => (query: LocalQuery) => ({ ...query, columns: { [column]: text } })), // prettier-ignore
  fc.option(fc.constantFrom(...columns)).map((by) => (query: LocalQuery) => ({ ...query, sort: by === null ? undefined : { by, descending: query.sort !== undefined } })), // prettier-ignore
)

/** As one writes it first: each row is asked for each word. */
function foundByHand(rows: readonly Row[], { search, columns: inColumns }: LocalQuery) {
  const words = (text: string) => text.split(' ').filter((word) => word !== '')
  const holds = (texts: readonly unknown[], word: string) => texts.some((text) => String(text).includes(word))
  return rows.filter(
    (row) =>
      words(search).every((word) => holds([row['name'], row['note']], word)) &&
      Object.entries(inColumns).every(([column, text]) => words(text).every((word) => holds([row[column]], word))),
  )
}

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

test('whatever was looked for before and however far, a search finds what one from the beginning finds', () => {
  fc.assert(
    fc.property(anyRows, fc.array(fc.tuple(anyStep, fc.nat(5)), { minLength: 1, maxLength: 12 }), (rows, steps) => {
      const prepared = prepare(rows)
      let query: LocalQuery = { search: '', columns: {}, sort: undefined }
      for (const [step, texts] of steps) {
        query = step(query)
        const search = openSearch(prepared, query)
        let left = texts
        if (left > 0) searchSome(prepared, search, () => (left -= 1) <= 0)
        const anew = prepare(rows)
        const wanted = openSearch(anew, query)
        searchSome(anew, wanted, () => false)
        if (!query.sort) expect(idsOf(wanted.rows)).toEqual(idsOf(foundByHand(rows, query)))
        // What is shown of a search on its way begins with what it has found.
        const known = search.isDone ? wanted.rows.length : search.found.length
        expect(idsOf(search.rows.slice(0, known))).toEqual(idsOf(wanted.rows.slice(0, known)))
        if (search.isDone) expect(search.rows).toHaveLength(wanted.rows.length)
      }
    }),
    { numRuns: 150 },
  )
})

test('the rows of before stay until something is found, and as long as what is found is the same', () => {
  const rows = Array.from({ length: 3 * rows_of_text }, (_, id): Row => {
    const name = id < 2 * rows_of_text ? 'court' : `court ${id}`
    return { id, version: 1, name, note: '' }
  })
  const prepared = prepare(rows)
  const begin = (search: string) => {
    const opened = openSearch(prepared, { search, columns: {}, sort: undefined })
    searchSome(prepared, opened, () => true)
    return opened
  }
  const one = begin('c')
  expect(one.rows).toBe(rows)
  searchSome(prepared, one, () => false)
  expect(begin('co').rows).toBe(one.rows)
  const rare = begin('co 9')
  expect(rare.rows).toBe(one.rows)
  searchSome(prepared, rare, () => false)
  expect(rare.rows.length).toBeLessThan(rows_of_text)
})

test('a search that finds enough looks at no more rows', () => {
  const prepared = prepare(Array.from({ length: 100_000 }, (_, id) => ({ id, version: 1, name: `ކޯޓު ${id}`, note: '' })))
  const search = openSearch(prepared, { search: 'ކޯޓު', columns: {}, sort: undefined })
  searchSome(prepared, search, () => search.found.length >= 50)
  expect(search.looked).toBe(rows_of_text)
  expect(prepared.sheet.cells).toBe(rows_of_text * columns.length)
})
