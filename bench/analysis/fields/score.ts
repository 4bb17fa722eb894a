import type { Fields } from '#server/analysis/types.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { foldText } from '#shared/text/language/fold.ts'
import type { Truth } from './source.ts'

/** A value that was found, with whether it is right, or a value that is missing. */
export type Outcome = {
  field: string
  wanted: string[]
  found: { value: string; confidence: number; isRight: boolean; isExact: boolean }[]
}

/**
 * Compares fields to the truth. A number is right by its key, a court, a judge of the list and a day exactly. A name is
 * right when it differs from the truth, folded, by at most 15 % of its letters: the noise is in the text, and the field
 * gives the text; it is exact without any difference, not even of a dot.
 */
export function compare(fields: Fields, truth: Truth): Outcome[] {
  const keys = (found: Fields['case_numbers']) =>
    found.map(({ value, ...rest }) => ({ ...rest, value: caseNumberKey(value) ?? value }))
  const one = <Value>(found: Value | null) => (found ? [found] : [])
  return [
    outcome('judgement_number', truth.own.slice(0, 1), keys(one(fields.judgement_number)), isSame),
    outcome('case_numbers', truth.own, keys(fields.case_numbers), isSame),
    outcome('related_case_numbers', truth.related, keys(fields.related_case_numbers), isSame),
    outcome('court', truth.court === undefined ? [] : [truth.court], one(fields.court), isSame),
    outcome('date', [truth.date], one(fields.date), isSame),
    outcome('hijri_date', truth.hijri === undefined ? [] : [truth.hijri], one(fields.hijri_date), isSame),
    outcome('claimant', truth.claimant, fields.claimant, isSimilar),
    outcome('respondant', truth.respondant, fields.respondant, isSimilar),
    outcome('judges', truth.judges, fields.judges, isSimilar),
    ...(truth.title === undefined ? [] : [outcome('title', [truth.title], one(fields.title), isSimilar)]),
    ...(truth.case_type === undefined ? [] : [outcome('case_type', [truth.case_type], one(fields.case_type), isSame)]),
    outcome(
      'content_start_page',
      [String(truth.start_page)],
      one(fields.content_start_page).map((found) => ({ ...found, value: String(found.value) })),
      isSame,
    ),
  ]
}

type Equal = (one: string, other: string) => boolean

const isSame: Equal = (one, other) => one === other
const plain = (text: string) =>
  foldText(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
const isSimilar: Equal = (one, other) => distance(plain(one), plain(other)) <= plain(other).length * 0.15

function outcome(
  field: string,
  wanted: string[],
  found: { value: string; confidence: number }[],
  isEqual: Equal,
): Outcome {
  const open = [...wanted]
  return {
    field,
    wanted,
    found: found.map(({ value, confidence }) => {
      const at = open.findIndex((truth) => isEqual(value, truth))
      const [match] = at < 0 ? [] : open.splice(at, 1)
      return {
        value,
        confidence,
        isRight: match !== undefined,
        isExact: match === value,
      }
    }),
  }
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 1; index <= one.length; index += 1) {
    const next = [index]
    for (let at = 1; at <= other.length; at += 1)
      next[at] = Math.min(
        (row[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (row[at - 1] ?? 0) + (one[index - 1] === other[at - 1] ? 0 : 1),
      )
    row = next
  }
  return row[other.length] ?? 0
}
