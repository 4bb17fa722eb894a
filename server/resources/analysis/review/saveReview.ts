import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { deltaOf } from '#server/analysis/delta.ts'
import { doubtfulLinesOf } from '#server/analysis/figures.ts'
import { applyCorrections } from '#server/analysis/review/applyCorrections.ts'
import { placeCorrections, type StoredCorrection } from '#server/analysis/review/placeCorrections.ts'
import { doubtfulWords } from '#server/analysis/review/reviewItems.ts'
import type { Page } from '#server/analysis/types.ts'
import { record } from '#server/audit/record.ts'
import { deltaInput } from '#server/crud/deltaInput.ts'
import { changedParts } from '#server/crud/history.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/events/announce.ts'
import type {
  checkFieldInput,
  checkLineInput,
  correctInput,
  CorrectionKind,
  decideHiddenInput,
  undoCorrectionInput,
} from '#shared/calls/review.ts'
import { toLine } from '#shared/calls/text.ts'
import { limits } from '#shared/limits.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { isDoubtful } from '#shared/resources/analysisReview.ts'
import { refreshFigures } from '#server/resources/analysis/liveFigures.ts'
import { mergeReviewed } from './reviewedText.ts'
import { lastRun, readSample } from './sample.ts'
import { hiddenKey, readCorrections, selectPages, readValues, reviewedFields } from './readReview.ts'

type Correct = z.output<typeof correctInput>
type CheckLine = Omit<z.output<typeof checkLineInput>, 'is_right'> & { is_right?: boolean | null | undefined }
type Correction = Correct['corrections'][number]

/** Stores the corrections of one act, and makes the text of the analysis again when they change it. */
export async function correct(context: SessionContext, { id, act, everywhere = false, ...input }: Correct) {
  const { db, session } = context
  const corrections = input.corrections.map(asRead)
  const pages = await selectPages(db, id)
  refuseOtherTexts(pages, corrections)
  const before = await placedIn(context, id, pages)
  const all = everywhere ? [...corrections, ...alikeWords(pages, before, corrections[0])] : corrections
  const lineTexts = all.map(({ page, line }) => pages.find(({ number }) => number === page)?.lines[line]?.text ?? '')
  await sql`
    insert into analysis_corrections (analysis_id, act, page, line, line_text, range_start, range_end, before, after, kind,
                                      user_id)
    select ${id}, ${act}, page, line, line_text, range_start, range_end, before, after, kind, ${session.user_id}
      from unnest(
             ${all.map(({ page }) => page)}::integer[], ${all.map(({ line }) => line)}::integer[], ${lineTexts}::text[],
             ${all.map(({ start }) => start)}::integer[], ${all.map(({ end }) => end)}::integer[],
             ${all.map((one) => one.before)}::text[], ${all.map(({ after }) => after)}::text[],
             ${all.map(kindOf)}::text[])
           as given (page, line, line_text, range_start, range_end, before, after, kind)
    on conflict do nothing`.execute(db)
  await renewText(context, id, pages, before)
}

/** Takes back all corrections of an act of this user, or those of an act of any user that fit no line. */
export async function undoCorrection(
  context: SessionContext,
  { id, act, unplaced = false }: z.output<typeof undoCorrectionInput>,
) {
  const { db, session } = context
  const pages = await selectPages(db, id)
  const before = placeCorrections(pages, await readCorrections(db, id))
  const isUndone = unplaced
    ? sql`id = any(${before.unplaced.map((correction) => correction.id)})`
    : sql`user_id = ${session.user_id}`
  const { numAffectedRows } = await sql`
    update analysis_corrections
       set undone_at = now()
     where analysis_id = ${id}
       and act = ${act}
       and undone_at is null
       and ${isUndone}`.execute(db)
  if (numAffectedRows === 0n) throw new ApiError('not-found')
  await renewText(context, id, pages, before.placed)
}

/** A line of the sample of the last run: right, wrong, or not checked again. */
export async function checkLine({ db, session }: SessionContext, { id, page, line, text, is_right = null }: CheckLine) {
  const sampled = (await readSample(db, id)).find((one) => one.page === page && one.line === line)
  if (!sampled) throw new ApiError('not-found')
  if (sampled.text !== text) throw changed(['text'])
  await sql`
    update analysis_sample_lines
       set is_right = ${is_right}, decided_by_id = ${session.user_id}, decided_at = now()
     where analysis_id = ${id}
       and run_id = ${lastRun(id)}
       and page = ${page}
       and line = ${line}`.execute(db)
}

