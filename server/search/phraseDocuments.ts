import type pg from 'pg'
import { foldText } from '#shared/text/fold.ts'
import { words } from '#shared/text/words.ts'
import type { Document } from './documents.ts'
import { formsOf } from './forms.ts'
import { anyRow, formWord, hiddenRow } from './ownWords.ts'

type PhraseRow = {
  id: number
  published: boolean
  dhivehi_phrase: string
  english_phrase: string
  arabic_phrase: string
  short_meaning: string
  meaning: string | null
  numbers: string[]
}

/** The phrases among `ids` that live. */
export async function readPhrases(client: pg.ClientBase, ids: readonly number[]): Promise<Document[]> {
  const { rows } = await client.query<PhraseRow>(
    `select id, published, dhivehi_phrase, english_phrase, arabic_phrase, short_meaning, meaning,
            array(select number
                    from phrase_case_numbers
                    join case_numbers on case_numbers.id = case_number_id
                   where phrase_id = phrases.id) as numbers
       from phrases
      where id = any($1)
        and deleted_at is null`,
    [ids],
  )
  return rows.map(phraseDocument)
}

function phraseDocument(row: PhraseRow): Document {
  const columns = [
    row.dhivehi_phrase,
    row.english_phrase,
    row.arabic_phrase,
    row.short_meaning,
    // Rich text: what stands between its tags.
    (row.meaning ?? '').replace(/<[^>]*>/g, ' '),
    row.numbers.join(' ; '),
  ]
  const facets = row.published ? [anyRow] : [anyRow, hiddenRow]
  const forms = (text: string) =>
    words(text)
      .flatMap(({ word }) => formsOf(word))
      .map(formWord)
      .join(' ')
  return {
    id: row.id,
    place: row.id,
    // The forms of what a phrase is called, and those of what else is said about it.
    columns: [
      ...columns.map(foldText),
      facets.join(' '),
      forms(columns.slice(0, 3).join(' ')),
      forms(columns.slice(3).join(' ')),
    ],
  }
}
