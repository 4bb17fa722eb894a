import type { HighlightedPart } from '#shared/calls/search.ts'
import { isDhivehi } from '#shared/text/language/script.ts'
import { runsOf } from './textRuns.ts'

/** A text with highlights, rendered as text and never as HTML. */
export function HighlightedText({
  parts: all,
  className,
}: {
  parts: readonly HighlightedPart[]
  className: string | undefined
}) {
  // Text that starts with a number or an Arabic word may still be Dhivehi: the first letter does not determine the
  // direction.
  const isRightToLeft = isDhivehi(all.map(({ text }) => text).join(''))
  return (
    <p className={className} dir={isRightToLeft ? 'rtl' : 'auto'}>
      {runsOf(all).map(({ isNumber, parts }, index) =>
        isNumber ? (
          <bdi key={index} dir="ltr">
            <HighlightedParts parts={parts} />
          </bdi>
        ) : (
          <HighlightedParts key={index} parts={parts} />
        ),
      )}
    </p>
  )
}

/** Text parts, with highlighted ones in `<mark>`. */
export function HighlightedParts({ parts }: { parts: readonly HighlightedPart[] }) {
  return parts.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))
}
