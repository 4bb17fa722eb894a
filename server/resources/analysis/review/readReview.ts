import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { isUnread } from '#server/analysis/figures.ts'
import { type Placement, placeCorrections, type StoredCorrection } from '#server/analysis/review/placeCorrections.ts'
import { reviewItems } from '#server/analysis/review/reviewItems.ts'
import type { Box, Page } from '#server/analysis/types.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { PlacedCorrection, Review, ReviewField, UnplacedCorrection } from '#shared/calls/review.ts'
import type { Language } from '#shared/messages.ts'
import { analysisSentence } from '#shared/resources/analysisMessages.ts'
import { readUnknownJudges, undecidedPages } from '#server/resources/analysis/finalize.ts'
import { isCurrentWarning } from '#server/resources/analysis/currentWarning.ts'
import { countOutdated, readGlyphs } from './glyphs.ts'
import { readAllSamples, readSample } from './sample.ts'

type Correction = StoredCorrection & {
  act: string
  kind: PlacedCorrection['kind']
  by: string
  mine: boolean
}

/** The pages that the last run has read, or one of them. */
export async function selectPages(db: Db, id: number, number?: number): Promise<Page[]> {
  const { rows } = await sql<Page>`
    select number, width, height, text, scanned, confidence, seconds, lines, hidden, tables, unknown_glyphs
      from analysis_pages
     where analysis_id = ${id}
       and ${number === undefined ? sql`true` : sql`number = ${number}`}
     order by number`.execute(db)
  return rows
}

/** The corrections that were not undone, in the order in which they were made. */
export async function readCorrections(db: Db, id: number, user_id = 0): Promise<Correction[]> {
  const { rows } = await sql<Correction>`
    select analysis_corrections.id::integer, act, page, line, line_text, range_start as start, range_end as end, before,
           after, kind, coalesce(users.name, '') as by, coalesce(user_id = ${user_id}, false) as mine
      from analysis_corrections
      left join users on users.id = user_id
     where analysis_id = ${id}
       and undone_at is null
     order by analysis_corrections.id`.execute(db)
  return rows
}

/** Everything that the review of an analysis shows, except the lines of its pages. */
export async function readReview(
  { db, session, language }: SessionContext,
  id: number,
): Promise<Omit<Review, 'version'>> {
  const pages = await selectPages(db, id)
  const { placed, unplaced } = placeCorrections(pages, await readCorrections(db, id, session.user_id))
  const undecided = await undecidedPages(db, id)
  const sample = await readSample(db, id)
  const glyphs = await readGlyphs(db, id)
  return {
    pdf_file: await readPdfFile(db, id),
    pages: pages.map((page) => ({
      number: page.number,
      width: page.width,
      height: page.height,
      unread: isUnread(page),
      lines: page.lines.length,
      hidden: page.hidden,
      hidden_key: hiddenKey(page.hidden),
      decided: !undecided.includes(page.number),
    })),
    items: reviewItems(pages, sample),
    ...answerOf({ placed, unplaced }),
    sample: {
      size: sample.length,
      lines: sample.flatMap(({ page, line, is_right }) => (is_right === null ? [] : [{ page, line, is_right }])),
    },
    all_samples: await readAllSamples(db),
    glyphs,
    outdated: await countOutdated(db, glyphs),
    fields: await readFields(db, id),
    warnings: await readWarnings(db, id, language),
    unknown_judges: await readUnknownJudges(db, id),
  }
}

