import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { indexNames, facetTermsOfNames } from '#server/search/lexicon/names.ts'
import {
  phraseNameTerms,
  removePhraseNames,
  removePhraseWords,
  writePhraseNames,
  writePhraseWords,
} from '#server/search/lexicon/phraseNames.ts'
import { queueCountedWord, queueWordCounts } from '#server/search/lexicon/vocabulary.ts'
import { termsOfCases } from '#server/search/storage/blocks/tables.ts'
import { statement } from '#server/search/storage/connection.ts'
import { decodeFields, encodeFields } from '#server/search/storage/docValues.ts'
import { matchAllTerm, spellingOf, stemTerm, unpublishedTerm } from '#server/search/storage/indexTerms.ts'
import { phraseColumns } from '#server/search/storage/schema.ts'
import type { Snapshot } from '#server/search/types.ts'
import { isCaseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { foldToWords, tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { type CaseDocument, caseDocuments, type CaseDocuments, selectCases } from './caseDocuments.ts'
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
  /** Returns what the removed cases had. */
  remove: (index: DatabaseSync, ids: readonly number[]) => FormerCases
  /** Removes documents from where they are stored outside of the index file, if they are. */
  hide?: (ids: readonly number[], snapshot: Snapshot) => Promise<void>
  /** Writes cases that were read and analyzed. */
  write?: (index: DatabaseSync, documents: CaseDocuments, former: FormerCases) => void
}

/** The cases that were removed in the same transaction, by id. */
type FormerCases = ReadonlyMap<number, FormerCase>
/** `hadTerm` looks a term up in the posting lists. */
type FormerCase = { textHash: number; hadTerm: (term: string) => boolean }

/** Writes documents that were read. Text analysis happens here too, while PostgreSQL reads the next ones. */
export type PreparedWrite = (index: DatabaseSync, former: FormerCases) => void

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (rowid, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`
const insertPhrase = insertInto('phrases', phraseColumns)

const nextStamp = '(select coalesce(max(stamp), 0) + 1 from doc_values)'
const writeFields = `
  insert into doc_values (id, day, fields, stamp) values (?, ?, ?, ${nextStamp})
  on conflict (id) do update set day = excluded.day, fields = excluded.fields, stamp = excluded.stamp`
const fieldsOf = 'select fields from doc_values where id = ? and fields is not null'
/** Rows of doc values are never deleted, only emptied: so the search threads see the deletion. */
const emptyFields = `update doc_values set fields = null, stamp = ${nextStamp} where id = ?`

export function writeCases(index: DatabaseSync, { documents, words }: CaseDocuments, former: FormerCases) {
  queueWordCounts(words)
  for (const document of documents) {
    writeCase(index, document)
    const removed = former.get(document.id)
    if (removed) queueCountedWords(document, removed)
  }
}

/** The words that a case has as before are not counted again: those of its text without a lookup, if it is the same. */
function queueCountedWords(
  { vocabulary, numbers, textStart, fields }: CaseDocument,
  { textHash, hadTerm }: FormerCase,
) {
  const isSame = textHash !== 0 && textHash === fields.textHash
  const known = new Set(isSame ? numbers.subarray(textStart) : [])
  for (const number of new Set(numbers)) {
    const term = vocabulary[number] ?? ''
    const written = spellingOf(term)
    if (written !== undefined && (known.has(number) || hadTerm(term))) queueCountedWord(written)
  }
}

function writeCase(index: DatabaseSync, { day, fields, names, textStart: _, ...document }: CaseDocument) {
  statement(index, writeFields).run(document.id, day, encodeFields(fields))
  indexNames(index, names, { isHidden: document.markers.includes(unpublishedTerm) })
  queuePostings(index, { ...document, markers: [...document.markers, ...facetTermsOfNames(names)] })
}

function removeCases(index: DatabaseSync, ids: readonly number[]): FormerCases {
  const hashes = new Map(ids.flatMap((id) => textHashOf(index, id)))
  const indexed = [...hashes.keys()]
  for (const id of indexed) statement(index, emptyFields).run(id)
  const terms = termsOfCases(index, indexed)
  removePostings(index, indexed)
  return new Map([...terms].map(([id, hadTerm]) => [id, { textHash: hashes.get(id) ?? 0, hadTerm }]))
}

function textHashOf(index: DatabaseSync, id: number): [id: number, hash: number][] {
  const fields = statement(index, fieldsOf).get(id)?.['fields']
  return fields instanceof Uint8Array ? [[id, decodeFields(fields).textHash]] : []
}

function writePhrase(index: DatabaseSync, { id, columns, meaning, ...named }: PhraseDocument) {
  statement(index, insertPhrase).run(id, ...columns)
  writePhraseWords(index, { id, ...named })
  if (meaning) writePhraseNames(index, { id, ...meaning })
}

function removePhrases(index: DatabaseSync, ids: readonly number[]): FormerCases {
  for (const id of ids) {
    statement(index, 'delete from phrases where rowid = ?').run(id)
    removePhraseNames(index, id)
    removePhraseWords(index, id)
  }
  return new Map()
}

export const caseType: DocumentType = {
  resource: 'caseFiles',
  source: 'case_files',
  read: async (client, ids) => {
    const rows = await selectCases(client, ids)
    return (index, former) => writeCases(index, caseDocuments(rows), former)
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

type PhraseRow = {
  id: number
  published: boolean
  dhivehi_phrase: string
  english_phrase: string
  arabic_phrase: string
  short_meaning: string
  meaning: string | null
  numbers: string[]
  /** As stored: the code may be one of a court of this library alone. */
  keys: string[]
}

/** A phrase document; `meaning`, by which it is found in another language, only while it is published. */
type PhraseDocument = {
  id: number
  /** The columns as words, in the order of the table. */
  columns: string[]
  names: string[]
  isHidden: boolean
  meaning?: { names: string[]; dhivehi: string; keys: string[] }
}

/** The phrases among `ids` that are not deleted, with the numbers of published cases. */
async function readPhrases(client: pg.ClientBase, ids: readonly number[]): Promise<PhraseDocument[]> {
  const { rows } = await client.query<PhraseRow>(
    `select id, published, dhivehi_phrase, english_phrase, arabic_phrase, short_meaning, meaning,
            numbers, keys
       from phrases,
            lateral (select coalesce(array_agg(number), '{}') as numbers, coalesce(array_agg(key), '{}') as keys
                       from phrase_case_numbers
                       join case_numbers on case_numbers.id = case_number_id
                       join case_files on case_files.id = case_file_id
                      where phrase_id = phrases.id
                        and case_files.published
                        and case_files.deleted_at is null) as used
      where id = any($1)
        and deleted_at is null
      order by id`,
    [ids],
  )
  return rows.map(phraseDocument)
}

function phraseDocument(row: PhraseRow): PhraseDocument {
  const columns = [
    row.dhivehi_phrase,
    row.english_phrase,
    row.arabic_phrase,
    row.short_meaning,
    textOfHtml(row.meaning ?? ''),
    row.numbers.join(' ; '),
  ]
  const names = columns.slice(0, 3)
  const facets = [matchAllTerm, ...(row.published ? [] : [unpublishedTerm]), ...phraseNameTerms(names)]
  const forms = (text: string) =>
    tokenizeWords(text)
      .flatMap(({ word }) => formsOf(word))
      .map(stemTerm)
      .join(' ')
  return {
    id: row.id,
    names,
    isHidden: !row.published,
    // The stems of the names of a phrase, and those of its other fields.
    ...(row.published && { meaning: meaningOf(row) }),
    columns: [...columns.map(foldToWords), facets.join(' '), forms(names.join(' ')), forms(columns.slice(3).join(' '))],
  }
}

/** The text of sanitized HTML, which names no other characters: a block ends a word, an inline tag does not. */
const textOfHtml = (html: string) =>
  html
    .replace(blockTag, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_entity, name: keyof typeof characters) => characters[name])

const blockTag = /<\/?(?:p|br|h[1-6]|ol|ul|li|blockquote|table|thead|tbody|tr|td|th|img)\b[^>]*>/gi
const characters = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' } as const

const meaningOf = ({ dhivehi_phrase, english_phrase, arabic_phrase, keys }: PhraseRow) => ({
  names: [english_phrase, arabic_phrase],
  dhivehi: dhivehi_phrase,
  keys: keys.filter(isCaseNumberKey),
})
