import { isDeepStrictEqual } from 'node:util'
import { deltaOf } from '#server/analysis/delta.ts'
import { applyCorrections } from '#server/analysis/review/applyCorrections.ts'
import { placeCorrections } from '#server/analysis/review/placeCorrections.ts'
import type { Db } from '#server/db/database.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { isDelta } from '#shared/delta/inspect.ts'
import { conflictsOf, mergeTexts, resolveMerge } from '#shared/delta/merge.ts'
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

type Texts = { base: Delta; reviewed: Delta; current: unknown }

/** In paragraphs that a user has edited by the form, their text stays. */
export function mergeReviewed({ base, reviewed, current }: Texts): Delta {
  if (!isDelta(current) || isDeepStrictEqual(current, base)) return reviewed
  const merged = mergeTexts({ base, mine: reviewed, theirs: current })
  return resolveMerge(
    merged,
    conflictsOf(merged).map(() => 'theirs'),
  )
}
