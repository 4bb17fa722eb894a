import type { Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import { clusterOf, contradictedUnits, hasLettersOf } from './actualText.ts'
import { cleanText, isMark } from './cleanText.ts'
import type { Frame } from './frame.ts'
import { around, framed } from './frame.ts'
import type { Unit } from './unit.ts'

/** A glyph, or the glyphs of one ActualText, before marks are attached; pieces are in the order of the file. */
export type Piece = Unit & {
  kind: 'letter' | 'mark' | 'space'
  /** The middle of what is drawn. */
  center: number
}

/** A page often has its letters a thousand times: what a text is, is found once. */
const kinds = new Map<string, { text: string; kind: Piece['kind'] }>()

/** `letters` are texts that a person gave for outlines without a known letter. */
export function piecesOf(
  { units }: PageGlyphs,
  glyphs: readonly Glyph[],
  { frame, letters }: { frame: Frame; letters: ReadonlyMap<string, string> },
): Piece[] {
  const pieces: Piece[] = []
  const add = (group: Glyph[], text: string, meant: boolean) => {
    const piece = pieceOf(group, { text, meant }, frame)
    if (piece) pieces.push(piece)
  }
  const contradicted = contradictedUnits(units, glyphs)
  for (let start = 0; start < glyphs.length;) {
    const end = unitEnd(glyphs, start)
    const unit = glyphs[start]?.unit ?? -1
    const group = unit >= 0 ? glyphs.slice(start, end) : []
    const meant = !contradicted.has(unit)
    const actual = unit >= 0 && isOneLine(group) ? (meant ? units[unit] : clusterOf(group)) : undefined
    if (actual !== undefined && !hasLettersOf(group, actual)) add(group, actual, meant)
    else for (const glyph of unit >= 0 ? group : glyphs.slice(start, end)) add([glyph], textOf(glyph, letters), false)
    start = end
  }
  return pieces
}

/** Where the glyphs end that follow each other inside one ActualText; one glyph stands for itself. */
function unitEnd(glyphs: readonly Glyph[], start: number): number {
  const unit = glyphs[start]?.unit ?? -1
  let end = start + 1
  while (unit >= 0 && glyphs[end]?.unit === unit) end += 1
  return end
}

/** An ActualText over several lines is that of a paragraph or a picture: its glyphs say more. */
const isOneLine = (group: readonly Glyph[]) => {
  const [first] = group
  return group.every((glyph) => first && Math.abs(glyph.y - first.y) < first.size * 0.7)
}

function textOf(glyph: Glyph, letters: ReadonlyMap<string, string>): string {
  const given = glyph.outline === null ? undefined : letters.get(glyph.outline)
  if (given !== undefined && isUnknown(glyph.text)) return given
  if (glyph.text === '' && glyph.ink) return '\ufffd'
  return glyph.text
}

/** A glyph without a letter, or with a replacement character or one of private use. */
export function isUnknown(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === 0xfffd || (unit >= 0xe000 && unit <= 0xf8ff)) return true
  }
  return text === ''
}

function describe(text: string): { text: string; kind: Piece['kind'] } {
  const known = kinds.get(text)
  if (known) return known

  const clean = cleanText(text)
  const described = { text: clean, kind: clean.trim() === '' ? 'space' : isMark(clean) ? 'mark' : 'letter' } as const
  if (kinds.size < 10_000) kinds.set(text, described)
  return described
}

function pieceOf(
  glyphs: Glyph[],
  { text: raw, meant }: { text: string; meant: boolean },
  frame: Frame,
): Piece | undefined {
  const { text, kind } = describe(raw)
  // The marks of a cluster are often raised or lowered by a little: the letter is what is on the baseline.
  const first = glyphs.length > 1 ? glyphs.toSorted((one, other) => other.advance - one.advance)[0] : glyphs[0]
  if (!first || (text === '' && raw !== '')) return undefined

  const { cell, ink } = glyphs.length === 1 ? boxesOf(first, frame) : boxesAround(glyphs, frame)
  const piece: Piece = {
    text,
    left: cell.x,
    right: cell.x + cell.width,
    y: frame(first.x, first.y)[1],
    size: first.size,
    box: glyphs.length === 1 ? boxOf(first) : around(glyphs.map(({ box }) => box)),
    glyphs,
    meant,
    doubtful: false,
    kind,
    center: ink.x + ink.width / 2,
  }
  if (kind !== 'letter' || glyphs.some(isWide)) return piece
  return withoutAdvance(piece, ink)
}

function boxesOf({ box, ink }: Glyph, frame: Frame) {
  const cell = framed(frame, box)
  return { cell, ink: ink ? framed(frame, ink) : cell }
}

function boxesAround(glyphs: readonly Glyph[], frame: Frame) {
  const boxes = glyphs.map((glyph) => boxesOf(glyph, frame))
  const inks = boxes.filter((_, index) => glyphs[index]?.ink)
  // A mark may be drawn next to its letter: it says nothing of the place of the letter.
  const wide = boxes.filter((_, index) => isWide(glyphs[index]))
  const cell = around((wide.length > 0 ? wide : boxes).map((one) => one.cell))
  return { cell, ink: inks.length > 0 ? around(inks.map((one) => one.ink)) : cell }
}

/** In em. Of some 120 typefaces the widest sign takes 0.11 and the narrowest letter 0.14. */
const widestSign = 0.12

const isWide = (glyph: Glyph | undefined) => glyph !== undefined && glyph.advance > glyph.size * widestSign

const boxOf = ({ box, ink }: Glyph) => (ink && box.width <= 0.5 ? around([box, ink]) : box)

/**
 * Some producers map the glyph of a mark to the first cluster in which it occurs, letter and mark: a glyph with hardly
 * any advance is a mark, whatever letter is before it. Without marks it is a letter that is placed by hand.
 */
function withoutAdvance(piece: Piece, ink: { x: number; width: number }): Piece {
  const marks = /^[ހ-ޥޱ]([\p{Mn}]+)$/u.exec(piece.text)?.[1]
  if (marks) return { ...piece, text: marks, kind: 'mark' }
  return { ...piece, left: ink.x, right: ink.x + ink.width }
}
