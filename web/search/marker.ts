import type { Piece } from '#shared/calls/search.ts'
import type { IsCode } from '#shared/text/courtCodes.ts'
import { leaveFar } from '#shared/text/leaveFar.ts'
import { matchTerms } from '#shared/text/matchTerms.ts'
import { markedOnCard, readQuery, withReadings } from '#shared/text/query.ts'
import { remember } from '#shared/text/remember.ts'

/** What a short text of a card looks like with its matches marked. */
export type Marker = (text: string) => readonly Piece[]

/** So many texts of one page are kept: a card is drawn again whenever somebody types. */
const kept = 200

/** Marks what was searched, and what was read into it, as the passages of a card are marked. */
export function buildMarker(q: string, marks: readonly string[], isCode: IsCode): Marker {
  const { terms, near } = withReadings(markedOnCard(readQuery(q, isCode)), marks)
  const find = matchTerms(terms)
  return remember(kept, (text) =>
    cutAt(
      text,
      leaveFar([{ text, matches: find(text) }], near).flatMap(({ matches }) => matches),
    ),
  )
}

function cutAt(text: string, matches: readonly { start: number; end: number }[]): Piece[] {
  const pieces: Piece[] = []
  const add = (from: number, to: number, marked: boolean) => {
    if (to > from) pieces.push({ text: text.slice(from, to), marked })
  }
  let place = 0
  for (const { start, end } of matches) {
    add(place, start, false)
    add(start, end, true)
    place = end
  }
  add(place, text.length, false)
  return pieces
}
