import { sql } from 'kysely'
import { effortOf } from '#server/analysis/figures.ts'
import type { Db } from '#server/db/database.ts'
import { changedShareTask } from '#server/html/textWork.ts'
import type { Offload } from '#server/workerPool/workerPool.ts'
import type { EffortReason } from '#shared/resources/analysisReasons.ts'

type Counts = {
  page_count: number | null
  scanned_page_count: number
  content_start_page: number
  tables_detected: number
  missing_fields: number
  /** Of the pages that the last run has read; null without one. */
  read_pages: number | null
  unread_page_count: number
  doubtful_lines: number
  scanned_pages: number
  unscanned_content_pages: number
}

/** JSON. */
type Texts = { case_content: string | null; extracted_content: string | null }

/**
 * Computes the figures that follow what people correct: the pages that can be analyzed, how much of the extracted text
 * has changed, and the effort that is left. Runs in the transaction of the change; the version stays.
 */
export async function refreshFigures({ db, offload }: { db: Db; offload: Offload }, id: number): Promise<void> {
  const counts = await readCounts(db, id)
  if (!counts || counts.page_count === null) return
  const page_count = counts.page_count
  const { score } = effortOf({ ...counts, page_count })
  const { case_content, extracted_content } = await readTexts(db, id)
  const diff =
    extracted_content === null
      ? null
      : await offload(changedShareTask, { before: extracted_content, after: case_content })
  await sql`
    update analysis
       set analyzable_page_count = ${analyzablePages({ ...counts, page_count })}, effort_score = ${score},
           diff_percent = ${diff}
     where id = ${id}`.execute(db)
}

/** What the effort score of an analysis is made of; nothing before its file was read. */
export async function readEffortReasons(db: Db, id: number): Promise<EffortReason[]> {
  const counts = await readCounts(db, id)
  if (!counts || counts.page_count === null) return []
  return effortOf({ ...counts, page_count: counts.page_count }).reasons
}

/** The pages from the start of the judgment that are not scanned. Corrected counts change what the pages say. */
function analyzablePages(counts: Counts & { page_count: number }): number {
  const { page_count, content_start_page, scanned_page_count, scanned_pages } = counts
  const contentPages = Math.max(0, page_count - Math.max(content_start_page, 1) + 1)
  const unscanned =
    counts.read_pages === null
      ? contentPages - scanned_page_count
      : counts.unscanned_content_pages + scanned_pages - scanned_page_count
  return Math.max(0, Math.min(contentPages, unscanned))
}

async function readCounts(db: Db, id: number): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    select page_count, coalesce(scanned_page_count, 0) as scanned_page_count,
           coalesce(content_start_page, 1) as content_start_page, coalesce(tables_detected, 0) as tables_detected,
           (case_numbers_text = '')::integer + (date is null)::integer + (claimant = '')::integer
             + (respondant = '')::integer
             + (not exists (select from analysis_judges where analysis_id = analysis.id))::integer as missing_fields,
           pages.*
      from analysis,
           lateral (
             select nullif(count(*), 0)::integer as read_pages,
                    count(*) filter (
                      where scanned and not lines @? '$[*] ? (@.engine <> "text-layer")')::integer as unread_page_count,
                    coalesce(sum(doubtful_lines), 0)::integer as doubtful_lines,
                    count(*) filter (where scanned)::integer as scanned_pages,
                    count(*) filter (where not scanned and number >= coalesce(content_start_page, 1))::integer
                      as unscanned_content_pages
               from analysis_pages
              where analysis_id = analysis.id) as pages
     where id = ${id}`.execute(db)
  return rows[0]
}

async function readTexts(db: Db, id: number): Promise<Texts> {
  const { rows } = await sql<Texts>`
    select case_content::text, extracted_content::text from analysis where id = ${id}`.execute(db)
  return rows[0] ?? { case_content: null, extracted_content: null }
}
