import { DatabaseSync } from 'node:sqlite'
import { type Columns, noColumns, placeOfCase, refreshColumns } from '#server/search/columns.ts'
import { packFacts } from '#server/search/facts.ts'
import { listsSchema } from '#server/search/lists.ts'
import type { Library } from '#server/search/library.ts'
import { anyRow, formWord } from '#server/search/ownWords.ts'
import { keepPostings, type PostingSizes } from '#server/search/postings.ts'
import { keepRecent } from '#server/search/recent.ts'
import { caseTable, placeOf } from '#server/search/schema.ts'
import { formsOf } from '#shared/text/analyse.ts'

const facts = packFacts({ court: 1, level: 1, types: [], judges: [], statuses: [] })

/** An index of cases with a few words each, in memory, and a reader of it. */
export function openMemoryIndex(sizes?: PostingSizes) {
  const index = new DatabaseSync(':memory:')
  index.exec(`
    create table meta (key text primary key, value text);
    create table places (id integer primary key, place integer);
    create table facts (place integer primary key, stamp integer, facts blob);
    ${caseTable}
    ${listsSchema}`)
  const columns = noColumns()
  const library: Library = {
    database: index,
    columns,
    postings: keepPostings(index, columns, sizes),
    found: keepRecent(1),
    ranked: keepRecent(1),
    understood: keepRecent(1),
  }
  return {
    library,
    refresh: () => {
      refreshColumns(index, columns)
      library.found.forget()
      library.ranked.forget()
      library.understood.forget()
    },
    close: () => index.close(),
    /** A case that holds these words, in the place of what it held before; null takes it out. */
    put: writerOf(index, columns),
  }
}

function writerOf(index: DatabaseSync, columns: Columns) {
  const note = index.prepare('insert or replace into facts values (?, (select coalesce(max(stamp), 0) + 1 from facts), ?)') // prettier-ignore
  const insert = index.prepare('insert into cases (rowid, row_0, facets) values (?, ?, ?)')
  const remove = index.prepare('delete from cases where rowid = ?')
  const insertPlace = index.prepare('insert into places (id, place) values (?, ?)')
  const removePlace = index.prepare('delete from places where id = ?')
  const count = index.prepare('insert into words (written, word, sound, count) values (?1, ?1, ?1, 1) on conflict (written) do update set count = count + 1') // prettier-ignore

  return (id: number, words: readonly string[] | null) => {
    const old = placeOfCase(columns, id)
    if (old !== undefined) {
      remove.run(old)
      removePlace.run(id)
      note.run(old, null)
    }
    if (!words) return
    const place = placeOf(id, '2020-01-01')
    insertPlace.run(id, place)
    insert.run(place, [...words, ...words.map((word) => formWord(formsOf(word)[0] ?? word))].join(' '), anyRow)
    note.run(place, facts)
    for (const word of words) count.run(word)
  }
}
