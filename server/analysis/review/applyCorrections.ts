import type { Box, Line, Page, Word } from '../types.ts'

/** A correction at its place in the lines of a page. */
type Correction = { line: number; start: number; end: number; after: string }

/** The pages as the review left them: their lines have the corrected texts, and the words at their new offsets. */
export function applyCorrections(
  pages: readonly Page[],
  corrections: readonly (Correction & { page: number })[],
): Page[] {
  const byPage = Map.groupBy(corrections, ({ page }) => page)
  return pages.map((page) => {
    const ofPage = byPage.get(page.number)
    return ofPage ? correctPage(page, ofPage) : page
  })
}

function correctPage(page: Page, corrections: readonly Correction[]): Page {
  const byLine = Map.groupBy(corrections, ({ line }) => line)
  return {
    ...page,
    lines: page.lines.map((line, index) => {
      const ofLine = byLine.get(index)?.toSorted((one, other) => one.start - other.start)
      return ofLine ? ofLine.toReversed().reduce(correctLine, line) : line
    }),
  }
}

/** Applied from the end of the line, so that the offsets before it stay. */
function correctLine(line: Line, { start, end, after }: Correction): Line {
  const growth = after.length - (end - start)
  const inside = line.words.filter((word) => word.start < end && start < word.end)
  const corrected: Word = {
    start,
    end: start + after.length,
    box: union(inside.map(({ box }) => box)) ?? line.box,
    confidence: 1,
    readings: [],
  }
  return {
    ...line,
    text: line.text.slice(0, start) + after + line.text.slice(end),
    words: [
      ...line.words.filter((word) => word.end <= start),
      corrected,
      ...line.words
        .filter((word) => word.start >= end)
        .map((word) => ({ ...word, start: word.start + growth, end: word.end + growth })),
    ],
  }
}

function union(boxes: readonly Box[]): Box | undefined {
  const [first] = boxes
  if (!first) return undefined
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  }
}
