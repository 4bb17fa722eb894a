import { useEffect, useState } from 'react'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Icon } from '#web/ui/icons.tsx'
import styles from './Reader.module.css'

type Props = { article: HTMLElement | null; onCopy: (block: number) => void }

/** The button in the margin that copies the link of the paragraph under the pointer. By keyboard, its number does so. */
export function ParagraphLink({ article, onCopy }: Props) {
  const t = readerStrings[useLanguage()]
  const hovered = useHoveredParagraph(article)
  if (!hovered) return null
  return (
    <button
      type="button"
      className={styles.link}
      tabIndex={-1}
      aria-hidden="true"
      data-paragraph-link=""
      style={{ insetBlockStart: hovered.top }}
      onClick={() => onCopy(hovered.block)}
    >
      <Icon name="link" size={15} />
      {t.link}
    </button>
  )
}

type Hovered = { block: number; top: number }

function useHoveredParagraph(article: HTMLElement | null): Hovered | undefined {
  const [hovered, setHovered] = useState<Hovered>()
  useEffect(() => {
    if (!article) return undefined
    const onOver = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || target.closest('[data-paragraph-link]')) return
      const paragraph = target.closest<HTMLElement>('[data-paragraph]')
      const block = paragraph?.querySelector<HTMLElement>('a[data-block]')?.dataset['block']
      if (!paragraph || block === undefined || !article.contains(paragraph)) setHovered(undefined)
      else setHovered({ block: Number(block), top: paragraph.getBoundingClientRect().top - topOf(article) })
    }
    document.addEventListener('pointerover', onOver)
    return () => document.removeEventListener('pointerover', onOver)
  }, [article])
  return hovered
}

/** The top of the sheet in which the article stands. */
const topOf = (article: HTMLElement) => (article.offsetParent ?? article).getBoundingClientRect().top
