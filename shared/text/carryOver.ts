import { linesAround, type TextRange } from './textRange.ts'
import { wordDiff } from './wordDiff.ts'

/**
 * Where a range of a text is in a later text. `placed`: its text is unchanged, and where it is leaves no doubt. `moved`: it was
 * edited, or the changes next to it allow another reading; the range is a proposal. `lost`: it was deleted.
 */
export type CarriedRange = { state: 'placed' | 'moved'; range: TextRange } | { state: 'lost' }

/** An unchanged text is evidence of its position from this number of words. */
const evidence_words = 8
/** Lines are the same ones if this share of their letters is unchanged. */
const sameLineShare = 2 / 3
/** A proposal has at least this share of the letters of the range, and its lines this share of the letters of the lines. */
const minRangeShare = 1 / 4
const minLineShare = 1 / 3
/** A proposal is at most `times` as long as the range, and at most `characters` longer. */
const maxGrowth = { times: 3, characters: 200 }

/** Carries ranges of a text over the word differences to a later text. Text is never searched for in another place. */
export function carryOver(before: string, after: string, ranges: readonly TextRange[]): CarriedRange[] {
  if (before === after) return ranges.map((range) => ({ state: 'placed', range }))
  const runs = unchangedRuns(before, after)
  const texts = { before, after, runs, longRuns: longRunsOf(before, after, runs) }
  return ranges.map((range) => {
    const placed = findPlaced(texts, range)
    if (placed) return { state: 'placed', range: placed }
    const proposal = propose(texts, range)
    return proposal ? { state: 'moved', range: proposal } : { state: 'lost' }
  })
}

type Texts = { before: string; after: string; runs: readonly Run[]; longRuns: readonly LongRun[] }

/** A text that both have, its offset in each, and what was removed and added before and after it. */
type Run = TextRange & { text: string; offsetAfter: number; gapBefore: Gap; gapAfter: Gap; changes: string }
type Gap = { removed: string; added: string }

function unchangedRuns(before: string, after: string): Run[] {
  const same: Omit<Run, keyof Surroundings>[] = []
  let [start, offsetAfter] = [0, 0]
  for (const { kind, text } of wordDiff(before, after)) {
    if (kind === 'same') same.push({ start, end: start + text.length, text, offsetAfter })
    if (kind !== 'added') start += text.length
    if (kind !== 'removed') offsetAfter += text.length
  }
  return withSurroundings(before, after, same)
}

type Surroundings = Pick<Run, 'gapBefore' | 'gapAfter' | 'changes'>

/** Adds what was removed and added between unchanged texts, and all of it as one text. */
function withSurroundings<Part extends Omit<Run, keyof Surroundings>>(
  before: string,
  after: string,
  parts: readonly Part[],
): (Part & Surroundings)[] {
  const ends = [...parts, { start: before.length, offsetAfter: after.length }]
  const gaps = ends.map(({ start, offsetAfter }, index): Gap => {
    const previous = parts[index - 1]
    return {
      removed: before.slice(previous?.end ?? 0, start),
      added: after.slice(previous ? previous.offsetAfter + previous.text.length : 0, offsetAfter),
    }
  })
  const changes = gaps.flatMap(({ removed, added }) => [removed, added]).join('\0')
  const nothing = { removed: '', added: '' }
  return parts.map((part, index) => ({
    ...part,
    gapBefore: gaps[index] ?? nothing,
    gapAfter: gaps[index + 1] ?? nothing,
    changes,
  }))
}

/** A run of at least `evidence_words`. Its gaps reach to the next such runs: words between them are part of the change. */
type LongRun = Run & { isUnique: boolean }

function longRunsOf(before: string, after: string, runs: readonly Run[]): LongRun[] {
  const long = runs.filter(({ text }) => wordsIn(text) >= evidence_words)
  return withSurroundings(before, after, long).map((run) => ({
    ...run,
    isUnique: occursOnce(before, run.text) && occursOnce(after, run.text),
  }))
}

const wordsIn = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0

function occursOnce(text: string, part: string) {
  const first = text.indexOf(part)
  return first !== -1 && text.indexOf(part, first + 1) === -1
}

/** The range in the later text, if its text is unchanged and can be in one place only. */
function findPlaced(texts: Texts, range: TextRange): TextRange | undefined {
  const contains = ({ start, end }: Run) => start <= range.start && range.end <= end
  const longRun = texts.longRuns.find(contains)
  if (longRun && isAmbiguous(texts, longRun, range)) return undefined
  if (longRun?.isUnique) return shift(range, longRun)

  const run = texts.runs.find(contains)
  if (!run || isAmbiguous(texts, run, range)) return undefined
  const candidate = shift(range, run)
  return isOnlyOneOfItsLine(texts, range, candidate) ? candidate : undefined
}

const shift = ({ start, end }: TextRange, run: Run): TextRange => ({
  start: start - run.start + run.offsetAfter,
  end: end - run.start + run.offsetAfter,
})

