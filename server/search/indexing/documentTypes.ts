import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { indexNames, nameFacets } from '#server/search/lexicon/names.ts'
import {
  removePhraseNames,
  removePhraseWords,
  writePhraseNames,
  writePhraseWords,
} from '#server/search/lexicon/phraseNames.ts'
import { queueWordCounts } from '#server/search/lexicon/vocabulary.ts'
import { encodeFields } from '#server/search/storage/documentFields.ts'
import { phraseColumns } from '#server/search/storage/schema.ts'
import { statement } from '#server/search/storage/statements.ts'
import type { Snapshot } from '#server/search/types.ts'
import { type CaseDocument, caseDocuments, type CaseDocuments, selectCases } from './caseDocuments.ts'
import { type PhraseDocument, readPhrases } from './phraseDocuments.ts'
import { queuePostings, removePostings } from './postings.ts'

/** A type of document, and how it is read, written, and removed. */
export type DocumentType = {
  resource: 'caseFiles' | 'phrases'
  /** Its table in PostgreSQL. */
  source: 'case_files' | 'phrases'
  /** As of now, which is later than `snapshot`. */
  read: (client: pg.ClientBase, ids: readonly number[], snapshot: Snapshot) => Promise<PreparedWrite>
  /** Whether reading takes so long that deletions must not wait for it. */
  isLong: boolean
  remove: (index: DatabaseSync, ids: readonly number[]) => void
  /** Removes documents from where they are stored outside of the index file, if they are. */
  hide?: (ids: readonly number[], snapshot: Snapshot) => Promise<void>
  /** Writes cases that were read and analyzed. */
  write?: (index: DatabaseSync, documents: CaseDocuments) => void
}

/** Writes documents that were read. Text analysis happens here too, while PostgreSQL reads the next ones. */
export type PreparedWrite = (index: DatabaseSync) => void

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`
const insertPhrase = insertInto('phrases', phraseColumns)

const nextStamp = '(select coalesce(max(stamp), 0) + 1 from doc_values)'
const writeFields = `
  insert into doc_values (id, day, fields, stamp) values (?, ?, ?, ${nextStamp})
  on conflict (id) do update set day = excluded.day, fields = excluded.fields, stamp = excluded.stamp`
/** Rows of doc values are never deleted, only emptied: so the search threads see the deletion. */
const emptyFields = `update doc_values set fields = null, stamp = ${nextStamp} where id = ? and fields is not null`

export function writeCases(index: DatabaseSync, { documents, words }: CaseDocuments) {
  for (const document of documents) writeCase(index, document)
  queueWordCounts(words)
}

function writeCase(index: DatabaseSync, { day, fields, names, ...document }: CaseDocument) {
  statement(index, writeFields).run(document.id, day, encodeFields(fields))
  indexNames(index, names)
  queuePostings(index, { ...document, markers: [...document.markers, ...nameFacets(names)] })
}

function removeCases(index: DatabaseSync, ids: readonly number[]) {
  const indexed = ids.filter((id) => statement(index, emptyFields).run(id).changes > 0)
  removePostings(index, indexed)
}

function writePhrase(index: DatabaseSync, { id, columns, meaning, ...named }: PhraseDocument) {
  statement(index, insertPhrase).run(id, ...columns)
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
  read: async (client, ids) => {
    const rows = await selectCases(client, ids)
    return (index) => writeCases(index, caseDocuments(rows))
  },
  isLong: true,
  remove: removeCases,
  write: writeCases,
}

export const phraseType: DocumentType = {
  resource: 'phrases',
  source: 'phrases',
  read: async (client, ids) => {
    const documents = await readPhrases(client, ids)
    return (index) => {
      for (const document of documents) writePhrase(index, document)
    }
  },
  isLong: false,
  remove: removePhrases,
}

/** The documents of an embedded index. */
export const documentTypes: readonly DocumentType[] = [caseType, phraseType]
