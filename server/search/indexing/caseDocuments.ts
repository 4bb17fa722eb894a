import type pg from 'pg'
import { alternativeNames, type CaseName, type KeyedName, withNameKeys } from '#server/search/lexicon/names.ts'
import type { CountedWord } from '#server/search/lexicon/vocabulary.ts'
import type { TermsOfCase } from '#server/search/storage/blocks/tables.ts'
import { type DocumentFields, dayOf } from '#server/search/storage/docValues.ts'
import { matchAllTerm, facetTerm, unpublishedTerm, caseNumberTerm } from '#server/search/storage/indexTerms.ts'
import { blocksOf } from '#shared/delta/blocks.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { isCaseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { CaseAnalyzer } from './analyzeCase.ts'

/** A case document. Plain data: it is sent between threads. Its markers are without those of names that have facets. */
export type CaseDocument = TermsOfCase & {
  day: number
  fields: DocumentFields
  names: KeyedName[]
  /** The occurrences of the text, without title and names, are those from here on. */
  textStart: number
}

/** Case documents, and the word counts of all of them. */
export type CaseDocuments = { documents: CaseDocument[]; words: CountedWord[] }

/** A case as PostgreSQL has it. */
export type IndexedCaseRow = {
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
  court_en: string
  court_level: number
  numbers: string[]
  /** As stored: the code may be one of a court of this library alone. */
  keys: string[]
  judges: { id: number; name: string }[]
  types: number[]
  statuses: number[]
}

/** The case files among `ids` that are not deleted, in the order of ids. */
export async function selectCases(client: pg.ClientBase, ids: readonly number[]): Promise<IndexedCaseRow[]> {
  const { rows } = await client.query<IndexedCaseRow>(
    `-- prepared: indexed_cases
     select case_files.id, closed_date, published, title, claimant, respondant, interpleader, keywords, case_content,
            court_id, courts.name as court, courts.name_en as court_en,
            array_position(array['tribunal', 'magistrate', 'superior', 'high', 'supreme'], courts.level) as court_level,
            array(select number from case_numbers where case_file_id = case_files.id order by position) as numbers,
            array(select key from case_numbers where case_file_id = case_files.id order by position) as keys,
            array(select case_type_id::integer from case_file_types where case_file_id = case_files.id) as types,
            array(select case_status_id::integer from case_file_statuses where case_file_id = case_files.id) as statuses,
            coalesce((select jsonb_agg(jsonb_build_object('id', judges.id, 'name', judges.name))
                        from case_file_judges
                        join judges on judges.id = judge_id
                       where case_file_id = case_files.id), '[]') as judges
       from case_files
       join courts on courts.id = court_id
      where case_files.id = any($1)
        and deleted_at is null
      order by case_files.id`,
    [ids],
  )
  return rows
}

export function caseDocuments(rows: readonly IndexedCaseRow[]): CaseDocuments {
  const analyzer = new CaseAnalyzer()
  return { documents: rows.map((row) => readCase(row, analyzer)), words: analyzer.takeWordCounts() }
}

export function readCase(row: IndexedCaseRow, analyzer: CaseAnalyzer): CaseDocument {
  const sides = [row.claimant, row.respondant, row.interpleader].map((names) => names.split('|'))
  const judges = row.judges.map(({ name }) => name)
  const [claimants = [], respondants = []] = sides
  const { length, textHash, ...terms } = analyzer.analyze({
    title: row.title,
    keywords: row.keywords,
    parties: sides.flat(),
    judges: [...judges, row.court],
    numbers: row.numbers,
    paragraphs: paragraphsOf(row),
    columns: { claimant: claimants, respondant: respondants, numbers: row.numbers },
  })
  return {
    ...terms,
    id: row.id,
    markers: [...facetsOf(row), ...row.keys.filter(isCaseNumberKey).map(caseNumberTerm)],
    day: dayOf(row.closed_date),
    names: withNameKeys(namesOf(row)),
    fields: {
      court: row.court_id,
      level: row.court_level,
      length,
      types: row.types,
      judges: row.judges.map(({ id }) => id),
      statuses: row.statuses,
      textHash,
    },
  }
}

/** The facet terms of names are added with these (`facetTermsOfNames`). */
const facetsOf = (row: IndexedCaseRow) => [
  matchAllTerm,
  ...(row.published ? [] : [unpublishedTerm]),
  ...(row.closed_date === null ? [] : [facetTerm('y', row.closed_date.slice(0, 4))]),
  ...row.types.map((id) => facetTerm('t', id)),
  ...row.statuses.map((id) => facetTerm('s', id)),
]

const namesOf = (row: IndexedCaseRow): CaseName[] => [
  { kind: 'c', ref: row.court_id, name: row.court, others: alternativeNames(row.court, row.court_en) },
  ...row.judges.map(({ id, name }) => ({ kind: 'j' as const, ref: id, name })),
  ...[row.claimant, row.respondant, row.interpleader]
    .flatMap((names) => names.split('|'))
    .map((name) => ({ kind: 'p' as const, ref: 0, name })),
]

/** The paragraphs of a judgment: its blocks, then its footnotes. An unreadable text does not stop the indexing of other cases. */
function paragraphsOf({ id, case_content }: IndexedCaseRow): string[] {
  if (!case_content) return []
  try {
    const paragraphs = [
      ...blocksOf(case_content).map(({ text }) => text),
      ...case_content.footnotes.map((footnote) => footnote.content),
    ]
    if (paragraphs.every((text) => typeof text === 'string')) return paragraphs
  } catch {
    // Reported below, like a footnote without a text.
  }
  warnUnreadable(id)
  return []
}

const warned = new Set<number>()

/** Warns once for each case, however often it is read: it is indexed without its text until that is repaired. */
function warnUnreadable(id: number) {
  if (warned.has(id)) return
  warned.add(id)
  process.emitWarning(`The text of the case file ${id} cannot be read: it is indexed without it.`, 'UnreadableText')
}
