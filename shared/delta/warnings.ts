import { filiAlone, filiTwice } from '#shared/text/language/filiErrors.ts'
import { type Delta, type Line, linesOf } from './delta.ts'

type WarningKind =
  | 'paragraph-missing'
  | 'paragraph-twice'
  | 'footnote-empty'
  | 'marker-unresolved'
  | 'fili-twice'
  | 'fili-alone'

/**
 * A doubtful place of a text. `line` counts all lines from 0; `start` and `end` count characters in it, and an embed is one.
 * `value` is the number or the word that the warning is about. `id` stays the same while the place does, so that a
 * dismissal is found again.
 */
export type Warning = { id: string; kind: WarningKind; value: string; line: number; start: number; end: number }

type Found = Omit<Warning, 'id'>

/** The warnings of a text, in its order. `unresolved` are the numbers of markers whose case was asked for and not found. */
export function warningsOf(delta: Delta, unresolved: ReadonlySet<string> = new Set()): Warning[] {
  const lines = linesOf(delta.content)
  const found = [
    ...paragraphWarnings(lines),
    ...footnoteWarnings(lines, delta),
    ...lines.flatMap((line, index) => [...markerWarnings(line, index, unresolved), ...filiWarnings(line, index)]),
  ]
  return withIds(found.sort((one, other) => one.line - other.line || one.start - other.start))
}

/** The numbers run from that of the first paragraph; a paragraph 1 begins a new count, as a dissent may. */
function paragraphWarnings(lines: readonly Line[]): Found[] {
  let last: number | undefined
  let seen = new Set<number>()
  return lines.flatMap(({ attributes: { paragraph }, segments }, line): Found[] => {
    if (paragraph === undefined || segments.length === 0) return []
    const expected = last === undefined || paragraph === 1 ? paragraph : last + 1
    if (paragraph === 1 && last !== 1) seen = new Set()
    const isTwice = seen.has(paragraph)
    seen.add(paragraph)
    last = isTwice ? last : paragraph
    const place = { line, start: 0, end: 0 }
    if (isTwice) return [{ kind: 'paragraph-twice', value: String(paragraph), ...place }]
    if (paragraph <= expected) return []
    const missing = paragraph - 1 === expected ? String(expected) : `${expected}–${paragraph - 1}`
    return [{ kind: 'paragraph-missing', value: missing, ...place }]
  })
}

function footnoteWarnings(lines: readonly Line[], { footnotes }: Delta): Found[] {
  const empty = new Set(footnotes.filter(({ content }) => content.trim() === '').map(({ key }) => key))
  let number = 0
  return lines.flatMap((line, index) =>
    placesOf(line).flatMap(({ segment, start }): Found[] => {
      if (!('embed' in segment) || !('footnote' in segment.embed)) return []
      number += 1
      if (!empty.has(segment.embed.footnote)) return []
      return [{ kind: 'footnote-empty', value: String(number), line: index, start, end: start + 1 }]
    }),
  )
}

function markerWarnings(line: Line, index: number, unresolved: ReadonlySet<string>): Found[] {
  const found: Found[] = []
  let before: string | undefined
  for (const { segment, start, end } of placesOf(line)) {
    const number = segment.attributes.case_number
    // A marker may consist of several segments.
    if (number !== undefined && number !== before && unresolved.has(number))
      found.push({ kind: 'marker-unresolved', value: number, line: index, start, end })
    before = number
  }
  return found
}

/** Vowel signs that cannot be read: two on a letter, or one without a letter. */
function filiWarnings(line: Line, index: number): Found[] {
  const text = placesOf(line)
    .map(({ segment }) => ('text' in segment ? segment.text : '\ufffc'))
    .join('')
  const at = (kind: WarningKind, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ 0: signs, index: start }): Found => ({
      kind,
      value: wordAround(text, start),
      line: index,
      start: Math.max(0, kind === 'fili-twice' ? start - 1 : start),
      end: start + signs.length,
    }))
  return [...at('fili-twice', filiTwice), ...at('fili-alone', filiAlone)]
}

function wordAround(text: string, place: number) {
  const before = /[^\s\ufffc]*$/.exec(text.slice(0, place))?.[0] ?? ''
  const after = /^[^\s\ufffc]*/.exec(text.slice(place))?.[0] ?? ''
  return `${before.slice(-20)}${after.slice(0, 20)}`
}

function placesOf({ segments }: Line) {
  let start = 0
  return segments.map((segment) => {
    const place = { segment, start, end: start + ('text' in segment ? segment.text.length : 1) }
    start = place.end
    return place
  })
}

/** The same warning at several places is identified by its order. */
function withIds(found: readonly Found[]): Warning[] {
  const counts = new Map<string, number>()
  return found.map((one) => {
    const name = `${one.kind}:${one.value}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return { id: count === 0 ? name : `${name}:${count + 1}`, ...one }
  })
}
