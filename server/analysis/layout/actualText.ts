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

/**
 * The indexes of the texts that are not those of their glyphs. Chromium gives the glyphs after a number the texts of
 * their neighbors, when the typeface has digits and its signs have a width. The map of a font can be wrong too: a text
 * is ignored for a letter that it lacks and that other texts have, and on such a page for glyphs that draw no letter, and
 * when it starts with a mark.
 */
export function contradictedUnits(units: readonly string[], glyphs: readonly Glyph[]): ReadonlySet<number> {
  const texts = units.length > 0 ? mappedTexts(glyphs) : new Map<number, string>()
  const counts = new Map<string, { all: number; agreeing: number }>()
  for (const [unit, own] of texts)
    for (const letter of own.match(thaana) ?? []) {
      const count = counts.get(letter) ?? { all: 0, agreeing: 0 }
      count.all += 1
      if (units[unit]?.includes(letter)) count.agreeing += 1
      counts.set(letter, count)
    }
  const isConfirmed = (letter: string) => {
    const { all, agreeing } = counts.get(letter) ?? { all: 1, agreeing: 0 }
    return agreeing >= all * minAgreeing
  }
  const find = (isContradicted: (own: string, actual: string) => boolean) =>
    [...texts].flatMap(([unit, own]) => (isContradicted(own, units[unit] ?? '') ? [unit] : []))
  const lacking = find((own, actual) =>
    (own.match(thaana) ?? []).some((letter) => !actual.includes(letter) && isConfirmed(letter)),
  )
  if (lacking.length === 0) return new Set()
  const startsWithMark = (actual: string) => /^\p{M}+\P{M}/u.test(actual)
  const withoutLetters = (own: string) => !/\p{L}|\p{M}/u.test(own) && !unknown.test(own)
  const shifted = find((own, actual) => startsWithMark(actual) || (withoutLetters(own) && own !== actual))
  return withNeighbors(texts, units, new Set([...lacking, ...shifted]))
}

/** With the texts between two of them, as far as these are not those of their glyphs either. */
function withNeighbors(
  texts: ReadonlyMap<number, string>,
  units: readonly string[],
  contradicted: ReadonlySet<number>,
): ReadonlySet<number> {
  const all = new Set(contradicted)
  let between: number[] | undefined
  for (const [unit, own] of texts) {
    if (contradicted.has(unit)) {
      for (const other of between ?? []) all.add(other)
      between = []
    } else if (sorted(own) === sorted(units[unit] ?? '')) between = undefined
    else between?.push(unit)
  }
  return all
}

/** What a map says when it does not know the letter. */
const unknown = /[\p{Co}\ufffd]/u
const thaana = /[ހ-ޱ]/gu

/** What the maps of the fonts say for the glyphs of each text, where each glyph has one character. */
function mappedTexts(glyphs: readonly Glyph[]): Map<number, string> {
  const texts = new Map<number, string>()
  const unclear = new Set<number>()
  for (const { unit, text } of glyphs) {
    if (unit < 0) continue
    texts.set(unit, (texts.get(unit) ?? '') + text)
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
