import type { Row } from '#shared/calls/crud.ts'
import { foldText } from '#shared/text/fold.ts'
import { openEnded } from '#shared/text/openEnded.ts'
import { foldSome, isSameSort, type LocalQuery, type PreparedRows, type Sorted, sortedPlaces } from './localList.ts'
import { keepHolding, rows_of_text } from './wordSheet.ts'

type Asked = {
  words: readonly string[]
  inColumns: readonly (readonly [column: string, words: readonly string[]])[]
  sort: Sorted | undefined
}

/**
 * A search on its way through the rows, from the first to the last: a hundred thousand take longer than a key may, so the
 * screen has its rows as soon as these are found, and the others come behind.
 */
export type LocalSearch = {
  asked: Asked
  /** The rows that are found, or may still be. */
  marks: Uint8Array
  /** So many rows were looked at. */
  looked: number
  /** What was found in them; of a search that sorts nothing before all of them were. */
  found: Row[]
  /** The words that the first rows hold anyway, as they were found by the search before. */
  known: { words: readonly string[]; rows: number }
  /** Whatever is found stands among these, in the same order. */
  among: readonly Row[] | undefined
  /** What is to be shown meanwhile, and at the end. */
  rows: readonly Row[]
  isDone: boolean
}

/**
 * Begins a search. Every word must stand in some column, whatever its spelling; the order of the server stays where nothing
 * is sorted. Until something is found the rows of the search before are shown.
 */
export function openSearch(prepared: PreparedRows, { search, columns, sort }: LocalQuery): LocalSearch {
  const { rows, last } = prepared
  const asked: Asked = {
    words: wordsOf(search),
    inColumns: Object.entries(columns).map(([column, text]) => [column, wordsOf(text)]),
    sort,
  }
  if (asked.words.length === 0 && asked.inColumns.length === 0 && !sort) {
    prepared.last = undefined
    return { ...nothingAsked, asked, rows, looked: rows.length }
  }
  const before = last && narrows(asked, last.asked) ? last : undefined
  // Words that say the same find the same.
  if (before && before.isDone && isSameSort(sort, before.asked.sort) && narrows(before.asked, asked)) return before
  prepared.last = {
    asked,
    marks: before?.marks.slice() ?? new Uint8Array(rows.length).fill(1),
    looked: 0,
    found: [],
    known: { words: before?.asked.words ?? [], rows: before?.looked ?? 0 },
    among: amongOf(prepared, before, sort),
    rows: last?.rows ?? rows,
    isDone: false,
  }
  return prepared.last
}

const nothingAsked = {
  marks: new Uint8Array(),
  found: [],
  known: { words: [], rows: 0 },
  among: undefined,
  isDone: true,
}

function amongOf({ rows }: PreparedRows, before: LocalSearch | undefined, sort: Sorted | undefined) {
  if (before?.isDone && isSameSort(before.asked.sort, sort)) return before.rows
  return sort ? undefined : rows
}

/** Looks through further rows, until it is enough. Answers whether all are. */
export function searchSome(prepared: PreparedRows, search: LocalSearch, isEnough: () => boolean): boolean {
  while (!search.isDone) {
    if (search.looked < prepared.rows.length) lookOn(prepared, search)
    if (search.looked === prepared.rows.length) finish(prepared, search)
    if (isEnough()) break
  }
  if (!search.isDone) showSome(search)
  return search.isDone
}

/** Looks through the rows of one more text. */
function lookOn(prepared: PreparedRows, search: LocalSearch) {
  const { rows, columns, sheet } = prepared
  const { asked, marks, known, looked } = search
  const end = Math.min(looked + rows_of_text, rows.length)
  foldSome(prepared, () => sheet.cells >= end * columns.length)
  const text = looked / rows_of_text
  for (const word of asked.words)
    if (looked >= known.rows || !known.words.includes(word))
      keepHolding(sheet, marks, { text, from: 0, to: columns.length }, word)
  for (const [column, words] of asked.inColumns) {
    const from = columns.indexOf(column)
    if (from >= 0) for (const word of words) keepHolding(sheet, marks, { text, from, to: from + 1 }, word)
  }
  search.looked = end
  if (!asked.sort) takeRows(prepared, search, { from: looked, to: end })
}

/** Finds those of some rows that are marked. */
function takeRows({ rows }: PreparedRows, { marks, found }: LocalSearch, { from, to }: { from: number; to: number }) {
  for (let place = from; place < to; place += 1) {
    const row = marks[place] === 1 ? rows[place] : undefined
    if (row) found.push(row)
  }
}

/** As long as all were found that it is to be found among, those are shown as they are: nothing is drawn anew. */
function showSome(search: LocalSearch) {
  const { found, among } = search
  if (found.length > 0) search.rows = among && found.at(-1) === among[found.length - 1] ? among : [...found]
}

/** The same rows in the same order as before are the same array. */
function finish(prepared: PreparedRows, search: LocalSearch) {
  const { asked, among } = search
  if (asked.sort) search.found = inOrder(prepared, search, sortedPlaces(prepared, asked.sort))
  search.rows = among && among !== prepared.rows && among.length === search.found.length ? among : search.found
  search.isDone = true
}

function inOrder({ rows }: PreparedRows, { marks }: LocalSearch, places: Uint32Array): Row[] {
  const found: Row[] = []
  for (const place of places) {
    const row = marks[place] === 1 ? rows[place] : undefined
    if (row) found.push(row)
  }
  return found
}

/** Whether whatever is found now was found before: every word of before is a part of one of now. */
function narrows(now: Asked, before: Asked): boolean {
  const holds = (longer: readonly string[], shorter: readonly string[]) =>
    shorter.every((part) => longer.some((word) => word.includes(part)))
  const wanted = new Map(now.inColumns)
  return (
    holds(now.words, before.words) &&
    before.inColumns.every(([column, words]) => holds(wanted.get(column) ?? [], words))
  )
}

const wordsOf = (text: string) =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(openEnded)
