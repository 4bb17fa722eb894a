import { firstIndexWhere } from '#shared/binarySearch.ts'
import { around } from './frame.ts'
import type { Piece } from './pieces.ts'
import type { Reading, Row, Unit } from './unit.ts'

/** The letter of a mark, which is named by its index in the pieces. */
type Finder = (index: number) => Unit | undefined

/** The lines of letters by their baselines, from the top, with every mark attached to its letter. */
export function rowsOf(pieces: readonly Piece[], { marks }: Pick<Reading, 'marks'>): Row[] {
  // Copies, because marks change them, and a page may be read in several ways.
  const letters = pieces.map((piece) => (piece.kind === 'letter' ? { ...piece, glyphs: [...piece.glyphs] } : undefined))
  const rows = groupByBaseline(letters.filter((letter) => letter !== undefined))
  const find =
    marks === 'place' ? byBoth(pieces, rows, letters) : byNeighbor(pieces, letters, marks === 'before' ? -1 : 1)
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== 'mark') continue
    const unit = find(index)
    if (unit) attach(unit, piece)
    else rowOf(rows, piece).units.push({ ...piece, doubtful: true })
  }
  for (const piece of pieces) {
    const row = piece.kind === 'space' ? nearestRow(rows, piece, 0.3) : undefined
    row?.spaces.push({ left: piece.left, right: Math.max(piece.right, piece.left + piece.size * 0.1) })
  }
  for (const { units, spaces } of rows) {
    units.sort((one, other) => one.left - other.left || one.right - other.right)
    spaces.sort((one, other) => one.left + one.right - other.left - other.right)
  }
  return rows.filter(({ units }) => units.length > 0).sort((one, other) => one.y - other.y)
}

/** In points: rows are looked for by the part of the page in which their baseline lies. */
const bandHeight = 24

/**
 * A letter that is raised or lowered and smaller (a footnote marker) stays in the row of its neighbors. Rows begin with
 * the most frequent baseline: some typefaces raise a full stop or lower a hyphen next to a letter.
 */
function groupByBaseline(letters: readonly Unit[]): Row[] {
  const rows: Row[] = []
  const counts = new Map<number, number>()
  for (const { y } of letters) counts.set(Math.round(y), (counts.get(Math.round(y)) ?? 0) + 1)
  const countOf = ({ y }: Unit) => counts.get(Math.round(y)) ?? 0
  const sorted = [...letters].sort(
    (one, other) => other.size - one.size || countOf(other) - countOf(one) || one.y - other.y,
  )
  const bands = new Map<number, Row[]>()
  for (const unit of sorted) {
    const band = Math.floor(unit.y / bandHeight)
    let best: Row | undefined
    for (let near = band - 1; near <= band + 1; near += 1)
      for (const row of bands.get(near) ?? [])
        if (belongs(row, unit) && (!best || Math.abs(row.y - unit.y) < Math.abs(best.y - unit.y))) best = row
    if (best) {
      best.units.push(unit)
      continue
    }
    const row = { units: [unit], spaces: [], y: unit.y, size: unit.size }
    rows.push(row)
    const others = bands.get(band)
    if (others) others.push(row)
    else bands.set(band, [row])
  }
  return rows
}

function belongs(row: Row, unit: Unit): boolean {
  const distance = Math.abs(row.y - unit.y)
  if (distance < row.size * 0.22) return true
  return unit.size < row.size * 0.9 && unit.y < row.y && distance < row.size * 0.6
}

function nearestRow(rows: readonly Row[], piece: Piece, most: number): Row | undefined {
  let best: Row | undefined
  for (const row of rows) {
    const distance = Math.abs(row.y - piece.y)
    if (distance <= Math.max(row.size, piece.size) * most && (!best || distance < Math.abs(best.y - piece.y)))
      best = row
  }
  return best
}

function rowOf(rows: Row[], piece: Piece): Row {
  const near = nearestRow(rows, piece, 0.5)
  if (near) return near
  const row = { units: [], spaces: [], y: piece.y, size: piece.size }
  rows.push(row)
  return row
}

