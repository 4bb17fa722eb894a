import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { type Document, readCases } from './documents.ts'
import { packFacts } from './facts.ts'
import { readPhrases } from './phraseDocuments.ts'
import { caseColumns, phraseColumns } from './schema.ts'

/** The two things that are indexed, and how each is read, put in and taken out. */
export type IndexKind = {
  resource: 'caseFiles' | 'phrases'
  /** Its table in PostgreSQL. */
  source: 'case_files' | 'phrases'
  read: (client: pg.ClientBase, ids: readonly number[]) => Promise<Document[]>
  put: (index: DatabaseSync, document: Document) => void
  remove: (index: DatabaseSync, id: number) => void
}

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`
const insertCase = insertInto('cases', caseColumns)
const insertPhrase = insertInto('phrases', phraseColumns)

/** Facts are never taken away, only emptied: that is how the readers learn of it. */
const writeFacts = `
  insert into facts (place, facts, stamp) values (?, ?, (select coalesce(max(stamp), 0) + 1 from facts))
  on conflict (place) do update set facts = excluded.facts, stamp = excluded.stamp`

const cases: IndexKind = {
  resource: 'caseFiles',
  source: 'case_files',
  read: readCases,
  put: (index, { id, place, columns, facts }) => {
    index.prepare('insert into places (id, place) values (?, ?)').run(id, place)
    index.prepare(insertCase).run(place, ...columns)
    if (facts) index.prepare(writeFacts).run(place, packFacts(facts))
  },
  remove: (index, id) => {
    const place = index.prepare('select place from places where id = ?').get(id)?.['place']
    if (place === undefined) return
    index.prepare('delete from cases where rowid = ?').run(place)
    index.prepare('delete from places where id = ?').run(id)
    index.prepare(writeFacts).run(place, null)
  },
}

const phrases: IndexKind = {
  resource: 'phrases',
  source: 'phrases',
  read: readPhrases,
  put: (index, { place, columns }) => void index.prepare(insertPhrase).run(place, ...columns),
  remove: (index, id) => void index.prepare('delete from phrases where rowid = ?').run(id),
}

export const kinds: readonly IndexKind[] = [cases, phrases]
