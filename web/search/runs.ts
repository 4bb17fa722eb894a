import type { Piece } from '#shared/calls/search.ts'

/** A stretch of a snippet that runs one way: a written number runs left to right inside Dhivehi, or it is scrambled. */
export type Run = { isNumber: boolean; pieces: Piece[] }

/** `2013/HC-A/80`, `45,000.00`, `14/11/2020`: at least two parts, joined without a space. */
const number = /[A-Za-z0-9()]+(?:[/\-.,:]+[A-Za-z0-9()]+)+/g

/** The runs of a snippet. A number may be marked in part, and then stays one run of several pieces. */
export function runsOf(snippet: readonly Piece[]): Run[] {
  const text = snippet.map((piece) => piece.text).join('')
  const runs: Run[] = []
  let place = 0
  const take = (to: number, isNumber: boolean) => {
    if (to > place) runs.push({ isNumber, pieces: cut(snippet, place, to) })
    place = to
  }
  for (const { 0: found, index } of text.matchAll(number)) {
    take(index, false)
    take(index + found.length, true)
  }
  take(text.length, false)
  return runs
}

/** The pieces between two places of the whole text. */
function cut(snippet: readonly Piece[], from: number, to: number): Piece[] {
  let start = 0
  return snippet.flatMap(({ text, marked }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += text.length
    return part === '' ? [] : [{ text: part, marked }]
  })
}
