import type { ReviewBox, ReviewLine } from '#shared/calls/review.ts'

/** A part of the picture of a page that belongs to one line, in points; `center` is that of the line. */
export type Strip = { x: number; y: number; width: number; height: number; center: number }

/** The margins that are shown around the text, in points. */
const margin = { sides: 10, top: 30, bottom: 30 }

/**
 * Cuts the picture of a page into one strip for each line: between lines halfway, so that nothing of the page is left out,
 * such as a stamp. Lines next to each other, as in a table, overlap.
 */
export function stripsOf({
  width,
  height,
  lines,
}: {
  width: number
  height: number
  lines: readonly ReviewLine[]
}): Strip[] {
  const start = Math.max(0, Math.min(...lines.map(({ box }) => box.x)) - margin.sides)
  const end = Math.min(width, Math.max(...lines.map(({ box }) => box.x + box.width)) + margin.sides)
  return lines.map(({ box }, index) => {
    const y = Math.max(0, edge(lines[index - 1]?.box, box) ?? box.y - (index === 0 ? margin.top : 2))
    const isLast = index === lines.length - 1
    const bottom = edge(box, lines[index + 1]?.box) ?? box.y + box.height + (isLast ? margin.bottom : 2)
    return {
      x: start,
      y,
      width: end - start,
      height: Math.min(height, bottom) - y,
      center: (box.y + box.height / 2 - y) / (Math.min(height, bottom) - y),
    }
  })
}

/** Halfway between a line and the next one; undefined when the next one is not below it. */
function edge(line: ReviewBox | undefined, next: ReviewBox | undefined) {
  if (!line || !next) return undefined
  const [top, bottom] = [line.y + line.height / 2, next.y + next.height / 2]
  return bottom - top < Math.min(line.height, next.height) / 2 ? undefined : (line.y + line.height + next.y) / 2
}

/** The part of the page around a word: its box and what is next to it. */
export const around = ({ x, y, width, height }: ReviewBox): ReviewBox => ({
  x: x - height * 0.9,
  y: y - height * 0.35,
  width: width + height * 1.8,
  height: height * 1.7,
})

/** The box of a range of a line: around its words, or that of the line without any. */
export function boxOf(line: ReviewLine, { start, end }: { start: number; end: number }): ReviewBox {
  const boxes = line.words.filter((word) => word.start < end && start < word.end).map(({ box }) => box)
  if (boxes.length === 0) return line.box
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}
