import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { Cell } from '#web/fields/cells/Cell.tsx'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Card } from '#web/ui/Card.tsx'
import type { OwnCells } from './gridColumns.tsx'
import type { ListColumn } from './listColumns.ts'
import { LiveCell } from '#web/registry/live/LiveCell.tsx'
import type { RowAction } from './rowActions.ts'
import { RowMenu } from './RowMenu.tsx'
import styles from './Cards.module.css'

export type CardLook = {
  /** The field at the head of a card, where it is not the first column. */
  header?: string
  /** Columns that a card leaves out. */
  without?: readonly string[]
}

type Props = CardLook & {
  resource: Pick<Resource, 'name' | 'model'>
  label: string
  columns: readonly ListColumn[]
  rows: readonly Row[]
  own: OwnCells
  actions: readonly RowAction[]
  nameOf: (row: Row) => string
}

/** The rows of a list on a narrow screen: a card for each, with the first of its fields at the head. */
export function Cards({
  resource,
  label,
  columns,
  rows,
  own,
  actions,
  nameOf,
  header = columns[0]?.name,
  without = [],
}: Props) {
  const head = columns.find(({ name }) => name === header)
  const lines = columns.filter(({ name }) => name !== header && !without.includes(name))
  return (
    <ul className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <Card as="article" className={styles.card ?? ''}>
            <div className={styles.head}>
              <h2 className={styles.name}>
                {head && <Shown resource={resource} isFirst column={head} row={row} own={own} />}
              </h2>
              <RowMenu row={row} name={nameOf(row)} actions={actions} />
            </div>
            <Lines resource={resource} lines={lines} row={row} own={own} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

type LinesProps = { resource: Pick<Resource, 'name' | 'model'>; lines: readonly ListColumn[]; row: Row; own: OwnCells }

function Lines({ resource, lines, row, own }: LinesProps) {
  const language = useLanguage()
  if (lines.length === 0) return null
  return (
    <dl className={styles.lines}>
      {lines.map((column) => (
        <div key={column.name} className={styles.line}>
          <dt>{column.field.label[language]}</dt>
          <dd>
            <Shown resource={resource} column={column} row={row} own={own} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type ShownProps = {
  resource: Pick<Resource, 'name' | 'model'>
  column: ListColumn
  row: Row
  own: OwnCells
  isFirst?: boolean
}

function Shown({ resource, isFirst = false, column: { name, field }, row, own }: ShownProps) {
  const language = useLanguage()
  return (
    <LiveCell resource={resource} id={row.id} column={name} isFirst={isFirst}>
      {own[name]?.(row) ?? <Cell field={field} value={row[name]} language={language} />}
    </LiveCell>
  )
}
