import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import type { HighlightedPart } from '#shared/text/query/snippets.ts'
import { id } from './record.ts'

/** The calls about the cases that contain a phrase of the dictionary. */

const phrase = z.string().min(1).max(limits.phrase.letters)

/** Suggests cases; `Chosen`: the ids of the case numbers that are chosen already, `id`: the phrase, unless it is new. */
export const suggestedUsesInput = z.strictObject({
  id: id.optional(),
  Phrase: phrase,
  Chosen: z.array(id).max(limits.form.chosen),
})

/** Counts a phrase in the texts of the cases with these case numbers, by id. */
export const countUsesInput = z.strictObject({ Phrase: phrase, CaseNumbers: z.array(id).max(limits.list.choices) })

/** A dismissed case is not suggested again for the phrase; `Dismissed: false` undoes it. */
export const dismissUseInput = z
  .strictObject({ id, CaseNumber: id, Dismissed: z.boolean() })
  .meta({ examples: [{ id: 1, CaseNumber: 1, Dismissed: true }] })

/** A case that contains the phrase: the id of its first case number and that number, with one of the passages. */
export type SuggestedUse = {
  id: number
  number: string
  title: string
  closed_date: string | null
  count: number
  pieces: HighlightedPart[]
}

/** `cases`: the number of published cases in which the words of the phrase are together; null when it was not counted. */
export type SuggestedUsesAnswer = { data: SuggestedUse[]; cases: number | null }

/** How often each case contains the phrase; a case that the user may not read is left out. */
export type CountUsesAnswer = { data: { id: number; count: number }[] }
