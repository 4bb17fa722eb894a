import { blockLines, blocksOf } from '#shared/delta/blocks.ts'
import { blockText, noteText } from '#shared/delta/blockText.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { toHtml } from '#shared/delta/html.ts'
import { type CarriedRange, carryOver } from '#shared/text/carryOver.ts'
import { changedPercent } from '#shared/text/changedPercent.ts'
import { fingerprint } from '#shared/text/fingerprint.ts'
import type { TextRange } from '#shared/text/textRange.ts'
import type { PoolTask } from '#server/workerPool/workerPool.ts'

/**
 * What is computed from the texts of judgments: on a worker thread where they are long. A text is passed on as its JSON, as
 * PostgreSQL sends it, which is copied to a thread faster than an object.
 */
const file = import.meta.url

const read = (json: string) => JSON.parse(json) as Delta

/** What is derived from the text of a case file: its HTML, and the case numbers that it marks. */
export type DerivedText = { html: string; citations: Citation[] }
export type Citation = { number: string; block: number; printed: number | null }

export function deriveText(json: string): DerivedText {
  const text = read(json)
  const citations = blockLines(text).flatMap(({ attributes, segments }, index) => {
    const numbers = new Set(segments.flatMap((segment) => segment.attributes.case_number ?? []))
    return Array.from(numbers, (number) => ({ number, block: index + 1, printed: attributes.paragraph ?? null }))
  })
  return { html: toHtml(text), citations }
}

/** 30,000 letters of JSON with a line for each three take ten milliseconds. */
export const deriveTask = {
  file,
  work: deriveText,
  lettersOf: (json) => json.length,
  inline_letters: 30_000,
} satisfies PoolTask<string, DerivedText>

/** The text that notes refer to, with its fingerprint. */
export type NoteText = {
  text: string
  fingerprint: string
  /** The number that the judgment gives the paragraph of each block. */
  printed: readonly (number | null)[]
  /** Where the body of each footnote starts in the text. */
  footnoteStarts: readonly number[]
}

export function readNoteText(json: string): NoteText {
  const delta = read(json)
  const { text, footnoteStarts } = noteText(delta)
  return {
    text,
    fingerprint: fingerprint(text),
    printed: blocksOf(delta).map((block) => block.printed),
    footnoteStarts,
  }
}

export const noteTextTask = {
  file,
  work: readNoteText,
  lettersOf: (json) => json.length,
  inline_letters: 60_000,
} satisfies PoolTask<string, NoteText>

type Carried = { before: string; after: string; ranges: readonly TextRange[] }

export const carryRanges = ({ before, after, ranges }: Carried): CarriedRange[] => carryOver(before, after, ranges)

export const carryTask = {
  file,
  work: carryRanges,
  lettersOf: ({ before, after, ranges }) => (before.length + after.length) * (1 + ranges.length),
  inline_letters: 20_000,
} satisfies PoolTask<Carried, CarriedRange[]>

type TextPair = { before: string; after: string | null }

/** The share of a text that was changed, from 0 to 100. */
export const changedShare = ({ before, after }: TextPair): number =>
  changedPercent(blockText(read(before)), after === null ? '' : blockText(read(after)))

export const changedShareTask = {
  file,
  work: changedShare,
  lettersOf: ({ before, after }) => before.length + (after?.length ?? 0),
  inline_letters: 20_000,
} satisfies PoolTask<TextPair, number>
