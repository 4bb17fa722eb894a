import { sql } from 'kysely'
import type { FileResult } from '#server/analysis/child/messages.ts'
import { AnalysisFailure } from '#server/analysis/failure.ts'
import { doubtfulLinesOf } from '#server/analysis/figures.ts'
import { type SampledLine, sureLines } from '#server/analysis/review/reviewItems.ts'
import type { Fields, Found, Page, Warning } from '#server/analysis/types.ts'
import { record } from '#server/audit/record.ts'
import { deltaInput } from '#server/crud/deltaInput.ts'
import { readRow } from '#server/crud/find.ts'
import { changedParts } from '#server/crud/history.ts'
import { writeLinks } from '#server/crud/links.ts'
import { storedFields } from '#server/crud/save.ts'
import type { Db } from '#server/db/database.ts'
import type { Row } from '#shared/calls/crud.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisSentence } from '#shared/resources/analysisMessages.ts'
import { analysisStatusOf, chargeAfter, chargeStatusOf, resultOfRun } from '#shared/resources/analysisStatuses.ts'
import { analysisConfig } from './config.ts'
import { type Extraction, extractionOf, mergeExtraction, type Stored } from './extraction.ts'
import type { Offload } from '#server/workerPool/workerPool.ts'
import { refreshFigures } from './liveFigures.ts'
import { readReviewedText } from '#server/resources/analysis/review/reviewedText.ts'
import { storeSample } from '#server/resources/analysis/review/sample.ts'
import { endRun, type HeldRun } from './runs.ts'

type Dependencies = { db: Db; offload: Offload }

/**
 * Stores the result of a run in one transaction, once: under another token, or after the analysis was cancelled,
 * finalized or deleted, it is discarded. What people have changed since the last run stays.
 */
export async function storeResult(
  { db, offload }: Dependencies,
  run: HeldRun,
  result: FileResult,
  pages: AsyncIterable<Page>,
): Promise<void> {
  const content = deltaInput.safeParse(result.content)
  if (!content.success) throw new AnalysisFailure('too-large', { cause: content.error })

  await db.transaction().execute(async (transaction) => {
    const before = await lockAnalysis(transaction, run)
    if (!before || !(await endRun(transaction, run, result.figures.page_count))) return
    const reviewed = await readReviewedText(transaction, run.analysis_id)
    const sure = await storePages(transaction, run.analysis_id, { pages, count: result.figures.page_count })
    await storeSample(transaction, run.analysis_id, run.id, sure)
    await storeFoundFields(transaction, run.analysis_id, result.fields)
    const extraction = await extractionOf(transaction, result, content.data)
    await storeExtraction({ db: transaction, offload }, run, before, { result, extraction, reviewed })
  })
}

/** The row as it is stored, while no other transaction changes it; undefined when it is deleted. */
async function lockAnalysis(db: Db, { analysis_id }: HeldRun): Promise<Row | undefined> {
  await sql`select from analysis where id = ${analysis_id} for update`.execute(db)
  return readRow(db, analysisConfig, analysis_id, storedFields(analysisConfig))
}

type ArrivingPages = { pages: AsyncIterable<Page>; count: number }

/**
 * Pages are stored as they arrive, so that a long file is never in memory as a whole. Returns the lines that are sure.
 * Throws when pages are missing: their process was killed while it sent them.
 */
async function storePages(db: Db, analysis_id: number, { pages, count }: ArrivingPages): Promise<SampledLine[]> {
  const sure: SampledLine[] = []
  let stored = 0
  await sql`delete from analysis_pages where analysis_id = ${analysis_id}`.execute(db)
  for await (const page of pages) {
    stored += 1
    sure.push(...sureLines(page))
    await sql`
      insert into analysis_pages (analysis_id, number, width, height, text, scanned, confidence, seconds,
                                  lines, hidden, tables, unknown_glyphs, doubtful_lines)
      values (${analysis_id}, ${page.number}, ${page.width}, ${page.height}, ${page.text}, ${page.scanned},
              ${page.confidence}, ${page.seconds}, ${JSON.stringify(page.lines)}, ${JSON.stringify(page.hidden)},
              ${JSON.stringify(page.tables)}, ${JSON.stringify(page.unknown_glyphs)}, ${doubtfulLinesOf(page)})`.execute(
      db,
    )
  }
  if (stored !== count) throw new AnalysisFailure('crashed')
  return sure
}

