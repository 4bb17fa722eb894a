import type { DraftLine } from './lines.ts'

/** Whether each line begins a paragraph: the first word would have fitted into the line before, or there is a break. */
export function startParagraphs(lines: readonly DraftLine[]): boolean[] {
  const left = Math.min(...lines.map((line) => line.left))
  const right = Math.max(...lines.map((line) => line.right))
  const pitch = usualPitch(lines)
  return lines.map((line, index) => {
    const before = lines[index - 1]
    if (!before) return true
    if (line.segments > 1 || before.segments > 1) return true
    if (Math.abs(line.size - before.size) > line.size * 0.12 || line.bold !== before.bold) return true
    if (line.y - before.y > pitch * 1.35 || line.y < before.y) return true
    const free = right - left - (before.right - before.left)
    return free > firstWordWidth(line) + line.size * 0.35
  })
}

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
