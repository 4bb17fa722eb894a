import type pg from 'pg'
import { toPlainText, type Delta } from '#shared/delta/delta.ts'
import { caseNumberKey } from '#shared/text/caseNumber.ts'
import { foldText } from '#shared/text/fold.ts'
import { facet, keyWord } from './expression.ts'
import { placeOf } from './schema.ts'

/** A row as the index keeps it: its columns folded, in the order of the table. */
export type Document = { id: number; place: number; published: boolean; columns: string[] }

type CaseRow = {
  id: number
  closed_date: string | null
  published: boolean
  title: string
  claimant: string
  respondant: string
  interpleader: string
  keywords: string
  case_content: Delta | null
  court_id: number
  court: string
  numbers: string[]
  judges: { id: number; name: string }[]
  types: number[]
}

/** The case files among `ids` that live. */
export async function readCases(client: pg.ClientBase, ids: readonly number[]): Promise<Document[]> {
  const { rows } = await client.query<CaseRow>(
    `select case_files.id, closed_date, published, title, claimant, respondant, interpleader, keywords, case_content,
            court_id, courts.name as court,
            array(select number from case_numbers where case_file_id = case_files.id order by position) as numbers,
            array(select case_type_id from case_file_types where case_file_id = case_files.id) as types,
            coalesce((select jsonb_agg(jsonb_build_object('id', judges.id, 'name', judges.name))
                        from case_file_judges
                        join judges on judges.id = judge_id
                       where case_file_id = case_files.id), '[]') as judges
       from case_files
       join courts on courts.id = court_id
      where case_files.id = any($1)
        and deleted_at is null`,
    [ids],
  )
  return rows.map(caseDocument)
}

function caseDocument(row: CaseRow): Document {
  const columns = [
    row.numbers.join(' ; '),
    row.title,
    row.claimant,
    row.respondant,
    row.interpleader,
    row.keywords,
    row.judges.map(({ name }) => name).join(' ; '),
    row.court,
    row.case_content ? toPlainText(row.case_content) : '',
  ]
  const facets = [
    facet('c', row.court_id),
    facet('y', 'any'),
    ...row.judges.map(({ id }) => facet('j', id)),
    ...row.types.map((id) => facet('t', id)),
  ]
  const keys = row.numbers.flatMap((number) => caseNumberKey(number) ?? []).map(keyWord)
  return {
    id: row.id,
    place: placeOf(row.id, row.closed_date),
    published: row.published,
    columns: [...columns.map(foldText), keys.join(' '), facets.join(' ')],
  }
}

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
  return rows.map((row) => ({
    id: row.id,
    place: row.id,
    published: row.published,
    columns: [
      row.dhivehi_phrase,
      row.english_phrase,
      row.arabic_phrase,
      row.short_meaning,
      // Rich text: what stands between its tags.
      (row.meaning ?? '').replace(/<[^>]*>/g, ' '),
      row.numbers.join(' ; '),
    ].map(foldText),
  }))
}
