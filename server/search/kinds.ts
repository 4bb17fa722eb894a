import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { readCases } from './documents.ts'
import { packFacts } from './facts.ts'
import { writeNames } from './names.ts'
import { readPhrases } from './phraseDocuments.ts'
import { removePhraseNames, writePhraseNames } from './phraseNames.ts'
import { caseColumns, phraseColumns } from './schema.ts'
import { statement } from './statements.ts'
import { noteWords } from './vocabulary.ts'

/** The two things that are indexed, and how each is read, put in and taken out. */
export type IndexKind = {
  resource: 'caseFiles' | 'phrases'
  /** Its table in PostgreSQL. */
  source: 'case_files' | 'phrases'
  read: (client: pg.ClientBase, ids: readonly number[]) => Promise<Readied[]>
  remove: (index: DatabaseSync, id: number) => void
}

/** What was read and only needs to be written. */
export type Readied = { put: (index: DatabaseSync) => void }

type Description<Row> = Omit<IndexKind, 'read'> & {
  read: (client: pg.ClientBase, ids: readonly number[]) => Promise<Row[]>
  put: (index: DatabaseSync, row: Row) => void
}

const kindOf = <Row>({ read, put, ...kind }: Description<Row>): IndexKind => ({
  ...kind,
  read: async (client, ids) => (await read(client, ids)).map((row) => ({ put: (index) => put(index, row) })),
})

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`
const insertCase = insertInto('cases', caseColumns)
const insertPhrase = insertInto('phrases', phraseColumns)

/** Facts are never taken away, only emptied: that is how the readers learn of it. */
const writeFacts = `
  insert into facts (place, facts, stamp) values (?, ?, (select coalesce(max(stamp), 0) + 1 from facts))
  on conflict (place) do update set facts = excluded.facts, stamp = excluded.stamp`

const cases = kindOf({
  resource: 'caseFiles',
  source: 'case_files',
  read: readCases,
  put: (index, { id, place, columns, facts, facets, names, words }) => {
    statement(index, 'insert into places (id, place) values (?, ?)').run(id, place)
    statement(index, writeFacts).run(place, packFacts(facts))
    const all = [...facets, ...writeNames(index, names)].join(' ')
    statement(index, insertCase).run(place, ...columns, all)
    noteWords(words)
  },
  remove: (index, id) => {
    const place = statement(index, 'select place from places where id = ?').get(id)?.['place']
    if (place === undefined) return
    statement(index, 'delete from cases where rowid = ?').run(place)
    statement(index, 'delete from places where id = ?').run(id)
    statement(index, writeFacts).run(place, null)
  },
})

const phrases = kindOf({
  resource: 'phrases',
  source: 'phrases',
  read: readPhrases,
  put: (index, { id, place, columns, meaning }) => {
    statement(index, insertPhrase).run(place, ...columns)
    if (meaning) writePhraseNames(index, { id, ...meaning })
  },
  remove: (index, id) => {
    statement(index, 'delete from phrases where rowid = ?').run(id)
    removePhraseNames(index, id)
  },
})

export const kinds: readonly IndexKind[] = [cases, phrases]
