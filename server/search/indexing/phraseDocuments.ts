import type pg from 'pg'
import { phraseNameTerms } from '#server/search/lexicon/phraseNames.ts'
import { matchAllTerm, stemTerm, unpublishedTerm } from '#server/search/storage/indexTerms.ts'
import { isCaseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { formsOf } from '#shared/text/language/analyze.ts'
import { foldToWords, tokenizeWords } from '#shared/text/language/tokenizer.ts'

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
export type PhraseDocument = {
  id: number
  /** The columns as words, in the order of the table. */
  columns: string[]
  names: string[]
  isHidden: boolean
  meaning?: { names: string[]; dhivehi: string; keys: string[] }
}

/** The phrases among `ids` that are not deleted, with the numbers of published cases. */
export async function readPhrases(client: pg.ClientBase, ids: readonly number[]): Promise<PhraseDocument[]> {
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
    // Rich text without its tags.
    (row.meaning ?? '').replace(/<[^>]*>/g, ' '),
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

const meaningOf = ({ dhivehi_phrase, english_phrase, arabic_phrase, keys }: PhraseRow) => ({
  names: [english_phrase, arabic_phrase],
  dhivehi: dhivehi_phrase,
  keys: keys.filter(isCaseNumberKey),
})
