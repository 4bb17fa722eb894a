import { useQuery } from '@tanstack/react-query'
import { failureOf } from '#web/api/query.ts'
import { recordQuery } from '#web/api/resource.ts'
import { CellEditor, type CellEditorProps } from '#web/fields/cells/CellEditor.tsx'

type Props = Omit<CellEditorProps, 'isGone'> & {
  /** Others have taken the row out of the list. */
  isAway: boolean
}

/** The editor of a cell in a list. Of a row that left the list meanwhile the record itself is asked: it may be saved still. */
export function RowEditor({ isAway, row, ...props }: Props) {
  const now = useQuery({ ...recordQuery(props.resource, row.id), enabled: isAway })
  const isGone = isAway && now.isError && failureOf(now.error)?.code === 'not-found'
  return <CellEditor {...props} row={(isAway && now.data?.data) || row} isGone={isGone} />
}
