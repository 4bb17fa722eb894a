import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { indexNames } from '#server/search/lexicon/names.ts'
import {
  removePhraseNames,
  removePhraseWords,
  writePhraseNames,
  writePhraseWords,
} from '#server/search/lexicon/phraseNames.ts'
import { queueWordCounts } from '#server/search/lexicon/vocabulary.ts'
import { encodeFields } from '#server/search/storage/documentFields.ts'
import { caseColumns, phraseColumns } from '#server/search/storage/schema.ts'
import { statement } from '#server/search/storage/statements.ts'
import { assignParagraphColumns } from './analyzeCase.ts'
import { type CaseDocument, caseDocuments, type CaseDocuments, selectCases } from './caseDocuments.ts'
import { type PhraseDocument, readPhrases } from './phraseDocuments.ts'

/** A type of document, and how it is read, written, and removed. */
export type DocumentType = {
  resource: 'caseFiles' | 'phrases'
  /** Its table in PostgreSQL. */
  source: 'case_files' | 'phrases'
  /** The order of its rows in the index: FTS5 starts a new segment for a row that precedes the last one. */
  order: string
  read: (client: pg.ClientBase, ids: readonly number[]) => Promise<PreparedWrite>
  /** Whether reading takes so long that deletions must not wait for it. */
  isLong: boolean
  remove: (index: DatabaseSync, ids: readonly number[]) => void
}

/** Writes documents that were read. Text analysis happens here too, while PostgreSQL reads the next ones. */
export type PreparedWrite = (index: DatabaseSync) => void

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`
const insertCase = insertInto('cases', caseColumns)
const insertPhrase = insertInto('phrases', phraseColumns)

/** Rows of doc values are never deleted, only emptied: so the search threads see the deletion. */
const writeFields = `
  insert into doc_values (doc_key, fields, stamp) values (?, ?, (select coalesce(max(stamp), 0) + 1 from doc_values))
  on conflict (doc_key) do update set fields = excluded.fields, stamp = excluded.stamp`

export function writeCases(index: DatabaseSync, { documents, words }: CaseDocuments) {
  for (const document of documents) writeCase(index, document)
  queueWordCounts(words)
}

function writeCase(index: DatabaseSync, { id, docKey, columns, rows, fields, facets, names }: CaseDocument) {
  statement(index, 'insert into doc_keys (id, doc_key) values (?, ?)').run(id, docKey)
  statement(index, writeFields).run(docKey, encodeFields(fields))
  const all = [...facets, ...indexNames(index, names)].join(' ')
  statement(index, insertCase).run(docKey, ...columns, all, ...assignParagraphColumns(rows))
}

function removeCases(index: DatabaseSync, ids: readonly number[]) {
  for (const docKey of ids.flatMap((id) => takeDocKey(index, id) ?? []).sort((one, other) => one - other)) {
    statement(index, 'delete from cases where rowid = ?').run(docKey)
    statement(index, writeFields).run(docKey, null)
  }
}

function takeDocKey(index: DatabaseSync, id: number): number | undefined {
  const row = statement(index, 'delete from doc_keys where id = ? returning doc_key').get(id)
  return row && Number(row['doc_key'])
}

function writePhrase(index: DatabaseSync, { id, docKey, columns, meaning, ...named }: PhraseDocument) {
  statement(index, insertPhrase).run(docKey, ...columns)
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

export const caseType: DocumentType = {
  resource: 'caseFiles',
  source: 'case_files',
  order: 'closed_date nulls first, id',
  read: async (client, ids) => {
    const rows = await selectCases(client, ids)
    return (index) => writeCases(index, caseDocuments(rows))
  },
  isLong: true,
  remove: removeCases,
}

const phraseType: DocumentType = {
  resource: 'phrases',
  source: 'phrases',
  order: 'id',
  read: async (client, ids) => {
    const documents = await readPhrases(client, ids)
    return (index) => {
      for (const document of documents) writePhrase(index, document)
    }
  },
  isLong: false,
  remove: removePhrases,
}

export const documentTypes: readonly DocumentType[] = [caseType, phraseType]
