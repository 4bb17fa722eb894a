import type { Row } from '#shared/calls/crud.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { Button } from '#web/ui/Button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { GridColumn } from '#web/ui/grid/gridProps.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import type { RowChoice } from './useRowChoice.ts'
import styles from './ChosenRows.module.css'

/** The number of chosen rows and the actions on them; nothing while none is chosen. */
export function ChosenRows({ choice }: { choice: RowChoice }) {
  const { rows: t } = useStrings().list
  const { rows, actions, clear } = choice
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
                onClick={() => run(available)}
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
