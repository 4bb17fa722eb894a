import { diffItems } from '#shared/text/diffItems.ts'

/** A correction as it was made: a range of a line, and the text of that line. */
export type StoredCorrection = {
  id: number
  page: number
  line: number
  line_text: string
  start: number
  end: number
  before: string
  after: string
}

type PageLines = { number: number; lines: readonly { text: string }[] }

/** `line`, `start` and `end` are those in the current lines. */
export type Placement<Correction> = { placed: Correction[]; unplaced: Correction[] }

/**
 * Places corrections in the lines of the current run by the difference of the texts: three-way for each line. A correction
 * whose words the run now reads differently is unplaced, unless it reads what the correction says. Of two that overlap the
 * later one counts. `corrections` are in the order in which they were made.
 */
export function placeCorrections<Correction extends StoredCorrection>(
  pages: readonly PageLines[],
  corrections: readonly Correction[],
): Placement<Correction> {
  const linesOf = new Map(pages.map(({ number, lines }) => [number, lines.map(({ text }) => text)]))
  const placed: Correction[] = []
  const unplaced: Correction[] = []
  const taken = new Map<string, Range[]>()
  for (const correction of corrections.toReversed()) {
    const found = place(linesOf.get(correction.page) ?? [], correction)
    const key = `${correction.page} ${found?.line ?? `${correction.line} ${correction.line_text}`}`
    const range = found ?? correction
    const ranges = taken.get(key) ?? []
    if (ranges.some((other) => overlaps(other, range))) continue
    taken.set(key, [...ranges, range])
    if (found) placed.push({ ...correction, ...found })
    // An accepted word that is read differently is reviewed again.
    else if (correction.before !== correction.after) unplaced.push(correction)
  }
  return { placed: placed.reverse(), unplaced: unplaced.reverse() }
}

type Range = { start: number; end: number }
type Place = Range & { line: number; before: string }

const overlaps = (one: Range, other: Range) => one.start < other.end && other.start < one.end

function place(lines: readonly string[], correction: StoredCorrection): Place | undefined {
  const line = findLine(lines, correction)
  if (line === undefined) return undefined
  const text = lines[line] ?? ''
  const range = carry(correction.line_text, text, correction)
  const before = range && text.slice(range.start, range.end)
  // The run now reads the text as it was, or as it was corrected.
  return range && before && (before === correction.before || before === correction.after)
    ? { line, ...range, before }
    : undefined
}

/** Another line is the same one if this share of the letters is unchanged, and of no other line nearly as many are. */
const sameLineShare = 0.6
const minLead = 0.15

/** The index of the line that was corrected: by its text, or else the only one that is similar to it. */
function findLine(lines: readonly string[], { line, line_text }: StoredCorrection): number | undefined {
  if (lines[line] === line_text) return line
  const equal = lines.flatMap((text, index) => (text === line_text ? [index] : []))
  if (equal.length > 0) return equal.length === 1 ? equal[0] : undefined

  const shares = lines
    .map((text, index) => ({ index, share: unchangedShare(line_text, text) }))
    .sort((one, other) => other.share - one.share)
  const [best, second] = shares
  if (!best || best.share < sameLineShare || best.share - (second?.share ?? 0) < minLead) return undefined
  return best.index
}

/** The share of the letters of the longer text that both have. */
function unchangedShare(before: string, after: string) {
  const longer = Math.max(before.length, after.length)
  // Lines of very different lengths are not compared letter by letter.
  if (Math.min(before.length, after.length) < longer * sameLineShare) return 0
  const same = diffItems(before.split(''), after.split('')).filter(({ isSame }) => isSame)
  return same.reduce((sum, run) => sum + run.before.end - run.before.start, 0) / longer
}

/** The range of a line in its later text: from word boundary to word boundary. */
function carry(before: string, after: string, { start, end }: Range): Range | undefined {
  if (before === after) return { start, end }
  const words = diffItems(tokensOf(before), tokensOf(after))
  const [from, to] = [carryOffset(before, after, words, start, 'start'), carryOffset(before, after, words, end, 'end')]
  return from !== undefined && to !== undefined && from < to ? { start: from, end: to } : undefined
}

/** Words and the spaces between them. */
const tokensOf = (text: string) => text.match(/\s+|\S+/gu) ?? []

type Runs = ReturnType<typeof diffItems>

/**
 * An offset in the later text. Inside of a changed run only its ends are known: they are those of the words that were
 * replaced together.
 */
function carryOffset(before: string, after: string, runs: Runs, offset: number, side: 'start' | 'end') {
  const ends = { before: endsOf(tokensOf(before)), after: endsOf(tokensOf(after)) }
  for (const run of runs) {
    const [start, end] = [ends.before[run.before.start] ?? 0, ends.before[run.before.end] ?? before.length]
    const startAfter = ends.after[run.after.start] ?? 0
    const isInside = side === 'start' ? start <= offset && offset < end : start < offset && offset <= end
    if (!isInside) continue
    if (run.isSame) return offset - start + startAfter
    if (side === 'start' && offset === start) return startAfter
    return side === 'end' && offset === end ? (ends.after[run.after.end] ?? after.length) : undefined
  }
  return undefined
}

/** The offset of each token, and of the end. */
function endsOf(tokens: readonly string[]) {
  const offsets = [0]
  for (const token of tokens) offsets.push((offsets.at(-1) ?? 0) + token.length)
  return offsets
}
