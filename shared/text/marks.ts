import type { Piece } from '../calls/search.ts'
import { type Match, matchTerms } from './matchTerms.ts'
import type { Term } from './query.ts'
import { snapToLetter } from './words.ts'

/** Every place where one of the terms stands. */
export const findMatches = (text: string, terms: readonly Term[]): Match[] => matchTerms(terms)(text)

type Size = { count: number; letters: number }

/** The passages that show the most of what was searched, in the order of the text; without a match, how it begins. */
export function snippetsAround(text: string, matches: readonly Match[], { count, letters }: Size): Piece[][] {
  const windows = chooseWindows(matches, { count, letters })
  if (windows.length === 0) return text.trim() === '' ? [] : [cut(text, { from: 0, to: letters }, [])]
  return windows.sort((one, other) => one.from - other.from).map((window) => cut(text, window, matches))
}

/** `first` and `last`: what a cut between words must leave in. */
type Window = { from: number; to: number; first?: Match; last?: Match }

/** Greedy: the window that shows the most terms not shown yet, then the most matches. */
function chooseWindows(matches: readonly Match[], { count, letters }: Size): Window[] {
  const chosen: Window[] = []
  const shown = new Set<number>()
  const overlaps = (at: Match) => chosen.some((window) => at.start < window.to && at.end > window.from)
  while (chosen.length < count) {
    let best: { score: number; first: Match; inside: Match[] } | undefined
    for (let index = 0, last = 0; index < matches.length; index += 1) {
      const first = matches[index]
      if (!first || overlaps(first)) continue
      while ((matches[last + 1]?.end ?? Infinity) - first.start <= letters * 0.8) last += 1
      const inside = matches.slice(index, Math.max(last, index) + 1).filter((match) => !overlaps(match))
      const fresh = new Set(inside.map((match) => match.term).filter((term) => !shown.has(term))).size
      const score = fresh * 1000 + inside.length
      if (!best || score > best.score) best = { score, first, inside }
    }
    // A further passage that shows nothing new is only worth its place when there is room for it.
    if (!best || (chosen.length > 0 && best.score < 1000 && chosen.length >= 2)) break
    for (const match of best.inside) shown.add(match.term)
    chosen.push(around(best.first, best.inside.at(-1) ?? best.first, letters))
  }
  return chosen
}

function around(first: Match, last: Match, letters: number): Window {
  const spare = Math.max(letters - (last.end - first.start), 40)
  return { from: Math.max(0, first.start - Math.round(spare / 2)), to: last.end + Math.round(spare / 2), first, last }
}

/** The letters of a window, cut between words where it can be, with its matches marked. */
function cut(text: string, window: Window, matches: readonly Match[]): Piece[] {
  const from = window.from === 0 ? 0 : Math.min(wordStart(text, window.from), window.first?.start ?? text.length)
  const to = window.to >= text.length ? text.length : Math.max(wordEnd(text, window.to), window.last?.end ?? 0)
  const pieces: Piece[] = []
  const add = (piece: string, marked: boolean) => {
    if (piece !== '') pieces.push({ text: piece.replace(/\s+/g, ' '), marked })
  }
  let place = from
  for (const match of matches.filter(({ start, end }) => start >= from && end <= to)) {
    add(text.slice(place, match.start), false)
    add(text.slice(match.start, match.end), true)
    place = match.end
  }
  add(text.slice(place, to), false)
  if (from > 0) pieces.unshift({ text: '… ', marked: false })
  if (to < text.length) pieces.push({ text: ' …', marked: false })
  return pieces
}

function wordStart(text: string, place: number) {
  const space = text.slice(place, place + 30).search(/\s/)
  return snapToLetter(text, space === -1 ? place : place + space + 1)
}

function wordEnd(text: string, place: number) {
  const space = text.slice(Math.max(0, place - 30), place).search(/\s\S*$/)
  return snapToLetter(text, space === -1 ? place : Math.max(0, place - 30) + space)
}
