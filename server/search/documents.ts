import type pg from 'pg'
import { blocksOf } from '#shared/delta/blocks.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { caseNumberKey } from '#shared/text/caseNumber.ts'
import { onlyWords } from '#shared/text/words.ts'
import { analyseCase } from './caseWords.ts'
import type { Facts } from './facts.ts'
import type { CaseName } from './names.ts'
import { anyRow, facet, hiddenRow, keyWord } from './ownWords.ts'
import { placeOf } from './schema.ts'
import type { WrittenWord } from './spelled.ts'

/** A row as the index keeps it: its columns as words, in the order of the table. */
export type Document = { id: number; place: number; columns: string[] }

/** A case, with what is kept beside its columns. */
export type CaseDocument = Document & {
  facts: Facts
  facets: string[]
  names: CaseName[]
  words: readonly WrittenWord[]
}

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
  court_level: number
  numbers: string[]
  judges: { id: number; name: string }[]
  types: number[]
  statuses: number[]
}

/** The case files among `ids` that live. */
export async function readCases(client: pg.ClientBase, ids: readonly number[]): Promise<CaseDocument[]> {
  const { rows } = await client.query<CaseRow>(
    `select case_files.id, closed_date, published, title, claimant, respondant, interpleader, keywords, case_content,
            court_id, courts.name as court,
            array_position(array['tribunal', 'magistrate', 'superior', 'high', 'supreme'], courts.level) as court_level,
            array(select number from case_numbers where case_file_id = case_files.id order by position) as numbers,
            array(select case_type_id::integer from case_file_types where case_file_id = case_files.id) as types,
            array(select case_status_id::integer from case_file_statuses where case_file_id = case_files.id) as statuses,
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

function caseDocument(row: CaseRow): CaseDocument {
  const paragraphs = row.case_content ? paragraphsOf(row.case_content) : []
  const judges = row.judges.map(({ name }) => name)
  const keys = row.numbers.flatMap((number) => caseNumberKey(number) ?? []).map(keyWord)
  const { text, stems, signs, words } = analyseCase({
    title: row.title,
    keywords: row.keywords,
    parties: [row.claimant, row.respondant, row.interpleader],
    judges: [...judges, row.court],
    numbers: row.numbers,
    paragraphs,
  })
  const columns = [
    row.numbers.join(' ; '),
    row.title,
    row.claimant,
    row.respondant,
    row.interpleader,
    row.keywords,
    judges.join(' ; '),
    row.court,
  ]
  return {
    id: row.id,
    place: placeOf(row.id, row.closed_date),
    columns: [...columns.map(onlyWords), text, keys.join(' '), stems, signs],
    facets: facetsOf(row),
    names: namesOf(row),
    words,
    facts: {
      court: row.court_id,
      level: row.court_level,
      types: row.types,
      judges: row.judges.map(({ id }) => id),
      statuses: row.statuses,
    },
  }
}

/** Those of its names are added where the names are known. */
const facetsOf = (row: CaseRow) => [
  anyRow,
  ...(row.published ? [] : [hiddenRow]),
  ...(row.closed_date === null ? [] : [facet('y', row.closed_date.slice(0, 4))]),
  ...row.types.map((id) => facet('t', id)),
  ...row.statuses.map((id) => facet('s', id)),
]

const namesOf = (row: CaseRow): CaseName[] => [
  { kind: 'c', ref: row.court_id, name: row.court },
  ...row.judges.map(({ id, name }) => ({ kind: 'j' as const, ref: id, name })),
  ...[row.claimant, row.respondant, row.interpleader]
    .flatMap((names) => names.split('|'))
    .map((name) => ({ kind: 'p' as const, ref: 0, name })),
]

/** What is searched of a judgment: its blocks, and its footnotes behind them. */
const paragraphsOf = (content: Delta) => [
  ...blocksOf(content).map(({ text }) => text),
  ...content.footnotes.map((footnote) => footnote.content),
]
