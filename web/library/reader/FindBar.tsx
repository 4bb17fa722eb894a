import { useEffect, useRef } from 'react'
import { readerStrings } from '#web/platform/strings/readerStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Count, VisuallyHidden } from '#web/ui/Text.tsx'
import { isFindShortcut } from './keys.ts'
import type { FindInPage } from './useFindInPage.ts'
import styles from './FindBar.module.css'

/** Find in page: Enter for the next match, Shift+Enter for the previous, Escape clears, Ctrl+F focuses the field. */
export function FindBar({ findInPage }: { findInPage: FindInPage }) {
  const t = useStrings().reader
  const input = useFindShortcut()
  const { text, count, current, search, step } = findInPage
  return (
    <search className={styles.find}>
      <Icon name="search" size={18} />
      <input
        {...thaanaField}
        ref={input}
        className={styles.input}
        dir="auto"
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        placeholder={t.find}
        aria-label={t.find}
        onChange={(event) => search(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape' || text === '') return
          // Handled here, so that dialogs around the reader stay open.
          event.preventDefault()
          search('')
        }}
      />
      {text.trim() !== '' && <MatchPosition count={count} current={current} />}
      <ThaanaToggle />
      <span className={styles.steps}>
        <IconButton icon="up" size="sm" label={t.findPrevious} disabled={count === 0} onClick={() => step(-1)} />
        <IconButton icon="down" size="sm" label={t.findNext} disabled={count === 0} onClick={() => step(1)} />
      </span>
    </search>
  )
}

/** The position among the matches, as digits and as text for screen readers. */
function MatchPosition({ count, current }: { count: number; current: number }) {
  const t = useStrings().reader
  const { match } = readerStrings[useLanguage()]
  return (
    <span role="status" className={count === 0 ? styles.nothing : styles.position}>
      <span aria-hidden="true">
        <span className={styles.word}>{match}</span> <Count>{count === 0 ? '0' : `${current + 1} / ${count}`}</Count>
      </span>
      <VisuallyHidden>{count === 0 ? t.notFound : t.found(current + 1, count)}</VisuallyHidden>
    </span>
  )
}

/** Ctrl+F anywhere focuses the field. */
function useFindShortcut() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFindShortcut(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  return input
}
