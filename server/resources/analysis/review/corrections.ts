import { sql } from 'kysely'
import type { z } from 'zod'
import { placeCorrections, type StoredCorrection } from '#server/analysis/review/placeCorrections.ts'
import { doubtfulWords } from '#server/analysis/review/reviewItems.ts'
import type { Page } from '#server/analysis/types.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { correctInput, CorrectionKind, undoCorrectionInput } from '#shared/calls/review.ts'
import { toLine } from '#shared/calls/text.ts'
import { changedElsewhere, readCorrections, selectPages } from './readReview.ts'
import { placedCorrections, renewText } from './reviewedText.ts'

type Correct = z.output<typeof correctInput>
type Correction = Correct['corrections'][number]

/** Stores the corrections of one act, and makes the text of the analysis again when they change it. */
export async function correct(context: SessionContext, { id, act, everywhere = false, ...input }: Correct) {
  const { db, session } = context
  const corrections = input.corrections.map(asRead)
  const pages = await selectPages(db, id)
  refuseOtherTexts(pages, corrections)
  const before = await placedCorrections(db, id, pages)
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

/** A correction names the text that the user saw at its place. */
function refuseOtherTexts(pages: readonly Page[], corrections: readonly Correction[]) {
  const wrong = corrections.flatMap(({ page, line, start, end, before }, index) => {
    const text = pages.find(({ number }) => number === page)?.lines[line]?.text ?? ''
    return start < end && text.slice(start, end) === before ? [] : [`corrections.${index}.before`]
  })
  if (wrong.length > 0) throw changedElsewhere(wrong)
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
