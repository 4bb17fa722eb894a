import { columnHeadings } from '#shared/text/judgment/words.ts'
import { joinNext, type Judgment, startsOtherLabel } from './document.ts'
import { wordsIn } from './namePieces.ts'
import { cellsOf, type PlacedLabel, type Segment, textOf, type TextLine } from './textLines.ts'

/** The value of a label: what follows in the line, else the line below; of labels in columns, the cell below. */
export function valueOf(judgment: Judgment, label: PlacedLabel): Segment | undefined {
  const { line } = label
  const inLine = judgment.labels.filter((other) => other.line === line)
  const next = inLine.find((other) => other.start >= label.end && !isBracketed(other))
  const cell = cellBelow(judgment, label)
  if (cell) return cell
  const same = trim({ line, start: label.end, end: next?.start ?? line.text.length })
  if (same) return next ? same : goOn(judgment, same)
  const open = inLine.filter(
    (one, index) => !trim({ line, start: one.end, end: inLine[index + 1]?.start ?? line.text.length }),
  )
  const below = judgment.lines[line.next]
  if (!below || hasLabel(judgment, below)) return undefined
  if (open.length > 1) return cellsOf(below)[open.indexOf(label)]
  const value = trim({ line: below, start: 0, end: below.text.length })
  return value && goOn(judgment, value)
}

/** The cell below a label that heads its column: in a row of headings, above a row with as many cells. */
function cellBelow(judgment: Judgment, label: PlacedLabel): Segment | undefined {
  const column = columnOf(judgment, label)
  const below = judgment.lines[label.line.next]
  return column < 0 || !below ? undefined : cellsOf(below)[column]
}

/** The column of a label in a row of headings, above a row with as many cells; -1 in other lines. */
export function columnOf({ labels, lines }: Judgment, label: PlacedLabel): number {
  const cells = cellsOf(label.line)
  const below = lines[label.line.next]
  if (cells.length < 2 || !below || cellsOf(below).length !== cells.length) return -1
  const inLine = labels.filter((other) => other.line === label.line)
  const isHeading = (cell: Segment) =>
    inLine.some((one) => one.start <= cell.start && one.end >= cell.end) || isNameless(cell)
  const isFree = !labels.some((other) => other.line === below && other.kind !== 'other')
  return isFree && cells.every(isHeading)
    ? cells.findIndex(({ start, end }) => start <= label.start && label.start < end)
    : -1
}

/** Whether a cell is the heading of a column that names nothing: the number of a row, of a case, a day. */
const isNameless = (cell: Segment) =>
  !/\p{L}/u.test(textOf(cell)) || wordsIn(cell).every(({ skeleton }) => columnHeadings.has(skeleton))

/** Whether a label says more in brackets about the value before it: `A (card: …)`. */
const isBracketed = ({ kind, line, start }: PlacedLabel) =>
  kind === 'other' && /[([]\s*$/.test(line.text.slice(0, start))

/** Whether a segment stands in the value of a label. */
export function holds(judgment: Judgment, label: PlacedLabel, { line, start, end }: Segment): boolean {
  const value = valueOf(judgment, label)
  return value !== undefined && value.line === line && value.start <= start && end <= value.end + 1
}

/**
 * A value that ends at the end of a full line goes on in the next one, unless a label, a list or a row of cells stands there. Brackets
 * that are open there may go on with a label.
 */
function goOn(judgment: Judgment, value: Segment, lines = max_value_lines): Segment {
  const last = judgment.lines[value.line.next - 1]
  const following = judgment.lines[value.line.next]
  const text = textOf(value)
  const isFull =
    (last?.line.box.width ?? 0) > judgment.fullWidth * full_share &&
    (isOpenList.test(text) || isOpenPlace.test(text) || !/[.؛:]\s*$/.test(text))
  if (lines <= 1 || !isFull || !following || following.page !== value.line.page) return value
  const isOpenBracket = /[([][^)\]]*$/.test(text)
  // What a colon announces stands in the lines below, each for itself.
  if (!isOpenBracket && /:\s*$/.test(last?.text ?? '')) return value
  const hasOwnLabel =
    startsOtherLabel(following.text) || judgment.labels.some(({ line, start }) => line === following && start < 4)
  if (!isOpenBracket && hasOwnLabel) return value
  if (isListItem.test(following.text) || cellsOf(following).length > 1) return value
  if ([text, following.text].every((one) => lettered.test(one))) return value
  const line = joinNext(judgment, value.line)
  return goOn(judgment, { line, start: value.start, end: line.text.trimEnd().length }, lines - 1)
}

/** The mark of the next name of a list at the end of a line. */
const isOpenList = /\s(?:\d{1,2}|[ivx]{1,4})[.)]\s*$/
/** The short name of a ward or an atoll at the end of a line. */
const isOpenPlace = /(?<![\p{L}\p{M}])[\u0780-\u07a5]{1,2}\.\s*$/u
const max_value_lines = 4
const isListItem = /^\s*(?:[*•]|\d{1,2}\s?[.)-]|\((?:\d{1,2}|[\u0780-\u078e])\))/
/** The mark of a list with letters. */
const lettered = /^\s*[\u0780-\u078e]\s?[.)-]/
const full_share = 0.8

const hasLabel = ({ labels }: Judgment, line: TextLine) =>
  labels.some((other) => other.line === line && other.start < 4 && other.kind !== 'other')

function trim({ line, start, end }: Segment): Segment | undefined {
  const text = line.text.slice(start, end)
  const from = start + (text.length - text.replace(/^[\s:؛.،–—=|-]+/, '').length)
  const to = start + text.replace(/[\s:؛،]+$/, '').length
  return from < to ? { line, start: from, end: to } : undefined
}
