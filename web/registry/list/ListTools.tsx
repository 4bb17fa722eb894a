import { Checkbox, Popover } from '@mantine/core'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { limits } from '#shared/limits.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { type GridLayout, widthLimits } from '#web/ui/grid/gridProps.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { FilterRow } from './filters.tsx'
import type { ListColumn } from './listColumns.ts'
import type { ListView } from './listView.tsx'
import { defaultLayout } from './useGridLayout.ts'
import type { ColumnFilters } from './useSearchText.ts'
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

type ColumnToolsProps = Omit<ComponentProps<typeof ColumnChoice>, 'onHide'> & {
  columnFilters: ColumnFilters
  onToggle: () => void
}

/** Toggles the column filters and chooses the visible columns. */
export function ColumnTools({ columnFilters, onToggle, ...choice }: ColumnToolsProps) {
  const { list } = useStrings()
  return (
    <>
      <Button variant="ghost" icon="filter" aria-pressed={columnFilters.isShown} onClick={onToggle}>
        {list.columnFilters}
      </Button>
      <ColumnChoice {...choice} onHide={(name) => columnFilters.clear([name])} />
    </>
  )
}

type ColumnChoiceProps = {
  columns: readonly ListColumn[]
  layout: GridLayout
  /** The columns that are left out for their width. */
  leftOut: readonly string[]
  onLayout: (layout: GridLayout) => void
  /** A hidden column does not filter. */
  onHide: (column: string) => void
  onResize: (column: string, width: number) => void
}

/** Chooses the visible columns and their widths. The last visible column cannot be hidden. */
function ColumnChoice({ columns, layout, leftOut, onLayout, onHide, onResize }: ColumnChoiceProps) {
  const { list } = useStrings()
  const language = useLanguage()
  const shown = columns.filter(({ name }) => !layout.hidden.includes(name))
  const toggle = (name: string, isShown: boolean) => {
    if (!isShown) onHide(name)
    onLayout({ ...layout, hidden: isShown ? layout.hidden.filter((one) => one !== name) : [...layout.hidden, name] })
  }
  return (
    <Popover position="bottom-end" shadow="md" withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="ghost" icon="columns">
          {list.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={list.columns}>
        <div className={styles.choice}>
          {columns.map(({ name, field }) => (
            <div key={name} className={styles.column}>
              <Checkbox
                label={field.label[language]}
                description={leftOut.includes(name) ? list.leftOut : undefined}
                checked={shown.some((one) => one.name === name)}
                disabled={shown.length === 1 && shown[0]?.name === name}
                onChange={(event) => toggle(name, event.currentTarget.checked)}
              />
              <WidthButtons
                label={field.label[language]}
                isShown={shown.some((one) => one.name === name)}
                onResize={(width) => onResize(name, width)}
              />
            </div>
          ))}
          <Button variant="soft" size="sm" icon="refresh" onClick={() => onLayout(defaultLayout)}>
            {list.columnsAgain}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

type WidthButtonsProps = { label: string; isShown: boolean; onResize: (width: number) => void }

/** Change the width of a column without dragging (WCAG 2.5.7). */
function WidthButtons({ label, isShown, onResize }: WidthButtonsProps) {
  const { list } = useStrings()
  const step = 2 * widthLimits.step
  return (
    <span className={styles.widths}>
      <IconButton
        icon="minus"
        size="sm"
        label={list.narrower(label)}
        aria-disabled={!isShown}
        onClick={() => onResize(-step)}
      />
      <IconButton
        icon="plus"
        size="sm"
        label={list.wider(label)}
        aria-disabled={!isShown}
        onClick={() => onResize(step)}
      />
    </span>
  )
}
