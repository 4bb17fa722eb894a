import { type TextMatch, matchTerms } from './matchTerms.ts'
import type { Term } from './highlightQuery.ts'
import { snapToLetter } from '#shared/text/language/tokenizer.ts'

/** A part of a snippet; `marked` when it matches the query. Parts never separate a letter from its vowel sign. */
export type HighlightedPart = { text: string; marked: boolean }

/** The matches of the terms in a text. */
export const findTermMatches = (text: string, terms: readonly Term[]): TextMatch[] => matchTerms(terms)(text)

type Size = { count: number; letters: number }

/** The snippets that show the most terms, in text order; without a match, the start of the text. */
export function snippetsAround(
  text: string,
  matches: readonly TextMatch[],
  { count, letters }: Size,
): HighlightedPart[][] {
  const windows = chooseWindows(matches, { count, letters })
  if (windows.length === 0) return text.trim() === '' ? [] : [cut(text, { from: 0, to: letters }, [])]
  return windows.sort((one, other) => one.from - other.from).map((window) => cut(text, window, matches))
}

/** `first` and `last`: the matches that the snippet must include when it is cut at word boundaries. */
type Window = { from: number; to: number; first?: TextMatch; last?: TextMatch }

/** Greedy selection: the window with the most terms not shown yet, then with the most matches. */
function chooseWindows(matches: readonly TextMatch[], { count, letters }: Size): Window[] {
  const chosen: Window[] = []
  const shown = new Set<number>()
  const overlaps = (at: TextMatch) => chosen.some((window) => at.start < window.to && at.end > window.from)
  while (chosen.length < count) {
    let best: { score: number; first: TextMatch; inside: TextMatch[] } | undefined
    for (let index = 0, last = 0; index < matches.length; index += 1) {
      const first = matches[index]
      if (!first || overlaps(first)) continue
      while ((matches[last + 1]?.end ?? Infinity) - first.start <= letters * 0.8) last += 1
      const inside = matches.slice(index, Math.max(last, index) + 1).filter((match) => !overlaps(match))
      const newTerms = new Set(inside.map((match) => match.term).filter((term) => !shown.has(term))).size
      const score = newTerms * 1000 + inside.length
      if (!best || score > best.score) best = { score, first, inside }
    }
    // At least two snippets are shown; a further one only if it shows a new term.
    if (!best || (chosen.length > 0 && best.score < 1000 && chosen.length >= 2)) break
    for (const match of best.inside) shown.add(match.term)
    chosen.push(windowAround(best.first, best.inside.at(-1) ?? best.first, letters))
  }
  return chosen
}

function windowAround(first: TextMatch, last: TextMatch, letters: number): Window {
  const spare = Math.max(letters - (last.end - first.start), 40)
  return { from: Math.max(0, first.start - Math.round(spare / 2)), to: last.end + Math.round(spare / 2), first, last }
}

/** Cuts a window out of a text, at word boundaries where possible, and marks its matches. */
function cut(text: string, window: Window, matches: readonly TextMatch[]): HighlightedPart[] {
  const from = window.from === 0 ? 0 : Math.min(wordStart(text, window.from), window.first?.start ?? text.length)
  const to = window.to >= text.length ? text.length : Math.max(wordEnd(text, window.to), window.last?.end ?? 0)
  const parts: HighlightedPart[] = []
  const add = (part: string, marked: boolean) => {
    if (part !== '') parts.push({ text: part.replace(/\s+/g, ' '), marked })
  }
  let offset = from
  for (const match of matches.filter(({ start, end }) => start >= from && end <= to)) {
    add(text.slice(offset, match.start), false)
    add(text.slice(match.start, match.end), true)
    offset = match.end
  }
  add(text.slice(offset, to), false)
  // No-break spaces: an ellipsis is never on a line of its own.
  if (from > 0) parts.unshift({ text: '…\u00a0', marked: false })
  if (to < text.length) parts.push({ text: '\u00a0…', marked: false })
  return parts
}

function wordStart(text: string, offset: number) {
  const space = text.slice(offset, offset + 30).search(/\s/)
  return snapToLetter(text, space === -1 ? offset : offset + space + 1)
}

function wordEnd(text: string, offset: number) {
  const space = text.slice(Math.max(0, offset - 30), offset).search(/\s\S*$/)
  return snapToLetter(text, space === -1 ? offset : Math.max(0, offset - 30) + space)
}
