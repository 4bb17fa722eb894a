import { type RefCallback, useLayoutEffect, useRef } from 'react'
import { blockSelector } from '#shared/delta/blocks.ts'
import type { Footnote } from '#shared/calls/search.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { classes } from '#web/ui/classes.ts'
import { FreeText } from '#web/ui/Text.tsx'
import { highlightRanges } from '#web/ui/olderBrowsers.ts'
import { type LinkTarget, targetOfClick, openerOf } from './linkTargets.ts'
import { scrollElementIntoView } from './scrollIntoView.ts'
import type { ReaderDocument } from '#web/richText/readDocument.ts'
import { rangeOf, readText } from './textMap.ts'
import type { ReadingStyle } from './ReadingSettings.tsx'
import live from './Live.module.css'
import styles from './JudgmentText.module.css'
import prose from '#web/richText/Prose.module.css'

/** The signed addresses of the pictures of a text, by file id. */
export type Pictures = Readonly<Record<string, string>>

type Props = {
  document: ReaderDocument
  pictures: Pictures
  /** The rest of the text follows in another element. */
  isPart: boolean
  footnotes: Footnote[]
  style: Pick<ReadingStyle, 'size' | 'lineHeight'>
  isProtected: boolean
  articleRef: RefCallback<HTMLElement>
  onTarget: (target: LinkTarget) => void
}

/** The text of a judgment. It is Dhivehi, whatever the language of the interface. */
export function JudgmentText({
  document,
  pictures,
  isPart,
  footnotes,
  style,
  isProtected,
  articleRef,
  onTarget,
}: Props) {
  const strings = useStrings().reader
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const blocks = new DocumentFragment()
    for (const node of document.nodes) blocks.append(node)
    text.current?.replaceChildren(blocks)
  }, [document])
  useLayoutEffect(() => {
    for (const picture of text.current?.querySelectorAll<HTMLImageElement>('img[data-file]') ?? []) {
      const address = pictures[picture.dataset['file'] ?? '']
      if (address !== undefined) picture.src = address
    }
  }, [document, pictures])
  return (
    <article
      ref={isPart ? undefined : articleRef}
      aria-busy={isPart || undefined}
      className={classes(styles.page, live.marks)}
      dir="rtl"
      lang="dv"
      aria-label={strings.label}
      tabIndex={-1}
      data-size={style.size}
      data-lines={style.lineHeight}
      data-protected={isProtected || undefined}
      onClick={(event) => {
        // With these keys a link opens in another tab or window.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        const target = targetOfClick(event.target)
        if (!target) return
        if (target.kind === 'case' || target.kind === 'paragraph') event.preventDefault()
        onTarget(target)
      }}
    >
      <div
        ref={text}
        className={classes(styles.text, prose.prose, live.live)}
        data-judgment=""
        data-long={document.isLong || undefined}
      />
      {!isPart && footnotes.length > 0 && <Footnotes footnotes={footnotes} />}
    </article>
  )
}

/** The footnotes at the end, each with a button back to its reference. */
function Footnotes({ footnotes }: { footnotes: Footnote[] }) {
  const strings = useStrings().reader
  return (
    <section className={styles.footnotes} aria-label={strings.footnotes}>
      <ol>
        {footnotes.map(({ key, content }, index) => (
          <li key={key} data-note>
            <button
              type="button"
              className={styles.back}
              aria-label={`${strings.footnote(index + 1)}, ${strings.backToText}`}
              onClick={(event) => returnToText(event.currentTarget, key)}
            >
              {index + 1}
            </button>
            <p>
              <FreeText>{content}</FreeText>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function returnToText(button: HTMLElement, key: string) {
  const article = button.closest('article')
  const opener = article && openerOf(article, { kind: 'footnote', key })
  if (!opener) return
  scrollElementIntoView(opener)
  opener.focus({ preventScroll: true })
  markSentenceBefore(opener)
}

/** How long the sentence of a footnote is marked after the way back to it. */
const marked_ms = 3000

/** Marks the sentence before the reference of a footnote for a moment. */
function markSentenceBefore(reference: Element) {
  const block = reference.closest(blockSelector)
  if (!block) return
  const map = readText(block)
  const after = map.nodes.findIndex(
    (node) => !(node.compareDocumentPosition(reference) & Node.DOCUMENT_POSITION_FOLLOWING),
  )
  const end = after === -1 ? map.text.length : (map.starts[after] ?? 0)
  const range = rangeOf(map, { start: startOfSentence(map.text.slice(0, end)), end })
  if (range) setTimeout(highlightRanges('sentence', [range]), marked_ms)
}

/** The offset at which the last sentence of a text starts. */
export function startOfSentence(text: string): number {
  const ends = [...text.trimEnd().matchAll(/[.؟!]\s+/gu)]
  const last = ends.at(-1)
  return last ? last.index + last[0].length : 0
}