async function readPdfFile(db: Db, id: number): Promise<number> {
  const { rows } = await sql<{ pdf_file: number }>`
    select pdf_file_id::integer as pdf_file from analysis where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`analysis ${id} has no row: was it locked before it was read?`)
  return row.pdf_file
}

/** A hash of the hidden text of a page, which is another one when a run finds other text. */
export const hiddenKey = (hidden: Page['hidden']): string =>
  createHash('sha256')
    .update(JSON.stringify(hidden.map(({ reason, text }) => [reason, text])))
    .digest('hex')

/** Corrections as the client sees them. */
function answerOf({ placed, unplaced }: Placement<Correction>) {
  return {
    corrections: placed.map(({ act, page, line, start, end, after, kind, by, mine }): PlacedCorrection => ({
      act,
      page,
      line,
      start,
      end,
      after,
      kind,
      by,
      mine,
    })),
    unplaced: unplaced.map(({ act, page, before, after, by }): UnplacedCorrection => ({
      act,
      page,
      before,
      after,
      by,
    })),
  }
}

/** The fields of the form that an analysis finds, the most important ones first. */
export const reviewedFields = [
  'analysis_case_numbers',
  'court',
  'judgement_number',
  'title',
  'claimant',
  'respondant',
  'date',
  'case_type',
  'analysis_judges',
  'keywords',
] as const

type ReviewedField = (typeof reviewedFields)[number]

/** What the analysis calls them. */
const foundNames: Record<ReviewedField, string> = {
  analysis_case_numbers: 'case_numbers',
  court: 'court',
  judgement_number: 'judgement_number',
  title: 'title',
  claimant: 'claimant',
  respondant: 'respondant',
  date: 'date',
  case_type: 'case_type',
  analysis_judges: 'judges',
  keywords: 'keywords',
}

type FoundField = { field: string; page: number; box: Box; confidence: number }

/**
 * The current value of each field, as text, and where the analysis found one: of several the first place and the lowest
 * confidence. A value that a user has changed has no confidence.
 */
async function readFields(db: Db, id: number): Promise<ReviewField[]> {
  const values = await readValues(db, id)
  const extracted = await readExtracted(db, id)
  const { rows: found } = await sql<FoundField>`
    select field, page, box, confidence
      from analysis_found_fields
     where analysis_id = ${id}
     order by field, position`.execute(db)
  const { rows: checks } = await sql<{ field: string; value: string }>`
    select field, value from analysis_field_checks where analysis_id = ${id}`.execute(db)
  return reviewedFields.map((name) => {
    const places = found.filter(({ field }) => field === foundNames[name])
    const value = values[name]
    const isExtracted = places.length > 0 && value === extracted[name]
    return {
      name,
      value,
      page: places[0]?.page ?? null,
      box: places[0]?.box ?? null,
      confidence: isExtracted ? Math.min(...places.map(({ confidence }) => confidence)) : null,
      checked: checks.some((check) => check.field === name && check.value === value),
    }
  })
}

/** Several values are separated by `|`. */
export async function readValues(db: Db, id: number): Promise<Record<ReviewedField, string>> {
  const { rows } = await sql<Record<ReviewedField, string>>`
    select judgement_number, title, claimant, respondant, keywords, coalesce(date::text, '') as date,
           coalesce((select name from courts where courts.id = court_id), '') as court,
           coalesce((select name from case_types where case_types.id = case_type_id), '') as case_type,
           coalesce((select string_agg(number, '|' order by position) from analysis_case_numbers
                      where analysis_id = analysis.id), '') as analysis_case_numbers,
           coalesce((select string_agg(name, '|' order by position) from analysis_judges
                      where analysis_id = analysis.id), '') as analysis_judges
      from analysis
     where id = ${id}`.execute(db)
  const [values] = rows
  if (!values) throw new Error(`analysis ${id} has no row: was it locked before its fields were read?`)
  return values
}

/** The values of the last run, in the form of `readValues`; null where it found none. */
async function readExtracted(db: Db, id: number): Promise<Partial<Record<ReviewedField, string | null>>> {
  const listed = (name: string) => sql`
    (select string_agg(one, '|' order by position)
       from jsonb_array_elements_text(extracted_fields -> ${name}) with ordinality as list (one, position))`
  const { rows } = await sql<Record<ReviewedField, string | null>>`
    select extracted.*,
           (select value from analysis_found_fields where analysis_id = analysis.id and field = 'court') as court,
           (select name from case_types where id = (extracted_fields ->> 'case_type')::bigint) as case_type,
           ${listed('analysis_case_numbers')} as analysis_case_numbers, ${listed('analysis_judges')} as analysis_judges
      from analysis
      left join lateral jsonb_to_record(extracted_fields) as extracted (
             judgement_number text, title text, claimant text, respondant text, keywords text, date text) on true
     where id = ${id}`.execute(db)
  return rows[0] ?? {}
}

type StoredWarning = { text: string; page: number | null; code: string; values: Record<string, string | number> }

/** Hidden text has a place of its own in the review. */
async function readWarnings(db: Db, id: number, language: Language) {
  const { rows } = await sql<StoredWarning>`
    select description as text, page, code, "values"
      from analysis_warnings
     where analysis_id = ${id}
       and code <> 'hidden-text'
       and ${isCurrentWarning}
     order by position`.execute(db)
  return rows.map(({ text, page, code, values }) => ({
    text: analysisSentence('warning', code, language, values) ?? text,
    page,
  }))
}

/** What the user saw at these fields of the input is no longer there. */
export const changedElsewhere = (names: readonly string[]) =>
  new ApiError('invalid', { fields: Object.fromEntries(names.map((name) => [name, [{ code: 'changed' as const }]])) })
