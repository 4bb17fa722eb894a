import { Checkbox, Popover } from '@mantine/core'
import { useLanguage, useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import type { GridLayout } from '#web/ui/grid/gridProps.ts'
import type { ListColumn } from './listColumns.ts'
import { asDescribed } from './useGridLayout.ts'
import styles from './ColumnChoice.module.css'

type Props = { columns: readonly ListColumn[]; layout: GridLayout; onLayout: (layout: GridLayout) => void }

/** Which columns are shown. The last of them stays. */
export function ColumnChoice({ columns, layout, onLayout }: Props) {
  const { list } = useStrings()
  const language = useLanguage()
  const shown = columns.filter(({ name }) => !layout.hidden.includes(name))
  const toggle = (name: string, isShown: boolean) =>
    onLayout({ ...layout, hidden: isShown ? layout.hidden.filter((one) => one !== name) : [...layout.hidden, name] })
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
            <Checkbox
              key={name}
              label={field.label[language]}
              checked={!layout.hidden.includes(name)}
              disabled={shown.length === 1 && shown[0]?.name === name}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
          ))}
          <Button variant="soft" size="sm" icon="refresh" onClick={() => onLayout(asDescribed)}>
            {list.columnsAgain}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
