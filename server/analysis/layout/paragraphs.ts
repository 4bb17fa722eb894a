import type { DraftLine } from './lines.ts'

/** A number, a letter or a bullet at the start of a point. */
const point = /^\s*(?:[•●▪–*-]\s|\(?(?:\d{1,3}|[ހ-ޥ]\p{M}?|[a-z])[.)]\s)/u

export const startsPoint = (text: string): boolean => point.test(text)

/** Whether each line begins a paragraph: the first word would have fitted into the line before, or there is a break. */
export function startParagraphs(lines: readonly DraftLine[]): boolean[] {
  const blocks = Map.groupBy(lines, ({ block }) => block)
  const widths = new Map([...blocks].map(([block, group]) => [block, widthOf(group)]))
  const pitches = new Map([...blocks].map(([block, group]) => [block, usualPitch(group)]))
  return lines.map((line, index) => {
    const before = lines[index - 1]
    if (line.table) return !line.continues
    if (!before || before.table) return true
    if (before.block !== line.block) return !continuesAcross(before, line, widths.get(before.block) ?? 0)
    if (hasBreak(before, line, pitches.get(line.block) ?? 0)) return true
    return hadSpace(before, line, widths.get(line.block) ?? 0)
  })
}

const widthOf = (lines: readonly DraftLine[]) =>
  Math.max(...lines.map(({ right }) => right)) - Math.min(...lines.map(({ left }) => left))

/** From the foot of a column to the head of the next. */
const continuesAcross = (before: DraftLine, line: DraftLine, width: number) =>
  line.y < before.y && sameType(before, line) && !startsPoint(line.text) && !hadSpace(before, line, width)

const sameType = (before: DraftLine, line: DraftLine) =>
  Math.abs(line.size - before.size) < line.size * 0.12 && line.bold === before.bold

const hasBreak = (before: DraftLine, line: DraftLine, pitch: number) =>
  !sameType(before, line) || line.y - before.y > pitch * 1.3 || line.y < before.y

const hadSpace = (before: DraftLine, line: DraftLine, width: number) =>
  width - (before.right - before.left) > firstWordWidth(line) + line.size * 0.35

/** The most frequent distance of baselines, for lines of text one under the other. */
function usualPitch(lines: readonly DraftLine[]): number {
  const pitches = lines
    .slice(1)
    .map((line, index) => line.y - (lines[index]?.y ?? line.y))
    .filter((pitch) => pitch > 0)
    .sort((one, other) => one - other)
  return pitches[Math.floor(pitches.length / 3)] ?? 0
}

function firstWordWidth({ items }: DraftLine): number {
  const end = items.findIndex(({ text }) => text === ' ')
  const units = items.slice(0, end < 0 ? items.length : end).flatMap(({ unit }) => unit ?? [])
  return Math.max(...units.map(({ right }) => right)) - Math.min(...units.map(({ left }) => left))
}
