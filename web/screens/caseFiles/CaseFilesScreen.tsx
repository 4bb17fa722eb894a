import { Suspense, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { CaseNumbers, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { useStrings } from '#web/platform/strings/strings.ts'
import { ListScreen } from '#web/registry/list/ListScreen.tsx'
import { always } from '#web/registry/list/rowActions.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.ts'

const JudgmentDialog = lazyWithRetry(() => import('#web/screens/JudgmentDialog.tsx'), 'JudgmentDialog')

const cells = { case_numbers_text: (row: Row) => <CaseNumbers text={caseNumbersOf(row)} /> }
const card = { header: 'case_numbers_text', hiddenColumns: ['statuses'] }

export function CaseFilesScreen() {
  const { list } = useStrings()
  const [openedRow, setOpenedRow] = useState<Row>()
  const actions = [{ name: 'read', label: list.read, icon: 'book', isAvailable: always, run: setOpenedRow }] as const
  return (
    <ListScreen resource={caseFiles} actions={actions} cells={cells} card={card}>
      {openedRow && (
        <Suspense>
          <JudgmentDialog resource={caseFiles} row={openedRow} onClose={() => setOpenedRow(undefined)} />
        </Suspense>
      )}
    </ListScreen>
  )
}
