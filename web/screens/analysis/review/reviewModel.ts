import type { PlacedCorrection, Review, ReviewItem, ReviewLine, ReviewPage } from '#shared/calls/review.ts'
import { isDoubtful, neededToFinalize } from '#shared/resources/analysisReview.ts'

type Place = { page: number; line: number; start: number; end: number }

/** A word or a line that the user looks at; one that is not among the items of the review has no confidence either. */
type Selected = ReviewItem

export const isSamePlace = (one: Place, other: Place) =>
  one.page === other.page && one.line === other.line && one.start === other.start && one.end === other.end

/** A line of the blind sample: it is the whole line, and nothing is said about its confidence. */
export const isLineItem = ({ confidence }: ReviewItem) => confidence === undefined

/** A line of the sample can be a single word, too. */
export const isSameItem = (one: ReviewItem, other: ReviewItem) =>
  isSamePlace(one, other) && isLineItem(one) === isLineItem(other)

/** The correction that covers a place. */
export const correctionAt = (corrections: readonly PlacedCorrection[], place: Place) =>
  corrections.find(
    ({ page, line, start, end }) =>
      page === place.page && line === place.line && start < place.end && place.start < end,
  )

export function isDone({ corrections, sample }: Pick<Review, 'corrections' | 'sample'>, item: ReviewItem): boolean {
  if (!isLineItem(item)) return correctionAt(corrections, item) !== undefined
  return sample.lines.some(({ page, line }) => page === item.page && line === item.line)
}

/** The next item that is not done, after an index, from the start again at the end; undefined when all are done. */
export function nextOpen(review: Review, index: number): ReviewItem | undefined {
  const { items } = review
  return [...items.slice(index + 1), ...items.slice(0, index + 1)].find((item) => !isDone(review, item))
}

export function progressOf(review: Review) {
  const words = review.items.filter((item) => !isLineItem(item))
  return { done: words.filter((item) => isDone(review, item)).length, all: words.length }
}

/** The doubtful words with the same text that are not done, the selected one included; none of a word that is not doubtful. */
export function alikeItems(
  review: Pick<Review, 'items' | 'corrections' | 'sample'>,
  selected: ReviewItem,
): ReviewItem[] {
  const words = review.items.filter((item) => !isLineItem(item) && item.text === selected.text)
  if (!words.some((item) => isSameItem(item, selected))) return []
  return words.filter((item) => isSamePlace(item, selected) || !isDone(review, item))
}

export type PageState = 'hidden' | 'unread' | 'open' | 'done' | 'clear'

export function pageStateOf(review: Review, page: Review['pages'][number]): PageState {
  if (!page.decided) return 'hidden'
  if (page.unread) return 'unread'
  const items = review.items.filter((item) => item.page === page.number && !isLineItem(item))
  if (items.length === 0) return 'clear'
  return items.every((item) => isDone(review, item)) ? 'done' : 'open'
}

type Level = 'high' | 'medium' | 'low'

/** The limits of the levels of an analysis, as a probability. */
export const levelOf = (confidence: number): Level =>
  confidence >= 0.85 ? 'high' : confidence >= 0.6 ? 'medium' : 'low'

export const missingFields = ({ fields }: Review) =>
  fields.filter(({ name, value }) => neededToFinalize.includes(name) && value === '').map(({ name }) => name)

export const undecidedPages = ({ pages }: Review) => pages.filter(({ decided }) => !decided).map(({ number }) => number)

/** Part of the text of a line: a word with its state, or what stands between words. */
export type Piece = {
  /** Empty for a removed word. */
  text: string
  /** Offsets in the text of the line as the analysis read it; undefined between words. */
  place?: { start: number; end: number }
  state?: WordState | undefined
}
type WordState = 'done' | 'low' | 'medium'

/** The pieces of a line as it is shown: corrected words in place of those that were read. */
export function piecesOf(line: ReviewLine, corrections: readonly PlacedCorrection[]): Piece[] {
  const corrected = corrections.map(({ start, end, after }) => ({ start, end, text: after, state: 'done' as const }))
  const words = line.words
    .filter(({ start, end }) => !corrected.some((other) => other.start < end && start < other.end))
    .map(({ start, end, ...word }) => ({ start, end, text: line.text.slice(start, end), state: stateOf(word) }))
  const pieces: Piece[] = []
  let at = 0
  for (const { start, end, text, state } of [...corrected, ...words].sort((one, other) => one.start - other.start)) {
    if (start > at) pieces.push({ text: line.text.slice(at, start) })
    pieces.push({ text, place: { start, end }, state })
    at = end
  }
  if (at < line.text.length) pieces.push({ text: line.text.slice(at) })
  return pieces
}

function stateOf(word: Pick<ReviewLine['words'][number], 'confidence' | 'readings'>): WordState | undefined {
  if (!isDoubtful(word)) return undefined
  return levelOf(word.confidence) === 'low' ? 'low' : 'medium'
}

/** The text of a line as it is shown, with its corrections. A removed word takes the space after it along. */
export function shownText(
  corrections: readonly PlacedCorrection[],
  line: ReviewLine,
  { page, line: index }: Pick<ReviewItem, 'page' | 'line'>,
): string {
  const texts = piecesOf(line, correctionsOf(corrections, page, index)).map(({ text }) => text)
  if (!texts.includes('')) return texts.join('')
  return texts
    .map((text, at) => (texts[at - 1] === '' ? text.trimStart() : text))
    .join('')
    .trimEnd()
}

