import type { Ref } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { Cell } from '#web/fields/cells/Cell.tsx'
import { useLanguage } from '#web/platform/strings/strings.ts'
import { Card } from '#web/ui/Card.tsx'
import { ChoiceBox, type RowChoice } from './ChosenRows.tsx'
import type { CustomCells } from './gridColumns.tsx'
import type { ListColumn } from './listColumns.ts'
import { LiveCell } from '#web/registry/live/LiveCell.tsx'
import { type RowAction, RowMenu } from './rowActions.tsx'
import styles from './Cards.module.css'

export type CardOptions = {
  /** The field in the card's header; default: the first column. */
  header?: string
  /** Columns that a card does not show. */
  hiddenColumns?: readonly string[]
}

type Props = CardOptions & {
  /** The list takes the focus when its page is turned. */
  ref: Ref<HTMLUListElement>
  resource: Pick<Resource, 'name' | 'model'>
  label: string
  columns: readonly ListColumn[]
  rows: readonly Row[]
  customCells: CustomCells
  actions: readonly RowAction[]
  nameOf: (row: Row) => string
  choice: RowChoice | undefined
}

/** The rows of a list on a narrow screen, one card each. */
export function Cards({
  ref,
  resource,
  label,
  columns,
  rows,
  customCells,
  actions,
  nameOf,
  choice,
  header = columns[0]?.name,
  hiddenColumns = [],
}: Props) {
  const head = columns.find(({ name }) => name === header)
  const cardColumns = columns.filter(({ name }) => name !== header && !hiddenColumns.includes(name))
  return (
    <ul ref={ref} tabIndex={-1} className={styles.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <Card as="article" className={styles.card ?? ''}>
            <div className={styles.head}>
              {choice && <ChoiceBox row={row} name={nameOf(row)} choice={choice} />}
              <h2 className={styles.name}>
                {head && <LiveValue resource={resource} isFirst column={head} row={row} customCells={customCells} />}
              </h2>
              <RowMenu row={row} name={nameOf(row)} actions={actions} />
            </div>
            <CardFields resource={resource} cardColumns={cardColumns} row={row} customCells={customCells} />
          </Card>
        </li>
      ))}
    </ul>
  )
}

type CardFieldsProps = {
  resource: Pick<Resource, 'name' | 'model'>
  cardColumns: readonly ListColumn[]
  row: Row
  customCells: CustomCells
}

function CardFields({ resource, cardColumns, row, customCells }: CardFieldsProps) {
  const language = useLanguage()
  if (cardColumns.length === 0) return null
  return (
    <dl className={styles.lines}>
      {cardColumns.map((column) => (
        <div key={column.name} className={styles.line}>
          <dt>{column.field.label[language]}</dt>
          <dd>
            <LiveValue resource={resource} column={column} row={row} customCells={customCells} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type LiveValueProps = {
  resource: Pick<Resource, 'name' | 'model'>
  column: ListColumn
  row: Row
  customCells: CustomCells
  isFirst?: boolean
}

function LiveValue({ resource, isFirst = false, column: { name, field }, row, customCells }: LiveValueProps) {
  const language = useLanguage()
  return (
    <LiveCell resource={resource} id={row.id} column={name} isFirst={isFirst}>
      {customCells[name]?.(row) ?? <Cell field={field} value={row[name]} language={language} />}
    </LiveCell>
  )
}