/** All hidden text of a page is left out: it was seen by a user, who gives the reason. Without one that is taken back. */
export async function decideHidden(
  context: SessionContext,
  { id, page, hidden_key, reason }: z.output<typeof decideHiddenInput>,
) {
  const { db, session } = context
  const [{ hidden } = { hidden: [] }] = await selectPages(db, id, page)
  if (hidden.length === 0) throw new ApiError('not-found')
  if (hiddenKey(hidden) !== hidden_key) throw changed(['hidden_key'])
  const { rows: decided } = await sql<{ reason: string | null }>`
    delete from analysis_hidden_decisions
     where analysis_id = ${id}
       and page = ${page}
       and key in (
         select hidden_text_key(one)
           from analysis_pages, jsonb_array_elements(hidden) as one
          where analysis_id = ${id}
            and number = ${page})
    returning reason`.execute(db)
  if (reason === undefined && decided.length === 0) throw new ApiError('not-found')
  if (reason !== undefined)
    await sql`
      insert into analysis_hidden_decisions (analysis_id, page, key, decision, reason, decided_by_id)
      select distinct analysis_id, number, hidden_text_key(one), 'left-out', ${reason}, ${session.user_id}::bigint
        from analysis_pages, jsonb_array_elements(hidden) as one
       where analysis_id = ${id}
         and number = ${page}`.execute(db)
  const { version } = await readFigures(db, id)
  await record(context, {
    action: 'decide-hidden',
    resource: analysis.name,
    row_id: id,
    row_version: version,
    before: { page, reason: decided[0]?.reason ?? null },
    after: { page, reason: reason ?? null },
  })
}

/** The current value of a field was compared with the page. */
export async function checkField(
  { db, session }: SessionContext,
  { id, field, value }: z.output<typeof checkFieldInput>,
) {
  const name = reviewedFields.find((one) => one === field)
  if (!name) throw new ApiError('invalid', { fields: { field: [{ code: 'not-a-choice' }] } })
  const values = await readValues(db, id)
  if (values[name] !== value) throw changed(['value'])
  await sql`
    insert into analysis_field_checks (analysis_id, field, value, user_id)
    values (${id}, ${name}, ${value}, ${session.user_id})
    on conflict (analysis_id, field) do update
       set value = excluded.value, user_id = excluded.user_id, created_at = now()`.execute(db)
}

/** What the user saw at these fields of the input is no longer there. */
const changed = (names: readonly string[]) =>
  new ApiError('invalid', { fields: Object.fromEntries(names.map((name) => [name, [{ code: 'changed' as const }]])) })

/** A correction names the text that the user saw at its place. */
function refuseOtherTexts(pages: readonly Page[], corrections: readonly Correction[]) {
  const wrong = corrections.flatMap(({ page, line, start, end, before }, index) => {
    const text = pages.find(({ number }) => number === page)?.lines[line]?.text ?? ''
    return start < end && text.slice(start, end) === before ? [] : [`corrections.${index}.before`]
  })
  if (wrong.length > 0) throw changed(wrong)
}

/** The same correction for all doubtful words with the same text that no user has decided. */
function alikeWords(
  pages: readonly Page[],
  decided: readonly StoredCorrection[],
  first: Correction | undefined,
): Correction[] {
  if (!first) return []
  const taken = Map.groupBy([...decided, first], ({ page, line }) => `${page} ${line}`)
  return doubtfulWords(pages)
    .filter(({ text }) => text === first.before)
    .filter(
      ({ page, line, start, end }) =>
        !taken.get(`${page} ${line}`)?.some((other) => other.start < end && start < other.end),
    )
    .map(({ page, line, start, end }) => ({ ...first, page, line, start, end }))
}

/** An accepted word stays as the analysis has read it, also where a typed one is stored in another form. */
const asRead = (correction: Correction): Correction =>
  correction.after === toLine(correction.before) ? { ...correction, after: correction.before } : correction

function kindOf({ before, after }: Correction): CorrectionKind {
  if (before === after) return 'accepted'
  const [wordsBefore, wordsAfter] = [before.split(/\s+/).length, after.split(/\s+/).length]
  if (wordsAfter < wordsBefore) return 'joined'
  return wordsAfter > wordsBefore ? 'split' : 'fixed'
}

const placedIn = async ({ db }: SessionContext, id: number, pages: readonly Page[]) =>
  placeCorrections(pages, await readCorrections(db, id)).placed

/**
 * Makes the text of the analysis again from its lines, and counts the lines that are still doubtful. What users wrote into
 * the text by the form stays: the corrections are merged into it, paragraph by paragraph.
 */
async function renewText(
  context: SessionContext,
  id: number,
  pages: readonly Page[],
  before: readonly StoredCorrection[],
) {
  const { db } = context
  const after = await placedIn(context, id, pages)
  await countDoubtfulLines(db, id, pages, after)
  const [base, mine] = [deltaOf(applyCorrections(pages, before)), deltaOf(applyCorrections(pages, after))]
  const isChanged = !isDeepStrictEqual(base, mine)
  const figures = await readFigures(db, id)
  if (isChanged) {
    const content = deltaInput.safeParse(mergeReviewed({ base, reviewed: mine, current: figures.case_content }))
    if (!content.success)
      throw new ApiError('invalid', {
        fields: { corrections: [{ code: 'too-long', values: { maximum: limits.document.letters } }] },
      })
    await sql`update analysis set case_content = ${JSON.stringify(content.data)} where id = ${id}`.execute(db)
  }
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

async function readFigures(db: Db, id: number) {
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
    const done = lines.filter((line, index) =>
      isReviewed(
        line,
        (ofPage.get(number) ?? []).filter((one) => one.line === index),
      ),
    )
    return { number, count: doubtfulLinesOf({ lines: lines.filter((line) => !done.includes(line)) }) }
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

/** Notifies the other users of the review; the version changes only with the text. */
export const announceReview = (context: SessionContext, id: number) =>
  announce(context, { resource: analysis, event: 'Updated', id })
