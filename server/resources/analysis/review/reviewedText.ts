import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { deltaOf } from '#server/analysis/delta.ts'
import { doubtfulLinesOf } from '#server/analysis/figures.ts'
import { applyCorrections } from '#server/analysis/review/applyCorrections.ts'
import { placeCorrections, type StoredCorrection } from '#server/analysis/review/placeCorrections.ts'
import type { Page } from '#server/analysis/types.ts'
import { record } from '#server/audit/record.ts'
import { deltaInput } from '#server/crud/deltaInput.ts'
import { changedParts } from '#server/crud/history.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Db } from '#server/db/database.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { isDelta } from '#shared/delta/inspect.ts'
import { conflictsOf, mergeTexts, resolveMerge } from '#shared/delta/merge.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { isDoubtful } from '#shared/resources/analysisReview.ts'
import { refreshFigures } from '#server/resources/analysis/liveFigures.ts'
import { readCorrections, selectPages } from './readReview.ts'

/**
 * The text of the lines that are stored now, with the corrections that fit them; undefined without corrections, or
 * without pages. Read before and after a run replaces the pages, so that the corrections survive it word by word.
 */
export async function readReviewedText(db: Db, id: number): Promise<Delta | undefined> {
  const corrections = await readCorrections(db, id)
  if (corrections.length === 0) return undefined
  const pages = await selectPages(db, id)
  if (pages.length === 0) return undefined
  return deltaOf(applyCorrections(pages, placeCorrections(pages, corrections).placed))
}

/**
 * Makes the text of the analysis again from its lines, and counts the lines that are still doubtful. What users wrote into
 * the text by the form stays: the corrections are merged into it, paragraph by paragraph.
 */
export async function renewText(
  context: SessionContext,
  id: number,
  pages: readonly Page[],
  before: readonly StoredCorrection[],
) {
  const { db } = context
  const after = await placedCorrections(db, id, pages)
  await countDoubtfulLines(db, id, pages, after)
  const base = deltaOf(applyCorrections(pages, before))
  const reviewed = deltaOf(applyCorrections(pages, after))
  const isChanged = !isDeepStrictEqual(base, reviewed)
  const figures = await readFigures(db, id)
  if (isChanged) await storeText(db, id, mergeReviewed({ base, reviewed, current: figures.case_content }))
  await refreshFigures(context, id)
  if (!isChanged) return
  const stored = await readFigures(db, id)
  await record(context, {
    action: 'review',
    resource: analysis.name,
    row_id: id,
    row_version: stored.version,
    ...changedParts(figures, stored),
  })
}

async function storeText(db: Db, id: number, text: Delta) {
  const content = deltaInput.safeParse(text)
  if (!content.success)
    throw new ApiError('invalid', {
      fields: { corrections: [{ code: 'too-long', values: { maximum: limits.document.letters } }] },
    })
  await sql`update analysis set case_content = ${JSON.stringify(content.data)} where id = ${id}`.execute(db)
}

type Texts = { base: Delta; reviewed: Delta; current: unknown }

/** In paragraphs that a user has edited by the form, their text stays. */
function mergeReviewed({ base, reviewed, current }: Texts): Delta {
  if (!isDelta(current) || isDeepStrictEqual(current, base)) return reviewed
  const merged = mergeTexts({ base, mine: reviewed, theirs: current })
  return resolveMerge(
    merged,
    conflictsOf(merged).map(() => 'theirs'),
  )
}

/** The corrections that fit the lines of the pages. */
export const placedCorrections = async (db: Db, id: number, pages: readonly Page[]) =>
  placeCorrections(pages, await readCorrections(db, id)).placed

/** What a review changes in its record, with its version. */
export async function readFigures(db: Db, id: number) {
  const { rows } = await sql<{ id: number; version: number; case_content: unknown; diff_percent: number | null }>`
    select id, version, case_content, diff_percent from analysis where id = ${id}`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error(`analysis ${id} was locked and is gone`)
  return figures
}

/** A doubtful line is done when all of its doubtful words are. */
async function countDoubtfulLines(
  db: Db,
  id: number,
  pages: readonly Page[],
  corrections: readonly StoredCorrection[],
) {
  const ofPage = Map.groupBy(corrections, ({ page }) => page)
  const counts = pages.map(({ number, lines }) => {
    const ofLine = Map.groupBy(ofPage.get(number) ?? [], ({ line }) => line)
    const open = lines.filter((line, index) => !isReviewed(line, ofLine.get(index) ?? []))
    return { number, count: doubtfulLinesOf({ lines: open }) }
  })
  await sql`
    update analysis_pages
       set doubtful_lines = counted.count
      from unnest(${counts.map(({ number }) => number)}::integer[], ${counts.map(({ count }) => count)}::integer[])
           as counted (number, count)
     where analysis_id = ${id}
       and analysis_pages.number = counted.number
       and doubtful_lines <> counted.count`.execute(db)
}

const isReviewed = ({ words }: Page['lines'][number], corrections: readonly { start: number; end: number }[]) =>
  corrections.length > 0 &&
  words.filter(isDoubtful).every((word) => corrections.some(({ start, end }) => start < word.end && word.start < end))
