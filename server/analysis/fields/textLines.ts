import type { LabelKind } from '#shared/text/judgment/labels.ts'
import { type Skeleton, skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { ordinalWithin } from '#shared/text/judgment/words.ts'
import type { Line } from '#server/analysis/types.ts'

/** A line of the judgment, or several joined ones, with its place in the whole text; `next` is the index of the line after. */
export type TextLine = { line: Line; text: string; page: number; index: number; next: number; skeleton: Skeleton }

/** A part of a line. */
export type Segment = { line: TextLine; start: number; end: number }

export const whole = (line: TextLine): Segment => ({ line, start: 0, end: line.text.length })

/** A label in the head: `end` is where its value starts in the line. */
export type PlacedLabel = { kind: LabelKind; line: TextLine; start: number; end: number; weight: number }

export const textOf = ({ line, start, end }: Segment) => line.text.slice(start, end)

/** The cells of a line: parts with more than a space between them. */
export function cellsOf(line: TextLine): Segment[] {
  return [...line.text.matchAll(/\S+(?:[ ]\S+)*/g)].map(({ 0: cell, index }) => ({
    line,
    start: index,
    end: index + cell.length,
  }))
}

/** Without the number of a party between the verb and the noun of its label. */
export function skeletonOfLine(text: string): Skeleton {
  const skeleton = skeletonOf(text)
  const ordinals = [...text.matchAll(ordinalWithin)].map(
    ({ 0: match, index }) => [index, index + match.length] as const,
  )
  if (ordinals.length === 0) return skeleton
  const rest = skeleton.starts.flatMap((start, at) =>
    ordinals.some(([from, to]) => start >= from && start < to) ? [] : [at],
  )
  return {
    text: rest.map((at) => skeleton.text[at] ?? '').join(''),
    starts: rest.map((at) => skeleton.starts[at] ?? 0),
    mask: skeleton.mask,
  }
}
