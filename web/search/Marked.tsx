import type { Piece } from '#shared/calls/search.ts'
import { isDhivehi } from '#shared/text/language.ts'
import { runsOf } from './runs.ts'

/** A piece of a text with its marks, drawn as text: whatever it holds, it is never read as HTML. */
export function Marked({ pieces: all, className }: { pieces: readonly Piece[]; className: string | undefined }) {
  // What begins with a number or an Arabic word is still Dhivehi: the first letter alone does not say how a text runs.
  const isRightToLeft = isDhivehi(all.map(({ text }) => text).join(''))
  return (
    <p className={className} dir={isRightToLeft ? 'rtl' : 'auto'}>
      {runsOf(all).map(({ isNumber, pieces }, index) =>
        isNumber ? (
          <bdi key={index} dir="ltr">
            <Pieces pieces={pieces} />
          </bdi>
        ) : (
          <Pieces key={index} pieces={pieces} />
        ),
      )}
    </p>
  )
}

/** A few words with their marks, in whatever holds them. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, marked }, index) => (marked ? <mark key={index}>{text}</mark> : text))
}
