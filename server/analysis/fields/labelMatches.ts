import { families, type Family } from '#shared/text/judgment/clauses.ts'
import { type LabelKind, labels } from '#shared/text/judgment/labels.ts'
import { limitOf, matchAt, type Skeleton, type SkeletonPlace } from '#shared/text/judgment/skeleton.ts'
import type { TextLine } from './textLines.ts'

/**
 * A label at a place of a line. `text`: its letters; `bonus` prefers the form of a verb with the same last vowel sign; `isClause`: it
 * has no noun.
 */
export type LabelMatch = Part & { kind: LabelKind; bonus: number; isClause: boolean }

/** Letters that stand in a line, up to errors; `last` is the place of the last one. */
type Part = { text: string; start: number; end: number; last: number; cost: number }

/** The labels that begin at a place of a line, up to errors: those of the list, and the composed ones. */
export function matchesAt(line: TextLine, at: SkeletonPlace): LabelMatch[] {
  const found: LabelMatch[] = []
  for (const { kind, skeleton } of labels) {
    const match = matchAt(skeleton, line.skeleton, line.text, at)
    if (match) found.push({ ...match, kind, text: skeleton.text, bonus: 0, isClause: false })
  }
  for (const family of families) found.push(...matchFamily(family, line, at))
  return found
}

/** An object, its verb and a noun, or without an object or a noun. Each may have errors, and those of all count together. */
function matchFamily(
  { kind, objects, verbs, nouns, isClear }: Family,
  line: TextLine,
  at: SkeletonPlace,
): LabelMatch[] {
  const found: LabelMatch[] = []
  const leads = objects?.flatMap((object) => partAt(object, line, at) ?? []) ?? [undefined]
  for (const lead of leads)
    for (const { skeleton, vowels } of verbs) {
      const verb = lead ? partAt(skeleton, line, { index: lead.last + 1 }) : partAt(skeleton, line, at)
      if (!verb) continue
      const bonus = vowels.has(line.text[verb.end - 1] ?? '') ? vowel_bonus : 0
      const clause = lead ? join(lead, verb) : verb
      if (isClear && isLabel(clause)) found.push({ ...clause, kind, bonus, isClause: true })
      for (const noun of nouns) {
        const part = partAt(noun, line, { index: verb.last + 1 })
        const label = part && join(clause, part)
        if (label && isLabel(label)) found.push({ ...label, kind, bonus, isClause: false })
      }
    }
  return found
}

const vowel_bonus = 0.25

function partAt(skeleton: Skeleton, line: TextLine, at: SkeletonPlace): Part | undefined {
  const { text } = skeleton
  const match = matchAt(skeleton, line.skeleton, line.text, at, text.length < 3 ? 0.5 : Math.max(1, text.length / 5))
  return match && { ...match, text }
}

const join = (one: Part, other: Part): Part => ({
  text: one.text + other.text,
  start: one.start,
  end: other.end,
  last: other.last,
  cost: one.cost + other.cost,
})

const isLabel = ({ text, cost }: Part) => cost <= limitOf(text.length)
