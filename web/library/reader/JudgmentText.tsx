import type { Footnote } from '#shared/calls/search.ts'
import { useStrings } from '#web/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { type Followed, followed, openerOf } from './follow.ts'
import { bringIntoView } from './reveal.ts'
import type { ReaderDocument } from './readDocument.ts'
import type { ReadingSize } from './useReadingSize.ts'
import live from './Live.module.css'
import styles from './Paper.module.css'
import prose from './Prose.module.css'

type Props = {
  document: ReaderDocument
  footnotes: Footnote[]
  size: ReadingSize
  isProtected: boolean
  onText: (text: HTMLElement | null) => void
  onFollow: (followed: Followed) => void
}

/** The text of a judgment on its paper. It is Dhivehi, whatever the language of the screen is. */
export function Paper({ document, footnotes, size, isProtected, onText, onFollow }: Props) {
  const t = useStrings().reader
  return (
    <article
      ref={onText}
      className={classes(styles.paper, live.marks)}
      dir="rtl"
      lang="dv"
      aria-label={t.label}
      tabIndex={-1}
      data-size={size}
      data-protected={isProtected || undefined}
      onClick={(event) => {
        const asked = followed(event.target)
        if (asked) onFollow(asked)
      }}
    >
      <div
        className={classes(styles.text, prose.prose, live.live)}
        data-judgment=""
        data-long={document.isLong || undefined}
        // readDocument lets through only what the reader knows.
        dangerouslySetInnerHTML={document.markup}
      />
      {footnotes.length > 0 && <Footnotes footnotes={footnotes} />}
    </article>
  )
}

/** The notes once more at the end, each with a way back to where it is called. */
function Footnotes({ footnotes }: { footnotes: Footnote[] }) {
  const t = useStrings().reader
  return (
    <section className={styles.footnotes} aria-label={t.footnotes}>
      <ol>
        {footnotes.map(({ key, content }, index) => (
          <li key={key} data-note>
            <button
              type="button"
              className={styles.back}
              aria-label={`${t.footnote(index + 1)}, ${t.backToText}`}
              onClick={(event) => returnToText(event.currentTarget, key)}
            >
              {index + 1}
            </button>
            <p>{content}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function returnToText(button: HTMLElement, key: string) {
  const paper = button.closest('article')
  const opener = paper && openerOf(paper, { kind: 'footnote', key })
  if (opener) bringIntoView(opener)
  opener?.focus({ preventScroll: true })
}
