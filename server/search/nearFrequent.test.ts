import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { openMemoryIndex } from '../../test/memoryIndex.ts'
import { answers } from './answers.ts'

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
  const library = openLibrary()
  library.database.prepare(`update words set count = ?`).run(limits.search.rows_near)
  const found = answers.cases(library, { query: { text: 'ކަމަށް w/3 ވަރަށް' }, paging })
  // Of two equal cases the younger, which has the higher number, would come first.
  expect(found).toMatchObject({ ids: [1, 2], count: 2, isLoosened: true, partial: false })
})
