import { Fragment } from 'react'
import type { HighlightedPart } from '#shared/calls/search.ts'
import { blockDirection, Count } from '#web/ui/Text.tsx'
import { runsOf } from './textRuns.ts'

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
  const words = runsOf(parts).flatMap((run) => (run.isNumber ? [] : run.parts.map(({ text }) => text)))
  return /\p{L}/u.test(words.join('')) ? (blockDirection(words.join('')) ?? 'auto') : undefined
}

/** Text parts, with highlighted ones in `<mark>` and numbers isolated. */
export function HighlightedParts({ parts: all }: { parts: readonly HighlightedPart[] }) {
  return runsOf(all).map(({ isNumber, parts }, index) => {
    const marked = parts.map((part, at) => (part.marked ? <mark key={at}>{part.text}</mark> : part.text))
    return isNumber ? <Count key={index}>{marked}</Count> : <Fragment key={index}>{marked}</Fragment>
  })
}
