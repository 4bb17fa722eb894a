import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noColumns, refreshColumns, rowsOf } from './columns.ts'
import { type Facts, packFacts, unpackFacts } from './facts.ts'
import { placeOf } from './schema.ts'

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
      const index = new DatabaseSync(':memory:')
      index.exec('create table facts (place integer primary key, stamp integer, facts blob)')
      const write = index.prepare(
        'insert or replace into facts values (?, (select coalesce(max(stamp), 0) + 1 from facts), ?)',
      )
      const wanted = new Map<number, Facts>()
      let columns = noColumns()
      for (const round of rounds) {
        for (const { id, day, facts } of round) {
          write.run(placeOf(id, day), facts ? packFacts(facts) : null)
          if (facts) wanted.set(placeOf(id, day), facts)
          else wanted.delete(placeOf(id, day))
        }
        columns = refreshColumns(index, columns)
        const places = [...wanted.keys()].sort((one, other) => one - other)
        expect([...columns.places]).toEqual(places)
        expect([...columns.values.court]).toEqual(places.map((place) => wanted.get(place)?.court))
        expect([...columns.values.judges].map((list) => columns.lists.all[list])).toEqual(
          places.map((place) => wanted.get(place)?.judges),
        )
        expect([...rowsOf(columns, Float64Array.from(places.filter((_, at) => at % 3 > 0)))]).toEqual(
          places.flatMap((_, at) => (at % 3 > 0 ? [at] : [])),
        )
      }
      index.close()
    }),
  )
})
