import { type FocusEvent, useEffect, useRef, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { useChannel } from '#web/platform/live/useChannel.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { Button } from '#web/ui/Button.tsx'
import { idOf, listChannel, rowOf } from '#web/registry/live/listCacheUpdater.ts'
import { classes } from '#web/ui/classes.ts'
import type { GridColumn } from '#web/ui/grid/gridProps.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Count, Isolated } from '#web/ui/Text.tsx'
import type { BulkAction } from './rowActions.tsx'
import styles from './ChosenRows.module.css'

/** The number of chosen rows and the actions on them, below the list; nothing while none is chosen. */
export function ChosenRows({ choice }: { choice: RowChoice }) {
  const { rows: strings } = useStrings().list
  const { rows, actions, clear, drop } = choice
  const running = actions.find(({ progress }) => progress)
  const isShown = rows.length > 0 || running !== undefined
  return (
    <div {...useFocusOfBar()} className={classes(styles.bar, !isShown && styles.none)}>
      {/* A live region must exist before its first text. */}
      <span role="status">
        {running?.progress ? (
          <Count>{`${running.progress.done} / ${running.progress.count}`}</Count>
        ) : (
          rows.length > 0 && <Isolated>{strings.chosen(rows.length)}</Isolated>
        )}
      </span>
      {isShown && (
        <>
          {actions.map(({ name, label, icon, danger, isAvailable, run, progress }) => {
            const available = rows.filter(isAvailable)
            return (
              <Button
                key={name}
                size="sm"
                variant={danger ? 'outline' : 'soft'}
                icon={icon}
                loading={progress !== undefined}
                disabled={running ? progress === undefined : available.length === 0}
                onClick={() => run(available, drop)}
              >
                <span>
                  <Isolated>{label(progress?.count ?? available.length)}</Isolated>
                </span>
              </Button>
            )
          })}
          <Button size="sm" variant="ghost" icon="close" disabled={running !== undefined} onClick={clear}>
            {strings.chooseNone}
          </Button>
        </>
      )}
    </div>
  )
}

/** Moves the focus into the list when the button of the bar that has it is gone or disabled. */
function useFocusOfBar() {
  const ref = useRef<HTMLDivElement>(null)
  const focused = useRef<HTMLElement>(undefined)
  useEffect(() => {
    const button = focused.current
    if (!button || takesFocus(button)) return
    focused.current = undefined
    const { activeElement } = document
    if (activeElement === button || activeElement === document.body) focusList(ref.current?.parentElement)
  })
  return {
    ref,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (takesFocus(target)) focused.current = undefined
    },
  }
}

/** Moves the focus to what every list has: the tab stop of its grid, or its search field. */
export function focusList(frame: ParentNode | null | undefined) {
  const target =
    frame?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ??
    frame?.querySelector<HTMLElement>('[role="search"] input')
  target?.focus()
}

const takesFocus = (button: HTMLElement) => button.isConnected && !button.matches(':disabled')

type CheckProps = { label: string; checked: boolean | 'mixed'; tabIndex?: 0 | -1; onToggle: () => void }

/** A checkbox as a button, which takes the focus of a grid cell. */
function CheckButton({ label, checked, tabIndex, onToggle }: CheckProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      className={classes(styles.box, checked !== false && styles.checked)}
      onClick={onToggle}
    >
      <span className={styles.square}>
        {checked === true && <Icon name="check" size={15} />}
        {checked === 'mixed' && <span className={styles.some} />}
      </span>
    </button>
  )
}

type ChoiceBoxProps = { row: Row; name: string; choice: RowChoice; tabIndex?: 0 | -1 }

/** Chooses one row. */
export function ChoiceBox({ row, name, choice, ...box }: ChoiceBoxProps) {
  const { rows: strings } = useStrings().list
  return (
    <CheckButton {...box} label={strings.choose(name)} checked={choice.has(row)} onToggle={() => choice.toggle(row)} />
  )
}

type ColumnOptions = { rows: readonly Row[]; nameOf: (row: Row) => string; strings: Strings['list'] }

/** The column of the grid that chooses rows; its heading chooses all of the page. */
export function choiceColumn(choice: RowChoice, { rows, nameOf, strings }: ColumnOptions): GridColumn<Row> {
  const count = rows.filter(choice.has).length
  const isEvery = count > 0 && count === rows.length
  return {
    id: 'choice',
    label: strings.rows.chooseAll,
    share: 0.1,
    minWidth: 48,
    maxWidth: 48,
    fixed: 'start',
    holdsButton: true,
    heading: (tabIndex) => (
      <CheckButton
        label={strings.rows.chooseAll}
        checked={isEvery || (count > 0 && 'mixed')}
        tabIndex={tabIndex}
        onToggle={() => choice.setAll(rows, !isEvery)}
      />
    ),
    cell: (row, tabIndex) => <ChoiceBox row={row} name={nameOf(row)} choice={choice} tabIndex={tabIndex} />,
  }
}

export type RowChoice = NonNullable<ReturnType<typeof useRowChoice>>

type ChoiceOptions = {
  actions: readonly BulkAction[]
  resource: Resource
  /** The filters of the list in the API's format; undefined while nothing is loaded. */
  filters: Record<string, unknown> | undefined
  /** The search of the list. */
  search: unknown
}

/**
 * The rows that were chosen for actions on several, over all pages of a list; undefined without such actions. Other filters, or
 * another search, begin a new choice: an action never takes rows that the list does not have. A row that is
 * deleted, or leaves the list by a change, is no longer chosen.
 */
export function useRowChoice(rows: readonly Row[] = [], { actions, resource, filters, search }: ChoiceOptions) {
  const scope = JSON.stringify([filters, search])
  const [{ chosen, of }, setState] = useState({ chosen: noRows, of: scope })
  if (of !== scope) setState({ chosen: noRows, of: scope })
  const newer = of === scope ? rows.filter(({ id, version }) => version > (chosen.get(id)?.version ?? Infinity)) : []
  // A row of another page is as it was when it was shown last.
  if (newer.length > 0) setState({ chosen: new Map([...chosen, ...newer.map((row) => [row.id, row] as const)]), of })
  useChannel(actions.length > 0 ? listChannel(resource, filters) : undefined, (message) => {
    if (!rowOf(resource, filters ?? {}, message)) drop([idOf(message)])
  })
  if (actions.length === 0) return undefined
  const shown = new Map(rows.map((row) => [row.id, row]))
  return {
    actions,
    rows: Array.from(chosen.values(), (row) => shown.get(row.id) ?? row),
    has: ({ id }: Row) => chosen.has(id),
    toggle: (row: Row) =>
      set((next) => {
        if (!next.delete(row.id)) next.set(row.id, row)
      }),
    setAll: (all: readonly Row[], isChosen: boolean) =>
      set((next) => {
        for (const row of all)
          if (isChosen) next.set(row.id, row)
          else next.delete(row.id)
      }),
    clear: () => set((next) => next.clear()),
    drop,
  }

  function drop(ids: readonly number[]) {
    set((next) => {
      for (const id of ids) next.delete(id)
    })
  }

  function set(change: (chosen: Map<number, Row>) => void) {
    setState((before) => {
      const next = new Map(before.chosen)
      change(next)
      return { ...before, chosen: next }
    })
  }
}

const noRows: ReadonlyMap<number, Row> = new Map()
