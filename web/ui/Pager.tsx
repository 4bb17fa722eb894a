import { useId, useRef, useState } from 'react'
import { foldText } from '#shared/text/language/fold.ts'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import { Count } from './Text.tsx'
import styles from './Pager.module.css'

/** The labels of the buttons and of the input. */
type PagerStrings = Record<'label' | 'first' | 'previous' | 'next' | 'last', string> &
  Record<'number' | 'range', (pages: number) => string>

type Props = { page: number; pages: number; onPage: (page: number) => void; strings: PagerStrings }

/** Pagination: first, previous, page number, next, last. */
export function Pager({ page, pages, onPage, strings }: Props) {
  return (
    <nav className={styles.pager} aria-label={strings.label}>
      <Step icon="first" label={strings.first} disabled={page <= 1} onClick={() => onPage(1)} />
      <Step icon="previous" label={strings.previous} disabled={page <= 1} onClick={() => onPage(page - 1)} />
      <PageField page={page} pages={pages} onPage={onPage} strings={strings} />
      <Step icon="next" label={strings.next} disabled={page >= pages} onClick={() => onPage(page + 1)} />
      <Step icon="last" label={strings.last} disabled={page >= pages} onClick={() => onPage(pages)} />
    </nav>
  )
}

type StepProps = { icon: 'first' | 'previous' | 'next' | 'last'; label: string; disabled: boolean; onClick: () => void }

/** At either end it keeps the focus, which a disabled button would lose. */
function Step({ disabled, ...props }: StepProps) {
  return <IconButton {...props} aria-disabled={disabled} size="sm" className={styles.step ?? ''} />
}

function PageField({ page, pages, onPage, strings }: Props) {
  const [{ text, of }, setTyped] = useState({ text: String(page), of: page })
  // Another page replaces what was typed. The input stays the same element, which keeps the focus.
  if (of !== page) setTyped({ text: String(page), of: page })
  const setText = (next: string) => setTyped({ text: next, of: page })
  const hint = useId()
  const typed = parsePage(text, pages)
  const isGoing = useRef(false)
  const goTo = () => {
    // A list that takes the focus for its next page blurs the field meanwhile.
    if (typed === undefined || typed === page || isGoing.current) return
    isGoing.current = true
    onPage(typed)
    isGoing.current = false
  }
  return (
    <span className={styles.where}>
      <span className={styles.numbers}>
        <input
          className={classes(styles.field, typed === undefined && styles.wrong)}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-label={strings.number(pages)}
          aria-invalid={typed === undefined || undefined}
          aria-describedby={typed === undefined ? hint : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') goTo()
          }}
          onBlur={() => {
            if (typed === undefined) setText(String(page))
            else goTo()
          }}
        />
        <Count>/ {pages}</Count>
      </span>
      {typed === undefined && (
        <span id={hint} role="alert" className={styles.hint}>
          {strings.range(pages)}
        </span>
      )}
    </span>
  )
}

/** Shows the start of a list whose page was turned, and moves the focus there: the pager is at its end. */
export function focusStart(list: HTMLElement | null) {
  list?.focus({ preventScroll: true })
  list?.scrollIntoView({ block: 'start' })
}

/** Parses a typed page number from 1 to `pages`; undefined if it is invalid. */
export function parsePage(text: string, pages: number): number | undefined {
  const digits = foldText(text).trim()
  if (!/^\d+$/.test(digits)) return undefined
  const page = Number(digits)
  return page >= 1 && page <= pages ? page : undefined
}
