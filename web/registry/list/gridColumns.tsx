import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { Row } from '#shared/calls/crud.ts'
import { limits } from '#shared/limits.ts'
import type { Language } from '#shared/messages.ts'
import { type Field, isSortable, type Kind } from '#shared/resource/field.ts'
import { stateOf } from '#shared/resource/fieldState.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { Cell } from '#web/fields/cells/Cell.tsx'
import { CellEditor, type CellEditorProps } from '#web/fields/cells/CellEditor.tsx'
import { failureOf } from '#web/platform/api/query.ts'
import { recordQuery } from '#web/platform/api/resource.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { LiveCell } from '#web/registry/live/LiveCell.tsx'
import type { GridColumn } from '#web/ui/grid/gridProps.ts'
import { type ListColumn, showsDhivehi } from './listColumns.ts'
import { type RowAction, RowMenu } from './rowActions.tsx'

/** Custom cell renderers of a screen, by field name. */
export type CustomCells = Record<string, (row: Row) => ReactNode>

type ColumnOptions = {
  resource: Resource
  columns: readonly ListColumn[]
  customCells: CustomCells
  language: Language
  /** Whether the user has the update permission; the resource description decides about each field. */
  mayUpdate: boolean
  abilities: readonly string[]
  isRowEditable: (row: Row) => boolean
  onSave: (row: Row, name: string, field: Field, value: unknown) => Promise<Answer>
  /** Fields whose value is the same in all rows, because the list is filtered by it. */
  yielding: ReadonlySet<string>
  actions: readonly RowAction[]
  actionsLabel: string
  nameOf: (row: Row) => string
  /** The column that chooses rows, where actions apply to several. */
  choice: GridColumn<Row> | undefined
}

/** The grid columns of a resource's list fields, and the actions as the last column. */
export function gridColumns(options: ColumnOptions): GridColumn<Row>[] {
  const { choice, columns } = options
  return [...(choice ? [choice] : []), ...columns.map((column) => fieldColumn(column, options)), actionsColumn(options)]
}

function fieldColumn({ name, field }: ListColumn, options: ColumnOptions): GridColumn<Row> {
  const { resource, customCells, language, abilities, mayUpdate, isRowEditable, onSave, yielding } = options
  const renderCell = customCells[name]
  const isEditable = mayUpdate && fitsInCell(field) && stateOf(field, 'Update', abilities) === 'open'
  return {
    id: name,
    label: field.label[language],
    ...columnWidths[field.kind],
    ...columnWidthsByField[name],
    ...(yielding.has(name) && field.list !== undefined && { yields: 1 }),
    // The server searches in the columns of the list alone.
    sorts: isSortable(field),
    filters: field.list !== undefined,
    ...(showsDhivehi(field) && { filterAttributes: thaanaField }),
    cell: (row) => (
      <LiveCell resource={resource} id={row.id} column={name} isFirst={name === options.columns[0]?.name}>
        {renderCell?.(row) ?? <Cell field={field} value={row[name]} language={language} />}
      </LiveCell>
    ),
    ...(isEditable &&
      field.kind !== 'repeater' && {
        edit: {
          mayEdit: isRowEditable,
          editor: (row, onClose, isRowAway) => (
            <RowEditor
              isRowAway={isRowAway}
              resource={resource}
              name={name}
              field={field}
              row={row}
              onSave={(current, value) => onSave(current, name, field, value)}
              onClose={onClose}
            />
          ),
        },
      }),
  }
}

function actionsColumn({ actions, actionsLabel, nameOf }: ColumnOptions): GridColumn<Row> {
  return {
    id: 'actions',
    label: actionsLabel,
    share: 0.4,
    minWidth: 76,
    maxWidth: limits.list.actions_width_px,
    fixed: 'end',
    holdsButton: true,
    cell: (row, tabIndex) => <RowMenu row={row} name={nameOf(row)} actions={actions} tabIndex={tabIndex} />,
  }
}

/** Kinds that can be edited in a cell; the others are edited in the form. */
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

/** Colors and icons are chosen from a palette, which does not fit into a cell. */
const fitsInCell = (field: Field) =>
  editedInPlace.has(field.kind) && !(field.kind === 'text' && (field.input === 'color' || field.input === 'icon'))

type ColumnWidth = Pick<GridColumn<Row>, 'share' | 'minWidth' | 'maxWidth' | 'yields'>

/** Column widths in pixels and relative shares, by kind. */
const columnWidths: Partial<Record<Kind, ColumnWidth>> = {
  text: { share: 2, minWidth: 150 },
  email: { share: 2, minWidth: 180 },
  multiselect: { share: 2, minWidth: 120 },
  tags: { share: 2 },
  select: { share: 1.4 },
  date: { minWidth: 160, maxWidth: 220 },
  moment: { minWidth: 240, maxWidth: 300 },
  switch: { maxWidth: 200 },
  number: { minWidth: 96, maxWidth: 240 },
}

/** Case numbers and statuses are never cut, the title takes the width that is left; others give way, in their order. */
const columnWidthsByField: Partial<Record<string, ColumnWidth>> = {
  case_numbers_text: { share: 2, minWidth: 172, maxWidth: 240 },
  date: { minWidth: 150, maxWidth: 220 },
  title: { share: 4, minWidth: 116 },
  case_types_text: { share: 1.4, minWidth: 112, yields: 2 },
  statuses: { share: 2, minWidth: 156 },
  published: { minWidth: 114, maxWidth: 160, yields: 3 },
  content_start_page: { minWidth: 104, maxWidth: 240, yields: 2 },
  analyzable_page_count: { minWidth: 108, maxWidth: 240, yields: 3 },
  confidence_level: { minWidth: 128, maxWidth: 240, yields: 5 },
  status: { minWidth: 176, maxWidth: 260 },
  charge_status: { share: 1.6, minWidth: 132, maxWidth: 320, yields: 4 },
}

type Props = Omit<CellEditorProps, 'isGone'> & {
  /** Another user's change has removed the row from the list. */
  isRowAway: boolean
}

/** The editor of a cell. If the row left the list meanwhile, the record is loaded: it can still be saved if it exists. */
function RowEditor({ isRowAway, row, ...props }: Props) {
  const record = useQuery({ ...recordQuery(props.resource, row.id), enabled: isRowAway })
  const isGone = isRowAway && record.isError && failureOf(record.error)?.code === 'not-found'
  return <CellEditor {...props} row={(isRowAway && record.data?.data) || row} isGone={isGone} />
}
