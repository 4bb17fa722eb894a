import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { FileResult } from '#server/analysis/child/messages.ts'
import type { Found } from '#server/analysis/types.ts'
import type { Db } from '#server/db/database.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { mergeTexts, resolveMerge } from '#shared/delta/merge.ts'
import { isEmpty } from '#shared/resource/empty.ts'
import { analysis } from '#shared/resources/analysis.ts'

/** The fields of the form that a run fills. `case_type` is an id. */
type ExtractedValues = {
  judgement_number: string
  title: string
  claimant: string
  respondant: string
  date: string | null
  case_type: number | null
  keywords: string
  page_count: number
  scanned_page_count: number
  content_start_page: number
  tables_detected: number
  analysis_case_numbers: string[]
  analysis_judges: string[]
}

export type Extraction = { values: ExtractedValues; content: Delta }

/** What is stored now, and what the last run has stored. */
export type Stored = {
  values: ExtractedValues
  content: Delta | null
  extractedValues: Partial<ExtractedValues> | null
  extractedContent: Delta | null
}

const { fields } = analysis
/** The rows of a repeater that a run fills. */
const maxRows = 50

/** The result of a file in the form of the record, within the limits of its fields. */
export async function extractionOf(
  db: Db,
  { fields: found, figures }: FileResult,
  content: Delta,
): Promise<Extraction> {
  const first = (one: Found | null, max: number) => cut(one?.value ?? '', max)
  const several = (list: readonly Found[], max: number) =>
    [...new Set(list.map(({ value }) => cut(value, max)))].filter((text) => text !== '').slice(0, maxRows)
  const parties = (list: readonly Found[], max: number) =>
    joinWithin(
      several(list, max).map((name) => name.replaceAll('|', ' ')),
      '|',
      max,
    )
  return {
    content,
    values: {
      judgement_number: first(found.judgement_number, fields.judgement_number.max),
      title: first(found.title, fields.title.max),
      claimant: parties(found.claimant, fields.claimant.max),
      respondant: parties(found.respondant, fields.respondant.max),
      date: isDate(found.date?.value) ? found.date.value : null,
      case_type: await findCaseType(db, found.case_type?.value),
      keywords: joinWithin(several(found.keywords, fields.keywords.max), '، ', fields.keywords.max),
      page_count: figures.page_count,
      scanned_page_count: figures.scanned_page_count,
      content_start_page: figures.content_start_page,
      tables_detected: figures.tables_detected,
      analysis_case_numbers: several(found.case_numbers, fields.analysis_case_numbers.fields.number.max),
      analysis_judges: several(found.judges, fields.analysis_judges.fields.name.max),
    },
  }
}

const cut = (text: string, max: number) => text.trim().slice(0, max).toWellFormed()

function joinWithin(parts: readonly string[], separator: string, max: number): string {
  const joined: string[] = []
  let length = 0
  for (const part of parts) {
    length += part.length + separator.length
    if (length > max + separator.length) break
    joined.push(part)
  }
  return joined.join(separator)
}

function isDate(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

async function findCaseType(db: Db, name: string | undefined): Promise<number | null> {
  if (name === undefined) return null
  const { rows } = await sql<{ id: number }>`
    select id from case_types where list_text = fold_text(btrim(${name})) order by id limit 1`.execute(db)
  return rows[0]?.id ?? null
}

type Merged = Extraction & {
  /** The fields that people have changed, which stay as they are. */
  preserved: string[]
}

/**
 * Takes over what a run has found, except for what people have changed since the last run, or have written before the
 * first. Of a text that they have changed, only the paragraphs that they have not changed are taken over.
 */
export function mergeExtraction(stored: Stored, { values, content }: Extraction): Merged {
  const preserved = namesOf(values).filter(
    (name) => isChanged(stored, name) && !isDeepStrictEqual(stored.values[name], values[name]),
  )
  const preservedValues = Object.fromEntries(preserved.map((name) => [name, stored.values[name]]))
  const text = mergeContent(stored, content)
  return {
    values: withinPageCount({ ...values, ...preservedValues }),
    content: text,
    preserved: isDeepStrictEqual(text, content) ? preserved : [...preserved, 'case_content'],
  }
}

/** Another file may have fewer pages than a person has typed. */
const withinPageCount = (values: ExtractedValues): ExtractedValues => ({
  ...values,
  scanned_page_count: Math.min(values.scanned_page_count, values.page_count),
  content_start_page: Math.min(values.content_start_page, values.page_count),
})

function isChanged({ values, extractedValues }: Stored, name: keyof ExtractedValues): boolean {
  const before = extractedValues?.[name]
  return before === undefined ? !isBlank(values[name]) : !isDeepStrictEqual(values[name], before)
}

const isBlank = (value: ExtractedValues[keyof ExtractedValues]) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const namesOf = <Name extends string>(table: Record<Name, unknown>) => Object.keys(table) as Name[]

function mergeContent({ content: mine, extractedContent: base }: Stored, theirs: Delta): Delta {
  if (mine === null || isEmpty(mine)) return theirs
  if (base === null) return mine
  return resolveMerge(mergeTexts({ base, mine, theirs }), [])
}
