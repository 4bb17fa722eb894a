import { type ReactNode, useRef } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { FilterRow } from './filters.tsx'
import type { ListView } from './listView.tsx'
import styles from './ListScreen.module.css'

type Props = Pick<ListView, 'resource' | 'state' | 'change' | 'list' | 'text'> & { children?: ReactNode }

/** The toolbar of a list: filters, quick search, and the tools of the grid. */
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
        onText={(next) => text.setText(next, list)}
        onSubmit={text.submit}
        onClear={text.clear}
      />
      {children !== undefined && <div className={styles.columns}>{children}</div>}
    </div>
  )
}

type QuickSearchProps = {
  text: string
  onText: (text: string) => void
  /** The list is paged by the server, so the search is sent on submit instead of filtering while typing. */
  isLong: boolean
  onSubmit: () => void
  onClear: () => void
}

/** Quick search: words in any column. */
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
      <SearchField text={text} onText={onText} onClear={onClear} />
      {isLong && (
        <Button type="submit" variant="soft" icon="search">
          {text.trim() === '' ? list.searchAll : list.submit}
        </Button>
      )}
    </form>
  )
}

/** The search field. Escape clears it. */
function SearchField({ text, onText, onClear }: Pick<QuickSearchProps, 'text' | 'onText' | 'onClear'>) {
  const { list } = useStrings()
  const field = useRef<HTMLInputElement>(null)
  return (
    <span className={styles.box}>
      <Icon name="search" size={18} />
      <input
        {...thaanaField}
        ref={field}
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
      {text !== '' && (
        <IconButton
          icon="close"
          size="sm"
          label={list.clear}
          onClick={() => {
            onClear()
            // The button is gone with the text.
            field.current?.focus()
          }}
        />
      )}
      <ThaanaToggle />
    </span>
  )
}
