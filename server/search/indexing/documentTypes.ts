import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { type CaseDocument, caseDocuments, type CaseDocuments, selectCases } from './documents.ts'
import { packFacts } from './facts.ts'
import { writeNames } from './names.ts'
import { type PhraseDocument, readPhrases } from './phraseDocuments.ts'
import { removePhraseNames, writePhraseNames } from './phraseNames.ts'
import { removePhraseWords, writePhraseWords } from './phraseWords.ts'
import { spreadRows } from './rows.ts'
import { caseColumns, phraseColumns } from './schema.ts'
import { statement } from './statements.ts'
import { noteWords } from './vocabulary.ts'

/** The two things that are indexed, and how each is read, put in and taken out. */
export type IndexKind = {
  resource: 'caseFiles' | 'phrases'
  /** Its table in PostgreSQL. */
  source: 'case_files' | 'phrases'
  /** The order of its rows in the index: FTS5 begins a new piece of itself for every row that comes before the last. */
  order: string
  read: (client: pg.ClientBase, ids: readonly number[]) => Promise<Readied>
  /** Whether reading takes so long that what is taken back must not wait for what else of it may stay. */
  isLong: boolean
  remove: (index: DatabaseSync, ids: readonly number[]) => void
}

/** Puts in what was read. What must be thought of first is done here too, while PostgreSQL reads the next. */
export type Readied = (index: DatabaseSync) => void

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`
const insertCase = insertInto('cases', caseColumns)
const insertPhrase = insertInto('phrases', phraseColumns)

/** Facts are never taken away, only emptied: that is how the readers learn of it. */
const writeFacts = `
  insert into facts (place, facts, stamp) values (?, ?, (select coalesce(max(stamp), 0) + 1 from facts))
  on conflict (place) do update set facts = excluded.facts, stamp = excluded.stamp`

export function putCases(index: DatabaseSync, { documents, words }: CaseDocuments) {
  for (const document of documents) putCase(index, document)
  noteWords(words)
}

function putCase(index: DatabaseSync, { id, place, columns, rows, facts, facets, names }: CaseDocument) {
  statement(index, 'insert into places (id, place) values (?, ?)').run(id, place)
  statement(index, writeFacts).run(place, packFacts(facts))
  const all = [...facets, ...writeNames(index, names)].join(' ')
  statement(index, insertCase).run(place, ...columns, all, ...spreadRows(rows))
}

function removeCases(index: DatabaseSync, ids: readonly number[]) {
  for (const place of ids.flatMap((id) => takePlace(index, id) ?? []).sort((one, other) => one - other)) {
    statement(index, 'delete from cases where rowid = ?').run(place)
    statement(index, writeFacts).run(place, null)
  }
}

function takePlace(index: DatabaseSync, id: number): number | undefined {
  const row = statement(index, 'delete from places where id = ? returning place').get(id)
  return row && Number(row['place'])
}

function putPhrase(index: DatabaseSync, { id, place, columns, meaning, ...named }: PhraseDocument) {
  statement(index, insertPhrase).run(place, ...columns)
  writePhraseWords(index, { id, ...named })
  if (meaning) writePhraseNames(index, { id, ...meaning })
}

function removePhrases(index: DatabaseSync, ids: readonly number[]) {
  for (const id of ids) {
    statement(index, 'delete from phrases where rowid = ?').run(id)
    removePhraseNames(index, id)
    removePhraseWords(index, id)
  }
}

export const caseKind: IndexKind = {
  resource: 'caseFiles',
  source: 'case_files',
  order: 'closed_date nulls first, id',
  read: async (client, ids) => {
    const rows = await selectCases(client, ids)
    return (index) => putCases(index, caseDocuments(rows))
  },
  isLong: true,
  remove: removeCases,
}

const phraseKind: IndexKind = {
  resource: 'phrases',
  source: 'phrases',
  order: 'id',
  read: async (client, ids) => {
    const documents = await readPhrases(client, ids)
    return (index) => {
      for (const document of documents) putPhrase(index, document)
    }
  },
  isLong: false,
  remove: removePhrases,
}

export const kinds: readonly IndexKind[] = [caseKind, phraseKind]
