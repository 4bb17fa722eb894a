import type { HighlightedPart } from '#shared/calls/search.ts'

/**
 * A part of a snippet with one direction: a number inside Dhivehi is isolated left-to-right, or it would be reordered.
 */
type Run = { isNumber: boolean; parts: HighlightedPart[] }

/** `2013/HC-A/80`, `45,000.00`, `14/11/2020`: at least two parts joined without a space. */
const number = /[A-Za-z0-9()]+(?:[/\-.,:]+[A-Za-z0-9()]+)+/g

/** Splits a snippet into runs. A partly highlighted number is one run of several parts. */
export function runsOf(snippet: readonly HighlightedPart[]): Run[] {
  const text = snippet.map((piece) => piece.text).join('')
  const runs: Run[] = []
  let offset = 0
  const addRun = (to: number, isNumber: boolean) => {
    if (to > offset) runs.push({ isNumber, parts: sliceParts(snippet, offset, to) })
    offset = to
  }
  for (const { 0: matched, index } of text.matchAll(number)) {
    addRun(index, false)
    addRun(index + matched.length, true)
  }
  addRun(text.length, false)
  return runs
}

/** The parts between two offsets of the whole text. */
function sliceParts(snippet: readonly HighlightedPart[], from: number, to: number): HighlightedPart[] {
  let start = 0
  return snippet.flatMap(({ text, marked }) => {
    const part = text.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += text.length
    return part === '' ? [] : [{ text: part, marked }]
  })
}
