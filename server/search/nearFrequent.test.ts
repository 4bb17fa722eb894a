import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { openMemoryIndex } from '../../test/memoryIndex.ts'
import { answers } from './answers.ts'
import { refreshColumns } from './columns.ts'
import type { Library } from './library.ts'

const paging = { sort: 'relevance', page: 1, page_size: 12, unpublished: false } as const
const between = Array.from({ length: 20 }, () => 'ލިޔުން')

function openLibrary() {
  const { library, put, refresh } = openMemoryIndex()
  put(1, ['ކަމަށް', 'ވަރަށް'])
  put(2, ['ކަމަށް', ...between, 'ވަރަށް'])
  put(3, ['ކަމަށް'])
  refresh()
  return library
}

test('words near each other are found near each other', () => {
  const found = answers.cases(openLibrary(), { query: { text: 'ކަމަށް w/3 ވަރަށް' }, paging })
  expect(found).toMatchObject({ ids: [1], count: 1, isLoosened: false })
})

test('words in very many cases are found together, those near each other first', () => {
  const library = openLargeLibrary()
  const found = answers.cases(library, { query: { text: 'ކަމަށް w/3 ވަރަށް' }, paging })
  // Of two equal cases the younger, which has the higher number, would come first.
  expect(found).toMatchObject({ ids: [1, 2], count: 2, isLoosened: true, partial: false })
})

test('what counts as very many is the same whatever was asked before', () => {
  const library = openLargeLibrary()
  for (const text of ['ކަމަށް', 'ވަރަށް']) answers.cases(library, { query: { text }, paging })
  const found = answers.cases(library, { query: { text: 'ކަމަށް w/3 ވަރަށް' }, paging })
  expect(found).toMatchObject({ ids: [1, 2], isLoosened: true })
})

test('a word stands in no more cases than there are, however often these are changed', () => {
  const library = openLibrary()
  tellFrequent(library)
  const found = answers.cases(library, { query: { text: 'ކަމަށް w/3 ވަރަށް' }, paging })
  expect(found).toMatchObject({ ids: [1], isLoosened: false })
})

const tellFrequent = ({ database }: Library) =>
  database.prepare(`update words set count = ?`).run(limits.search.rows_near)

/** The same three cases, in a library that counts many more and says that their words stand in them. */
function openLargeLibrary() {
  const library = openLibrary()
  const { database, columns } = library
  database
    .prepare(
      `with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ?)
       insert into facts (place, stamp, facts)
       select first.place + 100 + number, (select max(stamp) from facts) + number, first.facts
         from numbers, (select place, facts from facts limit 1) as first`,
    )
    .run(limits.search.rows_near)
  refreshColumns(database, columns)
  tellFrequent(library)
  return library
}
