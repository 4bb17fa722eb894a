import type { Glyph } from '#server/analysis/pdf/glyphs.ts'
import { cleanText, isMark } from './cleanText.ts'

/** An ActualText of words with the same letters says nothing new, and glyphs say where each of them is. */
export function hasLettersOf(group: readonly Glyph[], actual: string): boolean {
  if (actual.replace(/\p{M}/gu, '').trim().length < 2) return false
  return sorted(group.map(({ text }) => text).join('')) === sorted(actual)
}

const sorted = (text: string) => Array.from(cleanText(text).replaceAll(' ', '')).sort().join('')

/** The share of the texts with a letter of the map that must have it too, before the letter counts more than a text. */
const minAgreeing = 0.2

/** How many texts away Chromium takes the text of a neighbor. */
const maxShift = 4

type Texts = ReadonlyMap<number, MappedText>

/**
 * The indexes of the texts that are not those of their glyphs. Chromium gives the glyphs after a number the texts of
 * their neighbors, when the typeface has digits and its signs have a width. The map of a font can be wrong too: a text
 * is ignored for a letter that it lacks and that other texts of the font have, when most such texts are drawn near by.
 * On such a page a text is also ignored for glyphs that draw no letter, and when it starts with a mark.
 */
export function contradictedUnits(
  units: readonly string[],
  glyphs: readonly Pick<Glyph, 'unit' | 'text' | 'font'>[],
): ReadonlySet<number> {
  const texts: Texts = units.length > 0 ? mappedTexts(glyphs) : new Map()
  const isConfirmed = confirmedLetters(texts, units)
  const find = (isContradicted: (own: MappedText, actual: string) => boolean) =>
    [...texts].flatMap(([unit, own]) => (isContradicted(own, units[unit] ?? '') ? [unit] : []))
  const lacking = find(({ letters }, actual) =>
    letters.some((letter) => !actual.includes(letter.text) && isConfirmed(letter)),
  )
  if (!areShifted(lacking, texts, units)) return new Set()
  const startsWithMark = (actual: string) => /^\p{M}+\P{M}/u.test(actual)
  const withoutLetters = (own: string) => !/\p{L}|\p{M}/u.test(own) && !unknown.test(own)
  const shifted = find(({ own }, actual) => startsWithMark(actual) || (withoutLetters(own) && own !== actual))
  return withNeighbors(texts, units, new Set([...lacking, ...shifted]))
}

/** Whether texts of a font that draw a letter often have it too. */
function confirmedLetters(texts: Texts, units: readonly string[]) {
  const keyOf = ({ font, text }: MappedLetter) => `${font} ${text}`
  const counts = new Map<string, { all: number; agreeing: number }>()
  for (const [unit, { letters }] of texts)
    for (const letter of letters) {
      const count = counts.get(keyOf(letter)) ?? { all: 0, agreeing: 0 }
      count.all += 1
      if (units[unit]?.includes(letter.text)) count.agreeing += 1
      counts.set(keyOf(letter), count)
    }
  return (letter: MappedLetter) => {
    const { all, agreeing } = counts.get(keyOf(letter)) ?? { all: 1, agreeing: 0 }
    return agreeing >= all * minAgreeing
  }
}

/** Whether most of some texts are drawn by their own glyphs and those next to them. */
function areShifted(some: readonly number[], texts: Texts, units: readonly string[]): boolean {
  if (some.length === 0) return false
  const order = [...texts.keys()]
  const places = new Map(order.map((unit, place) => [unit, place]))
  const isNear = (unit: number) => {
    const place = places.get(unit) ?? 0
    const near = order.slice(Math.max(0, place - maxShift), place + maxShift + 1)
    const drawn = near.map((other) => texts.get(other)?.own ?? '').join('')
    return Array.from(units[unit]?.replaceAll(' ', '') ?? '').every((letter) => drawn.includes(letter))
  }
  return some.filter(isNear).length * 2 > some.length
}

/**
 * With the texts between two of them, as far as these are not those of their glyphs either: of one font, no more than a
 * shift reaches over, and none with a glyph that its map does not know.
 */
function withNeighbors(texts: Texts, units: readonly string[], contradicted: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(contradicted)
  let between: number[] | undefined
  let fontBefore: number | undefined
  for (const [unit, { own, font }] of texts) {
    if (contradicted.has(unit)) {
      if (font === fontBefore) for (const other of between ?? []) all.add(other)
      between = []
      fontBefore = font
    } else if (
      font !== fontBefore ||
      unknown.test(own) ||
      between?.length === maxShift ||
      sorted(own) === sorted(units[unit] ?? '')
    )
      between = undefined
    else between?.push(unit)
  }
  return all
}

/** What a map says when it does not know the letter. */
const unknown = /[\p{Co}\ufffd]/u
const thaana = /[ހ-ޱ]/u

type MappedLetter = { text: string; font: number }

/** `own` is what the maps of the fonts say, `letters` are its Thaana ones, `font` is that of the first glyph. */
type MappedText = { own: string; letters: MappedLetter[]; font: number }

/** By text, where each of its glyphs has one character. */
function mappedTexts(glyphs: readonly Pick<Glyph, 'unit' | 'text' | 'font'>[]): Texts {
  const texts = new Map<number, MappedText>()
  const unclear = new Set<number>()
  for (const { unit, text, font } of glyphs) {
    if (unit < 0) continue
    const mapped = texts.get(unit) ?? { own: '', letters: [], font }
    mapped.own += text
    if (thaana.test(text)) mapped.letters.push({ text, font })
    texts.set(unit, mapped)
    if (text.length !== 1) unclear.add(unit)
  }
  for (const unit of unclear) texts.delete(unit)
  return texts
}

/** What the maps say for the glyphs of one cluster, its letter before its marks; undefined for several letters. */
export function clusterOf(group: readonly Glyph[]): string | undefined {
  const texts = group.map(({ text }) => text)
  const marks = texts.filter(isMark)
  const letters = texts.filter((text) => !isMark(text))
  return letters.length === 1 ? [...letters, ...marks].join('') : undefined
}
