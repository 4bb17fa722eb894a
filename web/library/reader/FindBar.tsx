import { useEffect, useRef } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import { thaanaField } from '#web/typing/followTyping.ts'
import { ThaanaToggle } from '#web/typing/ThaanaToggle.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Count, Unseen } from '#web/ui/Text.tsx'
import { isFinding } from './keys.ts'
import type { Finding } from './useFinding.ts'
import styles from './FindBar.module.css'

/** Finds words in the text: Enter goes on, Shift+Enter back, Escape clears, Ctrl+F comes here from anywhere. */
export function FindBar({ finding }: { finding: Finding }) {
  const t = useStrings().reader
  const input = useFindingKey()
  const { words, count, current, look, step } = finding
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
        value={words}
        placeholder={t.find}
        aria-label={t.find}
        onChange={(event) => look(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) step(event.shiftKey ? -1 : 1)
          if (event.key !== 'Escape' || words === '') return
          // Used up: what stands around the reader stays open.
          event.preventDefault()
          look('')
        }}
      />
      {words.trim() !== '' && <Place count={count} current={current} />}
      <ThaanaToggle />
      <span className={styles.steps}>
        <IconButton icon="up" size="sm" label={t.findPrevious} disabled={count === 0} onClick={() => step(-1)} />
        <IconButton icon="down" size="sm" label={t.findNext} disabled={count === 0} onClick={() => step(1)} />
      </span>
    </search>
  )
}

/** Which match of how many, in figures and for those who listen in words. */
function Place({ count, current }: { count: number; current: number }) {
  const t = useStrings().reader
  return (
    <span role="status" className={count === 0 ? styles.nothing : styles.place}>
      <span aria-hidden="true">
        <Count>{count === 0 ? '0' : `${current + 1} / ${count}`}</Count>
      </span>
      <Unseen>{count === 0 ? t.notFound : t.found(current + 1, count)}</Unseen>
    </span>
  )
}

/** Ctrl+F comes to the field, from anywhere. */
function useFindingKey() {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (!isFinding(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    window.addEventListener('keydown', find)
    return () => window.removeEventListener('keydown', find)
  }, [])
  return input
}
