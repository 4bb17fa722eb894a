/**
 * The words of very many cells, those of some hundred rows in one text: the browser looks for a word in a long text many
 * times as fast as we could look into each row, and much faster than in a text for each of them.
 */
export type WordSheet = {
  /** How many cells a row has. */
  width: number
  /** The texts of so many rows each, their cells divided by what no word holds. */
  texts: string[]
  /** Where each cell ends in its text. */
  ends: Uint32Array
  /** So many cells are written; the last of them may wait for others of their text. */
  cells: number
  waiting: string[]
}

/** Few enough that one text is written and looked through between two frames. */
export const rows_of_text = 512

export const openSheet = (rows: number, width: number): WordSheet => ({
  width,
  texts: [],
  ends: new Uint32Array(rows * width),
  cells: 0,
  waiting: [],
})

/** Writes the next cell. */
export function writeCell(sheet: WordSheet, text: string) {
  sheet.ends[sheet.cells] = startOf(sheet, sheet.cells) + text.length
  sheet.waiting.push(text)
  sheet.cells += 1
  if (sheet.waiting.length < rows_of_text * sheet.width && sheet.cells < sheet.ends.length) return
  sheet.texts.push(sheet.waiting.join(between))
  sheet.waiting = []
}

const between = '\0'

/** The first cell of a text begins it; each other stands behind the one before it and what divides them. */
function startOf({ ends, width }: WordSheet, cell: number) {
  return cell % (rows_of_text * width) === 0 ? 0 : (ends[cell - 1] ?? 0) + between.length
}

const textAt = ({ texts, width }: WordSheet, cell: number) => texts[Math.floor(cell / (rows_of_text * width))] ?? ''

/** What stands in a cell, once all are written. */
export const textOf = (sheet: WordSheet, cell: number): string =>
  textAt(sheet, cell).slice(startOf(sheet, cell), sheet.ends[cell])

type Among = { text: number; from: number; to: number }

/** Of the marked rows of a text, leaves the mark on those that hold a word in one of some columns, from one to before `to`. */
export function keepHolding(sheet: WordSheet, marks: Uint8Array, { text, from, to }: Among, word: string) {
  const whole = sheet.texts[text] ?? ''
  const first = text * rows_of_text
  const end = Math.min(first + rows_of_text, marks.length)
  let found = -1
  for (let row = first; row < end; row += 1) {
    if (marks[row] === 0) continue
    const start = startOf(sheet, row * sheet.width + from)
    // Where the word stands next is asked for once, however many rows lie before that.
    if (found < start) found = next(whole, word, start)
    if (found >= (sheet.ends[row * sheet.width + to - 1] ?? 0)) marks[row] = 0
  }
}

function next(text: string, word: string, from: number) {
  const place = text.indexOf(word, from)
  return place < 0 ? Infinity : place
}
