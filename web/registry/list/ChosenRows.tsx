import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { useChannel } from '#web/platform/live/useChannel.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { Button } from '#web/ui/Button.tsx'
import { idOf } from '#web/registry/live/listCacheUpdater.ts'
import { classes } from '#web/ui/classes.ts'
import type { GridColumn } from '#web/ui/grid/gridProps.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import type { BulkAction } from './rowActions.tsx'
import styles from './ChosenRows.module.css'

/** The number of chosen rows and the actions on them; nothing while none is chosen. */
export function ChosenRows({ choice }: { choice: RowChoice }) {
  const { rows: t } = useStrings().list
  const { rows, actions, clear, drop } = choice
  return (
    <div className={classes(styles.bar, rows.length === 0 && styles.none)}>
      {/* A live region must exist before its first text. */}
      <span role="status">{rows.length > 0 && <Isolated>{t.chosen(rows.length)}</Isolated>}</span>
      {rows.length > 0 && (
        <>
          {actions.map(({ name, label, icon, danger, isAvailable, run }) => {
            const available = rows.filter(isAvailable)
            return (
              <Button
                key={name}
                size="sm"
                variant={danger ? 'outline' : 'soft'}
                icon={icon}
                disabled={available.length === 0}
                onClick={() => run(available, drop)}
              >
                <span>
                  <Isolated>{label(available.length)}</Isolated>
                </span>
              </Button>
            )
          })}
          <Button size="sm" variant="ghost" icon="close" onClick={clear}>
            {t.chooseNone}
          </Button>
        </>
      )}
    </div>
  )
}

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
  const { rows: t } = useStrings().list
  return <CheckButton {...box} label={t.choose(name)} checked={choice.has(row)} onToggle={() => choice.toggle(row)} />
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
  /** Other filters begin a new choice. */
  scope: string
  /** The live channel of the list. */
  channel: string | undefined
}

/**
 * The rows that were chosen for actions on several, over all pages of a list; undefined without such actions. A row that is
 * deleted is no longer chosen.
 */
export function useRowChoice(rows: readonly Row[] = [], { actions, scope, channel }: ChoiceOptions) {
  const [{ chosen, of }, setState] = useState({ chosen: noRows, of: scope })
  if (of !== scope) setState({ chosen: noRows, of: scope })
  const newer = of === scope ? rows.filter(({ id, version }) => version > (chosen.get(id)?.version ?? Infinity)) : []
  // A row of another page is as it was when it was shown last.
  if (newer.length > 0) setState({ chosen: new Map([...chosen, ...newer.map((row) => [row.id, row] as const)]), of })
  useChannel(actions.length > 0 ? channel : undefined, (message) => {
    if (message.event === 'Deleted') drop([idOf(message)])
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
