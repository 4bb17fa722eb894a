import { Fragment } from 'react'
import type { HighlightedPart } from '#shared/calls/search.ts'
import { type FoundNumber, numbersIn } from '#shared/text/format/isolate.ts'
import { blockDirection, Count } from '#web/ui/Text.tsx'

/** A text with highlights, rendered as text and never as HTML. */
export function HighlightedText({
  parts: all,
  className,
}: {
  parts: readonly HighlightedPart[]
  className: string | undefined
}) {
  return (
    <p className={className} dir={directionOf(all)}>
      <HighlightedParts parts={all} />
    </p>
  )
}

/** A snippet of numbers only has the direction of its card. */
function directionOf(parts: readonly HighlightedPart[]) {
  const words = runsOf(parts).flatMap((run) => (run.number ? [] : run.parts.map(({ text }) => text)))
  return /\p{L}/u.test(words.join('')) ? (blockDirection(words.join('')) ?? 'auto') : undefined
}

/** Text parts, with highlighted ones in `<mark>` and numbers isolated. */
export function HighlightedParts({ parts: all }: { parts: readonly HighlightedPart[] }) {
  return runsOf(all).map(({ number, parts }, index) => {
    const marked = parts.map((part, at) => (part.marked ? <mark key={at}>{part.text}</mark> : part.text))
    if (!number) return <Fragment key={index}>{marked}</Fragment>
    return (
      <Count key={index} isInLatin={number.isInLatin}>
        {marked}
      </Count>
    )
  })
}

/**
 * A part of a snippet with one direction: a number inside Dhivehi is isolated left-to-right, or it would be reordered.
 */
type Run = { number?: FoundNumber; parts: HighlightedPart[] }

/** Splits a snippet into runs. A partly highlighted number is one run of several parts. */
export function runsOf(snippet: readonly HighlightedPart[]): Run[] {
  const text = snippet.map((piece) => piece.text).join('')
  const runs: Run[] = []
  let offset = 0
  const addRun = (to: number, number?: FoundNumber) => {
    if (to > offset) runs.push({ ...(number && { number }), parts: sliceParts(snippet, offset, to) })
    offset = to
  }
  for (const number of numbersIn(text)) {
    addRun(number.index)
    addRun(number.index + number.found.length, number)
  }
  addRun(text.length)
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