async function storeFoundFields(db: Db, analysis_id: number, fields: Fields) {
  const found = Object.entries(fields).flatMap(([field, values]) =>
    [values ?? []]
      .flat()
      .map((one: Found<string | number>, position) => ({ ...one, field, position, value: String(one.value) })),
  )
  await sql`delete from analysis_found_fields where analysis_id = ${analysis_id}`.execute(db)
  await sql`
    insert into analysis_found_fields (analysis_id, field, position, value, page, box, confidence)
    select ${analysis_id}, field, position, value, page, box, confidence
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
           as found (field text, position integer, value text, page integer, box jsonb, confidence real)`.execute(db)
}

type Outcome = {
  result: FileResult
  extraction: Extraction
  /** The text of the pages before the run, with the corrections of its review; undefined without any. */
  reviewed: Delta | undefined
}

async function storeExtraction(
  { db, offload }: Dependencies,
  run: HeldRun,
  before: Row,
  { result, extraction, reviewed }: Outcome,
) {
  const id = run.analysis_id
  const { figures } = result
  const stored = await readStored(db, id)
  const after = await readReviewedText(db, id)
  const { values, content, preserved } = mergeExtraction(
    { ...stored, extractedContent: reviewed ?? stored.extractedContent },
    { ...extraction, content: after ?? extraction.content },
  )
  const outcome = resultOfRun(analysisStatusOf(before).status, run.reads_scans, figures)
  const charge = chargeAfter(outcome.charge, chargeStatusOf(before))
  const { analysis_case_numbers, analysis_judges, case_type, ...columns } = values
  // Figures that follow others do not count the version: see the trigger.
  await sql`
    update analysis
       set ${sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))},
           case_type_id = ${case_type}, case_content = ${JSON.stringify(content)},
           extracted_fields = ${JSON.stringify(extraction.values)}, extracted_content = ${JSON.stringify(extraction.content)},
           confidence_level = ${figures.confidence_level}, status = ${outcome.status}, charge_status = ${charge},
           failed_at = null, failure_code = null
     where id = ${id}`.execute(db)
  await writeLinks({ db, abilities: [] }, analysisConfig, id, {
    analysis_case_numbers: analysis_case_numbers.map((number) => ({ number })),
    analysis_judges: analysis_judges.map((name) => ({ name })),
  })
  const unchangedWarning: Warning[] =
    preserved.length > 0 ? [{ code: 'preserved-changes', page: null, values: { count: preserved.length } }] : []
  await storeWarnings(db, id, [...unchangedWarning, ...result.warnings])
  await refreshFigures({ db, offload }, id)
  await writeRunHistory(db, run, before)
}

async function readStored(db: Db, id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select jsonb_build_object(
             'judgement_number', judgement_number, 'title', title, 'claimant', claimant, 'respondant', respondant,
             'date', date, 'case_type', case_type_id, 'keywords', keywords, 'page_count', page_count,
             'scanned_page_count', scanned_page_count, 'content_start_page', content_start_page,
             'tables_detected', tables_detected,
             'analysis_case_numbers', array(
               select number from analysis_case_numbers where analysis_id = analysis.id order by position),
             'analysis_judges', array(
               select name from analysis_judges where analysis_id = analysis.id order by position)) as values,
           case_content as content, extracted_fields as "extractedValues", extracted_content as "extractedContent"
      from analysis
     where id = ${id}`.execute(db)
  const [stored] = rows
  if (!stored) throw new Error(`analysis ${id} was locked and is gone`)
  return stored
}

/** The stored sentence is that in Dhivehi: a reader of another language gets theirs by the code. */
async function storeWarnings(db: Db, analysis_id: number, warnings: readonly Warning[]) {
  const rows = warnings.map((warning, position) => ({
    ...warning,
    position,
    description: analysisSentence('warning', warning.code, 'dv', warning.values) ?? warning.code,
  }))
  await sql`delete from analysis_warnings where analysis_id = ${analysis_id}`.execute(db)
  await sql`
    insert into analysis_warnings (analysis_id, position, description, page, code, "values")
    select ${analysis_id}, position, left(description, 1000), page, code, "values"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as rows (position integer, description text, page integer, code text, "values" jsonb)`.execute(db)
}

/** The history of the record names the run, with the user who asked for it. Triggers notify the lists. */
async function writeRunHistory(db: Db, run: HeldRun, before: Row) {
  const after = await readRow(db, analysisConfig, run.analysis_id, storedFields(analysisConfig))
  if (!after) return
  await record(
    { db, session: undefined, address: null },
    {
      action: 'finish-run',
      resource: analysis.name,
      row_id: run.analysis_id,
      row_version: after.version,
      ...(run.requested_by_id !== null && { actor_id: run.requested_by_id }),
      ...changedParts(before, after),
    },
  )
}