/**
 * What is stored when a user says that a line of the sample is `text`: a correction of what is shown, if it is another, and
 * whether the analysis has read it so. `shown` has the corrections that users made before.
 */
export function resultOfLine(line: ReviewLine, shown: string, text: string) {
  const is_right = text === line.text
  if (text === shown) return { is_right }
  // Earlier corrections of the line are replaced with it.
  const whole = { start: 0, end: line.text.length, before: line.text, after: text }
  return { is_right, change: shown === line.text ? changeOfLine(line.text, text) : whole }
}

type Step = 1 | -1

/** The item after or before the selected one; from another place, the nearest one in the order of the text. */
export function itemNextTo(
  items: readonly ReviewItem[],
  selected: Selected | undefined,
  by: Step,
): ReviewItem | undefined {
  const index = selected ? items.findIndex((item) => isSameItem(item, selected)) : -1
  if (index >= 0) return items[(index + by + items.length) % items.length]
  const inOrder = items.toSorted((one, other) => orderOf(one, other))
  const next =
    by === 1
      ? inOrder.find((item) => selected && orderOf(item, selected) > 0)
      : inOrder.findLast((item) => selected && orderOf(item, selected) < 0)
  return next ?? (by === 1 ? inOrder[0] : inOrder.at(-1))
}

/** Positive for a place after another one. */
const orderOf = (one: Place, other: Place) => one.page - other.page || one.line - other.line || one.start - other.start

/** The word of a page before or after the selected one, in reading order; of another page, its first or last word. */
export function wordNextTo(
  page: ReviewPage,
  { corrections, items }: Pick<Review, 'corrections' | 'items'>,
  selected: Selected,
  by: Step,
): Selected {
  const words = page.lines.flatMap((line, index) =>
    piecesOf(line, correctionsOf(corrections, page.number, index)).flatMap(({ place }) =>
      place ? [itemAt(items, line, { page: page.number, line: index, ...place })] : [],
    ),
  )
  if (selected.page !== page.number) return (by === 1 ? words[0] : words.at(-1)) ?? selected
  const next =
    by === 1 ? words.find((word) => orderOf(word, selected) > 0) : words.findLast((word) => orderOf(word, selected) < 0)
  return next ?? selected
}

export const correctionsOf = (corrections: readonly PlacedCorrection[], page: number, line: number) =>
  corrections.filter((one) => one.page === page && one.line === line)

/** The item at a place, or another word of the line. */
export function itemAt(items: readonly ReviewItem[], line: ReviewLine, place: Place): Selected {
  const item = items.find((one) => !isLineItem(one) && isSamePlace(one, place))
  if (item) return item
  const word = line.words.find(({ start, end }) => start === place.start && end === place.end)
  return { ...place, text: line.text.slice(place.start, place.end), confidence: word?.confidence ?? 1 }
}

/**
 * What was read at a place, the text of the line first; engines that read the same have one reading. `isBest`: Enter takes
 * it.
 */
export type ShownReading = { engines: string[]; text: string; confidence: number | undefined; isBest: boolean }

export function readingsOf(
  line: ReviewLine,
  selected: Selected,
  correction: PlacedCorrection | undefined,
): ShownReading[] {
  const word = line.words.find(({ start, end }) => start === selected.start && end === selected.end)
  const own = line.text.slice(selected.start, selected.end)
  const readings = word?.readings ?? []
  const other = readings.filter(({ text }) => text !== own)
  const enginesOf = (text: string): string[] => [
    ...new Set(readings.filter((one) => one.text === text).map(({ engine }) => engine)),
  ]
  const engines = enginesOf(own)
  const all = [
    { engines: engines.length > 0 ? engines : ['text-layer'], text: own, confidence: word?.confidence },
    ...other
      .filter(({ text }, index) => other.findIndex((one) => one.text === text) === index)
      .map(({ text, confidence }) => ({ engines: enginesOf(text), text, confidence })),
  ].slice(0, 3)
  const isCorrected = correction && !all.some(({ text }) => text === correction.after)
  const shown = isCorrected ? [...all, { engines: ['user'], text: correction.after, confidence: undefined }] : all
  const best = correction
    ? shown.findIndex(({ text }) => text === correction.after)
    : shown.reduce((at, { confidence = 0 }, index) => (confidence > (shown[at]?.confidence ?? 0) ? index : at), 0)
  return shown.map((reading, index) => ({ ...reading, isBest: index === best }))
}

const isBlank = (text: string) => text.trim() === ''

/** The difference of two texts of a line as one correction: from word to word. Undefined when they are equal. */
function changeOfLine(before: string, after: string) {
  if (before === after) return undefined
  let start = 0
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1
  let tail = 0
  while (
    tail < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1
  const toWord = () => {
    while (start > 0 && !/\s/.test(before[start - 1] ?? '')) start -= 1
  }
  toWord()
  while (tail > 0 && !/\s/.test(before[before.length - tail] ?? '')) tail -= 1
  // A word that was added or removed is written together with the one before it.
  while (
    start > 0 &&
    (isBlank(before.slice(start, before.length - tail)) || isBlank(after.slice(start, after.length - tail)))
  ) {
    start -= 1
    toWord()
  }
  const end = before.length - tail
  return { start, end, before: before.slice(start, end), after: after.slice(start, after.length - tail) }
}
