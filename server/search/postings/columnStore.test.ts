import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentFields, encodeFields, decodeFields, dayOf, docKeyAt } from '#server/search/storage/docValues.ts'
import { emptyColumnStore, refreshColumnStore } from './columnStore.ts'

const small = fc.nat({ max: 20 })
const anyFields: fc.Arbitrary<DocumentFields> = fc.record({
  court: small,
  level: small,
  length: small,
  types: fc.array(small),
  judges: fc.array(small),
  statuses: fc.array(small),
  textHash: fc.nat({ max: 2 ** 32 - 1 }),
})

test('document fields are decoded as they were encoded', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      expect(decodeFields(encodeFields(fields))).toEqual(fields)
    }),
  )
})

test('the column store equals the documents after random insertions, changes, and deletions', () => {
  const change = fc.record({
    id: small,
    day: fc.constantFrom(null, '1999-12-31', '2000-01-01'),
    fields: fc.option(anyFields),
  })
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 8 }), (rounds) => {
      const { index, write } = indexOfFields()
      const wanted = new Map<number, { id: number; day: number; fields: DocumentFields }>()
      const columnStore = emptyColumnStore()
      for (const round of rounds) {
        for (const { id, day, fields } of round) {
          if (wanted.delete(id)) write(id, 0, null)
          if (!fields) continue
          write(id, dayOf(day), fields)
          wanted.set(id, { id, day: dayOf(day), fields })
        }
        refreshColumnStore(index, columnStore)
        const cases = [...wanted.values()].sort(byAge)
        const { chronological, values, valueLists: lists } = columnStore
        expect([...chronological]).toEqual(cases.map(({ id }) => id))
        expect([...chronological].map((id) => values.day[id])).toEqual(cases.map(({ day }) => day))
        expect([...chronological].map((id) => values.court[id])).toEqual(cases.map(({ fields }) => fields.court))
        expect([...chronological].map((id) => lists.all[values.judges[id] ?? 0])).toEqual(
          cases.map(({ fields }) => fields.judges),
        )
      }
      index.close()
    }),
  )
})

test('lists of values that no case has any more are dropped', () => {
  const { index, write } = indexOfFields()
  const columnStore = emptyColumnStore()
  const fields = { court: 1, level: 1, length: 1, types: [3], statuses: [], textHash: 0 }
  write(1, 1, { ...fields, judges: [7, 8] })
  for (let judge = 100; judge < 400; judge += 1) {
    write(2, 1, { ...fields, judges: [judge] })
    refreshColumnStore(index, columnStore)
  }
  const { values, valueLists: lists } = columnStore
  expect(lists.all.length).toBeLessThan(200)
  expect([1, 2].map((id) => lists.all[values.judges[id] ?? 0])).toEqual([[7, 8], [399]])
  expect([1, 2].map((id) => lists.all[values.types[id] ?? 0])).toEqual([[3], [3]])
  index.close()
})

type Dated = { id: number; day: number }
const byAge = (one: Dated, other: Dated) => docKeyAt(one.day, one.id) - docKeyAt(other.day, other.id)

/** The table of doc values as the index thread writes it: a deleted document keeps an empty row. */
function indexOfFields() {
  const index = new DatabaseSync(':memory:')
  index.exec('create table doc_values (id integer primary key, day integer, stamp integer, fields blob)')
  const insert = index.prepare(
    'insert or replace into doc_values values (?, ?, (select coalesce(max(stamp), 0) + 1 from doc_values), ?)',
  )
  return {
    index,
    write: (id: number, day: number, fields: DocumentFields | null) =>
      insert.run(id, day, fields && encodeFields(fields)),
  }
}
