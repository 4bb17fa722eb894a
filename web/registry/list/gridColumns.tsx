import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import type { Field, Kind } from '#shared/resource/field.ts'
import { stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { Cell } from '#web/fields/cells/Cell.tsx'
import { CellEditor, type CellEditorProps } from '#web/fields/cells/CellEditor.tsx'
import { failureOf } from '#web/platform/api/query.ts'
import { recordQuery } from '#web/platform/api/resource.ts'
import { thaanaField } from '#web/platform/typing/followTyping.ts'
import { LiveCell } from '#web/registry/live/LiveCell.tsx'
import type { GridColumn } from '#web/ui/grid/gridProps.ts'
import type { ListColumn } from './listColumns.ts'
import type { RowAction } from './rowActions.ts'
import { RowMenu } from './RowMenu.tsx'
import { showsDhivehi } from './showsDhivehi.ts'

/** Cells that a screen draws itself, by the names of their fields. */
export type OwnCells = Record<string, (row: Row) => ReactNode>

type Making = {
  resource: Resource
  columns: readonly ListColumn[]
  own: OwnCells
  language: Language
  /** Who looks: what may be edited is asked of the description. */
  mayUpdate: boolean
  abilities: readonly string[]
  isOpen: (row: Row) => boolean
  onSave: (row: Row, name: string, field: Field, value: unknown) => Promise<Answer>
  actions: readonly RowAction[]
  actionsLabel: string
  nameOf: (row: Row) => string
}

/** The columns of a grid as a description has them, and the actions as the last. */
export function gridColumns(making: Making): GridColumn<Row>[] {
  return [...making.columns.map((column) => fieldColumn(column, making)), actionsColumn(making)]
}

function fieldColumn({ name, field }: ListColumn, making: Making): GridColumn<Row> {
  const { resource, own, language, abilities, mayUpdate, isOpen, onSave } = making
  const draw = own[name]
  const isEditable = mayUpdate && fitsInCell(field) && stateOf(field, 'Update', abilities) === 'open'
  return {
    id: name,
    label: field.label[language],
    ...measures[field.kind],
    sorts: true,
    filters: true,
    ...(showsDhivehi(field) && { filterAttributes: thaanaField }),
    cell: (row) => (
      <LiveCell resource={resource} id={row.id} column={name} isFirst={name === making.columns[0]?.name}>
        {draw?.(row) ?? <Cell field={field} value={row[name]} language={language} />}
      </LiveCell>
    ),
    ...(isEditable &&
      field.kind !== 'repeater' && {
        edit: {
          mayEdit: isOpen,
          editor: (row, onClose, isAway) => (
            <RowEditor
              isAway={isAway}
              resource={resource}
              name={name}
              field={field}
              row={row}
              onSave={(over, value) => onSave(over, name, field, value)}
              onClose={onClose}
            />
          ),
        },
      }),
  }
}

function actionsColumn({ actions, actionsLabel, nameOf }: Making): GridColumn<Row> {
  return {
    id: 'actions',
    label: actionsLabel,
    share: 0.4,
    minWidth: 92,
    maxWidth: limits.list.actions_width_px,
    fixed: true,
    holdsButton: true,
    cell: (row, tabIndex) => <RowMenu row={row} name={nameOf(row)} actions={actions} tabIndex={tabIndex} />,
  }
}

/** Kinds that fit into a cell; the others are edited in the form. */
const editedInPlace: ReadonlySet<Kind> = new Set([
  'text',
  'email',
  'link',
  'number',
  'switch',
  'choice',
  'select',
  'multiselect',
  'date',
  'moment',
])

/** A palette is no line of words: it is chosen from in the form. */
const fitsInCell = (field: Field) =>
  editedInPlace.has(field.kind) && !(field.kind === 'text' && (field.input === 'color' || field.input === 'icon'))

/** Words need more room than numbers, and a day with its month needs all of it. */
const measures: Partial<Record<Kind, { share?: number; minWidth?: number; maxWidth?: number }>> = {
  text: { share: 2, minWidth: 150 },
  email: { share: 2, minWidth: 180 },
  multiselect: { share: 2, minWidth: 150 },
  tags: { share: 2 },
  select: { share: 1.4 },
  date: { minWidth: 184, maxWidth: 220 },
  moment: { minWidth: 240, maxWidth: 300 },
  switch: { maxWidth: 200 },
  number: { maxWidth: 240 },
}

type Props = Omit<CellEditorProps, 'isGone'> & {
  /** Others have taken the row out of the list. */
  isAway: boolean
}

/** The editor of a cell in a list. Of a row that left the list meanwhile the record itself is asked: it may be saved still. */
function RowEditor({ isAway, row, ...props }: Props) {
  const now = useQuery({ ...recordQuery(props.resource, row.id), enabled: isAway })
  const isGone = isAway && now.isError && failureOf(now.error)?.code === 'not-found'
  return <CellEditor {...props} row={(isAway && now.data?.data) || row} isGone={isGone} />
}