/**
 * The letter at the place of the mark. A wide mark on a narrow letter reaches over the next one: when nearly all marks of
 * the page are before (or after) their letters in the file, that decides between two near ones.
 */
function byBoth(pieces: readonly Piece[], rows: readonly Row[], letters: readonly (Unit | undefined)[]): Finder {
  const marks = pieces.flatMap(({ kind }, index) => (kind === 'mark' ? [index] : []))
  // A mark is placed several times: to vote, and to be attached.
  const found = placeAll(pieces, marks, rows)
  const atPlace: Finder = (index) => found[index]
  const [neighborFirst] = ([-1, 1] as const)
    .map((step) => {
      const byNeighborOrder = byNeighbor(pieces, letters, step)
      const same = marks.filter((index) => atPlace(index) === byNeighborOrder(index)).length
      return { byNeighborOrder, share: same / Math.max(1, marks.length) }
    })
    .sort((one, other) => other.share - one.share)
  if (!neighborFirst || neighborFirst.share < 0.8) return atPlace

  return (index) => {
    const found = neighborFirst.byNeighborOrder(index)
    const piece = pieces[index]
    if (!piece || !found || !takesMarks(found)) return atPlace(index)
    const outside = Math.max(found.left - piece.center, piece.center - found.right)
    if (outside < piece.size * 0.45) return found
    // LibreOffice moves the last mark of a word into the space that justifying a line adds.
    return atPlace(index) ?? (outside < piece.size * 1.5 ? found : undefined)
  }
}

/** For each mark, by its index, the letter at its place. */
function placeAll(pieces: readonly Piece[], marks: readonly number[], rows: readonly Row[]): (Unit | undefined)[] {
  const find = byPlace(rows)
  const found = new Array<Unit | undefined>(pieces.length).fill(undefined)
  for (const index of marks) {
    const piece = pieces[index]
    if (piece) found[index] = find(piece)
  }
  return found
}

/** The letter whose cell holds the middle of the mark, else the nearest one within a third of an em. */
function byPlace(rows: readonly Row[]) {
  const sorted = new Map(rows.map((row) => [row, [...row.units].sort((one, other) => one.left - other.left)]))
  return (piece: Piece): Unit | undefined => {
    const row = nearestRow(rows, piece, 0.5)
    const units = (row && sorted.get(row)) ?? []
    let best: Unit | undefined
    let least = Infinity
    const left = piece.center - piece.size * 2
    const first = firstIndexWhere(units.length, (index) => (units[index]?.left ?? 0) >= left)
    for (let index = first; index < units.length; index += 1) {
      const unit = units[index]
      if (!unit || unit.left > piece.center + piece.size) break
      const outside = Math.max(unit.left - piece.center, piece.center - unit.right, 0)
      const middle = (unit.left + unit.right) / 2
      const distance = outside * 10 + Math.abs(middle - piece.center) / Math.max(1, unit.right - unit.left)
      if (outside > piece.size * 0.35 || !takesMarks(unit)) continue
      if (distance < least) [best, least] = [unit, distance]
    }
    return best
  }
}

const takesMarks = (unit: Unit) => /[\u0620-\u064a\u0671-\u06d3\u0780-\u07b1\ufdf2\ufffd]/u.test(unit.text)

/** The letter next to the mark in the order of the file. */
function byNeighbor(pieces: readonly Piece[], letters: readonly (Unit | undefined)[], step: -1 | 1): Finder {
  return (index) => {
    let at = index + step
    while (pieces[at]?.kind === 'mark') at += step
    const [piece, found] = [pieces[index], pieces[at]]
    const near = piece && found && Math.abs(found.y - piece.y) < piece.size * 0.5
    return near ? letters[at] : undefined
  }
}

/** Adds a mark that the unit does not have; a cluster may already hold it. */
function attach(unit: Unit, mark: Piece) {
  const known = unit.text.endsWith(mark.text)
  unit.text = known ? unit.text : unit.text + mark.text
  unit.doubtful ||= !known && /[\u07a6-\u07b0]{2}$/u.test(unit.text)
  unit.glyphs.push(...mark.glyphs)
  unit.box = around([unit.box, ...mark.glyphs.map(({ ink, box }) => ink ?? box)])
}