/** Whether the text of the range is in both texts once, in lines that are otherwise nearly the same. */
function isOnlyOneOfItsLine({ before, after, runs }: Texts, range: TextRange, placed: TextRange) {
  const text = before.slice(range.start, range.end)
  if (!occursOnce(before, text) || !occursOnce(after, text)) return false
  const lines = linesAround(before, range)
  return (
    wordsIn(before.slice(lines.start, lines.end)) >= evidence_words &&
    unchangedShare(runs, before, { lines, linesAfter: linesAround(after, placed) }) >= sameLineShare
  )
}

/**
 * Whether the words around an end of the range also occur in what was removed or added, or repeatedly if its lines were changed:
 * of two equal long runs, of which one was removed, either may be the one.
 */
function isAmbiguous(
  { before, after }: Texts,
  { text, start, end, gapBefore, gapAfter, changes }: Run,
  range: TextRange,
) {
  const [first, last] = [range.start - start, range.end - start]
  const windows = [wordsAround(text, first), wordsAround(text, last)]
  if (windows.some((window) => changes.includes(window))) return true
  const lines = linesAround(before, range)
  const isLineChanged = lines.start < start || lines.end > end
  if (isLineChanged && !windows.every((window) => occursOnce(before, window) && occursOnce(after, window))) return true

  // At an end of the run there are fewer words to compare, and the change next to it counts.
  const head = text.slice(0, wordsAfter(text, first, 1))
  const tail = text.slice(wordsBefore(text, last, 1))
  return isIn(gapBefore, head) || isIn(gapAfter, tail)
}

const isIn = ({ removed, added }: Gap, text: string) => removed.includes(text) || added.includes(text)

const context_words = 3

/** The words before and after an offset, of its line if that has enough. */
function wordsAround(text: string, offset: number) {
  const window = text.slice(wordsBefore(text, offset), wordsAfter(text, offset))
  const ofLine = window.slice(window.lastIndexOf('\n', offset - wordsBefore(text, offset) - 1) + 1)
  const [line = ''] = ofLine.split('\n')
  return wordsIn(line) >= context_words ? line : window
}

/** The offset of the start of the `count` words before an offset. */
function wordsBefore(text: string, offset: number, count = context_words) {
  const near = text.slice(Math.max(0, offset - 300), offset)
  return offset - (new RegExp(`(?:\\S+\\s+){0,${count - 1}}\\S*\\s*$`).exec(near)?.[0].length ?? 0)
}

function wordsAfter(text: string, offset: number, count = context_words) {
  const near = text.slice(offset, offset + 300)
  return offset + (new RegExp(`^\\s*\\S*(?:\\s+\\S+){0,${count - 1}}`).exec(near)?.[0].length ?? 0)
}

/** From the first to the last unchanged word of the range, with what was written in their place. */
function propose({ before, after, runs }: Texts, range: TextRange): TextRange | undefined {
  const parts = runs.filter((run) => lettersOf(overlap(run, range)) > 0)
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return undefined

  const proposal = { start: proposedStart(first, range), end: proposedEnd(last, range) }
  const growth = proposal.end - proposal.start - maxGrowth.times * (range.end - range.start)
  if (growth > maxGrowth.characters || shareOf(runs, before, range) < minRangeShare) return undefined

  const lines = { lines: linesAround(before, range), linesAfter: linesAround(after, proposal) }
  return unchangedShare(runs, before, lines) < minLineShare ? undefined : proposal
}

/** The share of the letters of lines that is unchanged in lines of the later text. */
function unchangedShare(
  runs: readonly Run[],
  before: string,
  { lines, linesAfter }: { lines: TextRange; linesAfter: TextRange },
) {
  const unchanged = runs.map((run) => lettersOf(overlap(within(run, linesAfter), lines)))
  return sum(unchanged) / lettersOf(before.slice(lines.start, lines.end))
}

const overlap = ({ start, end, text }: TextRange & { text: string }, range: TextRange) =>
  text.slice(Math.max(0, range.start - start), Math.max(0, Math.min(end, range.end) - start))

/** The part of a run that is inside a range of the later text. */
function within({ start, text, offsetAfter }: Run, range: TextRange) {
  const from = Math.max(0, range.start - offsetAfter)
  const to = Math.max(from, Math.min(text.length, range.end - offsetAfter))
  return { start: start + from, end: start + to, text: text.slice(from, to) }
}

const shareOf = (runs: readonly Run[], before: string, range: TextRange) =>
  sum(runs.map((run) => lettersOf(overlap(run, range)))) / lettersOf(before.slice(range.start, range.end))

const lettersOf = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function proposedStart({ start, offsetAfter, gapBefore: { removed, added } }: Run, range: TextRange) {
  if (start <= range.start) return offsetAfter + range.start - start
  // What was added instead of words that were all inside the range belongs to it.
  return start - removed.length >= range.start ? offsetAfter - added.trimStart().length : offsetAfter
}

function proposedEnd({ start, end, text, offsetAfter, gapAfter: { removed, added } }: Run, range: TextRange) {
  if (range.end <= end) return offsetAfter + range.end - start
  const endAfter = offsetAfter + text.length
  return end + removed.length <= range.end ? endAfter + added.trimEnd().length : endAfter
}
