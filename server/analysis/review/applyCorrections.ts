import type { Box, Line, Page, Word } from '#server/analysis/types.ts'

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
    lines: withoutEmptied(
      page.lines.map((line, index) => {
        const ofLine = byLine.get(index)?.toSorted((one, other) => one.start - other.start)
        return ofLine ? ofLine.toReversed().reduce(correctLine, line) : line
      }),
    ),
  }
}

/** Leaves out the lines whose words were all removed. A paragraph then begins with the line after its first one. */
function withoutEmptied(lines: readonly Line[]): Line[] {
  let startsParagraph = false
  return lines.flatMap((line) => {
    const starts_paragraph = startsParagraph || line.starts_paragraph
    const isEmptied = line.text === ''
    startsParagraph = isEmptied && starts_paragraph
    return isEmptied ? [] : [{ ...line, starts_paragraph }]
  })
}

/** Applied from the end of the line, so that the offsets before it stay. */
function correctLine(line: Line, correction: Correction): Line {
  const { start, after } = correction
  const end = after === '' ? endWithSpace(line.text, correction.end) : correction.end
  const growth = after.length - (end - start)
  const inside = line.words.filter((word) => word.start < end && start < word.end)
  const corrected: Word = {
    start,
    end: start + after.length,
    box: union(inside.map(({ box }) => box)) ?? line.box,
    confidence: 1,
    readings: [],
  }
  const text = line.text.slice(0, start) + after + line.text.slice(end)
  return {
    ...line,
    text: after === '' ? text.trimEnd() : text,
    words: [
      ...line.words.filter((word) => word.end <= start),
      ...(after === '' ? [] : [corrected]),
      ...line.words
        .filter((word) => word.start >= end)
        .map((word) => ({ ...word, start: word.start + growth, end: word.end + growth })),
    ],
  }
}

/** A removed word takes the space after it along. */
const endWithSpace = (text: string, end: number) => text.length - text.slice(end).trimStart().length

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
