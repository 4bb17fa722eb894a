import type { ReactNode } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/followTyping.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { FilterRow } from './FilterRow.tsx'
import type { ListView } from './listView.ts'
import styles from './ListScreen.module.css'

type Props = Pick<ListView, 'resource' | 'state' | 'change' | 'list' | 'text'> & { children?: ReactNode }

/** What narrows the list: its filters and the quick search; and what else works on all of it. */
export function ListTools({ resource, state, change, list, text, children }: Props) {
  return (
    <div className={styles.tools}>
      <FilterRow
        resource={resource}
        values={state.filters}
        onValue={(name, value) => change({ filters: { ...state.filters, [name]: value } })}
      />
      <QuickSearch
        text={text.text}
        isLong={list.isLong}
        onText={(next) => text.write(next, list)}
        onSubmit={text.submit}
        onClear={text.clear}
      />
      {children}
    </div>
  )
}

type QuickSearchProps = {
  text: string
  onText: (text: string) => void
  /** The list is too long to be searched while typing: the server is asked when the words are complete. */
  isLong: boolean
  onSubmit: () => void
  onClear: () => void
}

/** Finds rows by words that stand in any of their columns. */
function QuickSearch({ text, onText, isLong, onSubmit, onClear }: QuickSearchProps) {
  const { list } = useStrings()
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Words text={text} onText={onText} onClear={onClear} />
      {isLong && (
        <Button type="submit" variant="soft" icon="search">
          {text.trim() === '' ? list.searchAll : list.submit}
        </Button>
      )}
    </form>
  )
}

/** Where the words are written. Escape takes them away. */
function Words({ text, onText, onClear }: Pick<QuickSearchProps, 'text' | 'onText' | 'onClear'>) {
  const { list } = useStrings()
  return (
    <span className={styles.box}>
      <Icon name="search" size={18} />
      <input
        {...thaanaField}
        className={styles.field}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        dir="auto"
        autoComplete="off"
        maxLength={limits.list.query_letters}
        placeholder={`${list.search}…`}
        aria-label={list.search}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') onClear()
        }}
      />
      {text !== '' && <IconButton icon="close" size="sm" label={list.clear} onClick={onClear} />}
      <ThaanaToggle />
    </span>
  )
}
