import type { LaidOutPage, Line, LineRole, Page } from '#server/analysis/types.ts'
import { maxEdgeRows } from './columns.ts'
import { startsPoint } from './paragraphs.ts'
import { isPageNumber } from './roles.ts'
import { isScanned } from './scanned.ts'
import { isContent, textOfLines } from './textOfLines.ts'

/** Finds the scanned pages of a file: lines that its pages repeat, such as a stamped head, are no text of a page. */
export function findScanned(pages: readonly LaidOutPage[]): Page[] {
  const found = findFurniture(pages)
  return pages.map(({ covered, ...page }) => {
    const lines = page.lines.map((line) => ({ ...line, role: found.get(line) ?? line.role }))
    return { ...page, scanned: isScanned(covered, lines) }
  })
}

/** Finds what only the whole file shows: running heads and feet, and paragraphs over page breaks. */
export function finishPages(pages: readonly Page[]): Page[] {
  const found = findFurniture(pages)
  let before: Page | undefined
  return pages.map((page) => {
    const roles = page.lines.map((line) => ({ ...line, role: found.get(line) ?? line.role }))
    const first = roles.find((line) => isContent(line))
    const lines = roles.map((line) =>
      line === first && before && continues(before, line) ? { ...line, starts_paragraph: false } : line,
    )
    const finished = { ...page, lines, text: textOfLines(lines) }
    if (lines.some(isContent)) before = finished
    return finished
  })
}

/** The judgment over all pages: its body, then its notes, so that a note does not interrupt a paragraph. */
export function textOfPages(pages: readonly Page[]): string {
  const lines = pages.flatMap((page) => page.lines)
  const isNote = ({ role }: Line) => role === 'footnote'
  return textOfLines([...lines.filter((line) => !isNote(line)), ...lines.filter(isNote)])
}

/** The share of the height of a page at each edge in which furniture is. */
const edgeShare = 0.16

type Edge = { line: Line; page: Page; edge: 'head' | 'foot'; key: string }

function findFurniture(pages: readonly Page[]): Map<Line, LineRole> {
  const edges = pages.flatMap(edgesOf)
  const groups = Map.groupBy(edges, ({ edge, key }) => `${edge} ${key}`)
  const roles = new Map<Line, LineRole>(pages.length === 1 ? pages.flatMap(findSmallType) : [])
  for (const group of groups.values()) {
    for (const { line, edge } of group) {
      const alike = group.filter((other) => isAtPlaceOf(other.line, line))
      const repeated = new Set(alike.map(({ page }) => page.number)).size
      if (isPageNumber(line.text) && (repeated > 1 || pages.length === 1)) roles.set(line, 'page-number')
      else if (repeated > 1 && repeated >= Math.min(3, pages.length))
        roles.set(line, edge === 'head' ? 'header' : 'footer')
    }
  }
  return roles
}

/** Small type that is alone at the edge of a page, which a file of one page shows only once. */
function findSmallType({ lines, height }: Page): [Line, LineRole][] {
  const sorted = lines.toSorted((one, other) => one.box.y - other.box.y)
  const usual = median(sorted.map(({ box }) => box.height))
  const isSmall = ({ box, role }: Line) => box.height < usual * 0.9 && role !== 'footnote'
  const gap = (above: Line | undefined, below: Line | undefined) =>
    above && below ? below.box.y - above.box.y - above.box.height : 0
  const found: [Line, LineRole][] = []
  const [first, second] = sorted
  if (first && isSmall(first) && first.box.y < height * 0.08 && gap(first, second) > usual * 0.5)
    found.push([first, 'header'])
  for (let index = sorted.length - 1; index > 0; index -= 1) {
    const [line, above] = [sorted[index], sorted[index - 1]]
    if (!line || !isSmall(line) || line.box.y + line.box.height < height * 0.9) break
    // The number of the page may be apart below the foot.
    if (gap(above, line) <= usual) continue
    for (const part of sorted.slice(index)) found.push([part, isPageNumber(part.text) ? 'page-number' : 'footer'])
  }
  return found
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * Each line by its own text, as the text next to it may differ from page to page, and by that of all lines at its height:
 * the two sides of a foot may be one line of a page and two of another.
 */
function edgesOf(page: Page): Edge[] {
  const rows: Line[][] = []
  for (const line of page.lines.toSorted((one, other) => one.box.y - other.box.y)) {
    const [first] = rows.at(-1) ?? []
    if (first && isAtPlaceOf(line, first)) rows.at(-1)?.push(line)
    else rows.push([line])
  }
  const at = (edge: Edge['edge'], edgeRows: readonly Line[][]) =>
    edgeRows.flatMap((row) => {
      const fromRight = row.toSorted((one, other) => other.box.x - one.box.x)
      const ofRow = fromRight.map(keyOf).join('')
      const atEdge = row.filter(({ box }) => isAtEdge(box, edge, page))
      return atEdge.flatMap((line) => [...new Set([keyOf(line), ofRow])].map((key) => ({ line, page, edge, key })))
    })
  return [...at('head', rows.slice(0, maxEdgeRows)), ...at('foot', rows.slice(-maxEdgeRows))]
}

const keyOf = ({ text }: Line) => text.replace(/\d+/g, '#').replace(/\s+/g, '')

const isAtEdge = ({ y, height }: Line['box'], edge: Edge['edge'], page: Page) =>
  edge === 'head' ? y < page.height * edgeShare : y + height > page.height * (1 - edgeShare)

/** Heads of odd and even pages may be on other sides, but at one height. */
const isAtPlaceOf = ({ box }: Line, { box: other }: Line) => Math.abs(box.y - other.y) < Math.max(4, other.height * 0.5)

/** Whether the paragraph at the foot of a page goes on: its last line is full, and the first word would not fit. */
function continues(before: Page, first: Line): boolean {
  const body = before.lines.filter(({ role }) => role === 'body')
  const last = before.lines.filter((line) => isContent(line) && line.role !== 'footnote').at(-1)
  const [word] = first.words
  if (!last || !word || last.role !== 'body' || first.role !== 'body' || startsPoint(first.text)) return false
  const widest = Math.max(...body.map(({ box }) => box.width))
  return widest - last.box.width < word.box.width + first.box.height * 0.3
}
