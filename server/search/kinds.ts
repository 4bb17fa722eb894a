import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { type Document, readCases, readPhrases } from './documents.ts'

/** The two things that are indexed, and how each is read, put in and taken out. */
export type IndexKind = {
  resource: 'caseFiles' | 'phrases'
  /** Its table in PostgreSQL. */
  source: 'case_files' | 'phrases'
  read: (client: pg.ClientBase, ids: readonly number[]) => Promise<Document[]>
  put: (index: DatabaseSync, document: Document) => void
  remove: (index: DatabaseSync, id: number) => void
}

const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ')

const cases: IndexKind = {
  resource: 'caseFiles',
  source: 'case_files',
  read: readCases,
  put: (index, { id, place, published, columns }) => {
    index.prepare('insert into places (id, place) values (?, ?)').run(id, place)
    index
      .prepare(
        `insert into cases (rowid, numbers, title, claimant, respondant, interpleader, keywords, judges, court, text, keys, facets) values (${marks(12)})`,
      )
      .run(place, ...columns)
    if (!published) index.prepare('insert into hidden_cases (place) values (?)').run(place)
  },
  remove: (index, id) => {
    const place = index.prepare('select place from places where id = ?').get(id)?.['place']
    if (place === undefined) return
    for (const statement of ['delete from cases where rowid = ?', 'delete from hidden_cases where place = ?'])
      index.prepare(statement).run(place)
    index.prepare('delete from places where id = ?').run(id)
  },
}

const phrases: IndexKind = {
  resource: 'phrases',
  source: 'phrases',
  read: readPhrases,
  put: (index, { place, published, columns }) => {
    index
      .prepare(
        `insert into phrases (rowid, dhivehi, english, arabic, short_meaning, meaning, numbers) values (${marks(7)})`,
      )
      .run(place, ...columns)
    if (!published) index.prepare('insert into hidden_phrases (place) values (?)').run(place)
  },
  remove: (index, id) => {
    for (const statement of ['delete from phrases where rowid = ?', 'delete from hidden_phrases where place = ?'])
      index.prepare(statement).run(id)
  },
}

export const kinds: readonly IndexKind[] = [cases, phrases]
