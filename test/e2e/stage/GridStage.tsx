import { useEffect, useMemo, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { foldText } from '#shared/text/fold.ts'
import { Cell } from '#web/fields/cells/Cell.tsx'
import { cellText } from '#web/fields/cells/cellText.ts'
import { listColumns } from '#web/resource/listColumns.ts'
import { foldSome, prepareRows } from '#web/resource/localList.ts'
import { inSlices } from '#web/resource/slices.ts'
import { useLocalSearch } from '#web/resource/useLocalSearch.ts'
import { stringsOf } from '#web/strings/strings.ts'
import { DataGrid } from '#web/ui/grid/DataGrid.tsx'
import type { GridColumn } from '#web/ui/grid/columns.ts'
import { buildRows } from './rows.ts'

const { fields } = caseFiles
const listed = listColumns(caseFiles, [])
const shown = (row: Row, name: string) => {
  const column = listed.find((one) => one.name === name)
  return column ? cellText(column.field, row[name], 'dv') : ''
}
const columns: GridColumn<Row>[] = listed.map(({ name, field }) => ({
  id: name,
  label: field.label.dv,
  sorts: true,
  filters: true,
  cell: (row) => <Cell field={field} value={row[name]} language="dv" />,
}))
const layout = { hidden: [], widths: {} }
const nothing = () => undefined
/** More rows than a grid draws. */
const inSight = 50

type Props = { rows: readonly Row[] }

/** The grid of the case files with very many rows; beside it, for comparison, a table that draws all it has. */
export function GridStage({ count, isPlain }: { count: number; isPlain: boolean }) {
  const [rows] = useState(() => buildRows(count))
  const [isShown, setShown] = useState(false)
  return (
    <main>
      <h1>{rows.length}</h1>
      <button type="button" onClick={() => setShown(true)}>
        Show
      </button>
      {isShown && (isPlain ? <Plain rows={rows} /> : <Ours rows={rows} />)}
    </main>
  )
}

function Ours({ rows }: Props) {
  const [text, setText] = useState('')
  const [selected, select] = useState<number>()
  const { prepared, isReady } = usePrepared(rows)
  const found = useLocalSearch(prepared, { search: text, columns: {}, sort: undefined }, inSight)
  return (
    <section data-ready={isReady}>
      <Find text={text} onText={setText} />
      <DataGrid
        label={caseFiles.label.many.dv}
        columns={columns}
        rows={found}
        layout={layout}
        onLayout={nothing}
        sort={undefined}
        onSort={nothing}
        columnFilters={{}}
        onColumnFilter={nothing}
        showsFilters={false}
        selected={selected}
        onSelect={select}
        isLoading={false}
        isRightToLeft
        words={stringsOf('dv').list}
      />
    </section>
  )
}

/** The rows for the search in them; ready when all of them are folded, which is done a slice at a time. */
function usePrepared(rows: readonly Row[]) {
  const [isReady, setReady] = useState(false)
  const prepared = useMemo(
    () =>
      prepareRows(
        rows,
        listed.map(({ name }) => name),
        shown,
      ),
    [rows],
  )
  useEffect(
    () =>
      inSlices(
        (isEnough) => foldSome(prepared, isEnough),
        () => setReady(true),
      ),
    [prepared],
  )
  return { prepared, isReady }
}

/** As one writes it first: every row is drawn, and folded at every key. */
function Plain({ rows }: Props) {
  const [text, setText] = useState('')
  const words = foldText(text).split(' ')
  const found = rows.filter((row) => {
    const all = listed.map(({ name }) => foldText(shown(row, name))).join('\n')
    return words.every((word) => all.includes(word))
  })
  return (
    <section data-ready>
      <Find text={text} onText={setText} />
      <div role="grid" style={{ blockSize: 650, overflow: 'auto' }}>
        {found.map((row) => (
          <div key={row.id} role="row" style={{ display: 'flex', blockSize: 55 }}>
            {columns.map((column) => (
              <div key={column.id} role="gridcell" style={{ inlineSize: 220 }}>
                {column.cell(row, -1)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

const Find = ({ text, onText }: { text: string; onText: (text: string) => void }) => (
  <input aria-label={fields.title.label.dv} value={text} onChange={(event) => onText(event.currentTarget.value)} />
)
