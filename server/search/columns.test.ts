import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedSince, noColumns, placeOfCase, refreshColumns } from './columns.ts'
import { type Facts, packFacts, unpackFacts } from './facts.ts'
import { idOf, placeOf } from './schema.ts'

const small = fc.nat({ max: 20 })
const anyFacts: fc.Arbitrary<Facts> = fc.record({
  court: small, level: small, types: fc.array(small), judges: fc.array(small), statuses: fc.array(small),
}) // prettier-ignore

test('facts come back as they were packed', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      expect(unpackFacts(packFacts(facts))).toEqual(facts)
    }),
  )
})

test('the columns follow every change, whatever is put in, changed and taken away', () => {
  const change = fc.record({
    id: small,
    day: fc.constantFrom(null, '1999-12-31', '2000-01-01'),
    facts: fc.option(anyFacts),
  })
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 8 }), (rounds) => {
      const { index, write } = indexOfFacts()
      const wanted = new Map<number, { place: number; facts: Facts }>()
      const columns = noColumns()
      for (const round of rounds) {
        const before = columns.stamp
        for (const { id, day, facts } of round) {
          const old = wanted.get(id)
          if (old) write(old.place, null)
          wanted.delete(id)
          if (!facts) continue
          write(placeOf(id, day), facts)
          wanted.set(id, { place: placeOf(id, day), facts })
        }
        refreshColumns(index, columns)
        const cases = [...wanted.values()].sort((one, other) => one.place - other.place)
        const { order, values, lists } = columns
        expect([...order]).toEqual(cases.map(({ place }) => idOf(place)))
        expect([...order].map((id) => placeOfCase(columns, id))).toEqual(cases.map(({ place }) => place))
        expect([...order].map((id) => values.court[id])).toEqual(cases.map(({ facts }) => facts.court))
        expect([...order].map((id) => lists.all[values.judges[id] ?? 0])).toEqual(
          cases.map(({ facts }) => facts.judges),
        )
        const changed = new Set(changedSince(columns, before))
        expect(round.filter(({ id, facts }) => facts && !changed.has(id))).toEqual([])
      }
      index.close()
    }),
  )
})

/** Facts as the writer keeps them: what is gone stays, emptied. */
function indexOfFacts() {
  const index = new DatabaseSync(':memory:')
  index.exec('create table facts (place integer primary key, stamp integer, facts blob)')
  const insert = index.prepare(
    'insert or replace into facts values (?, (select coalesce(max(stamp), 0) + 1 from facts), ?)',
  )
  return { index, write: (place: number, facts: Facts | null) => insert.run(place, facts && packFacts(facts)) }
}
