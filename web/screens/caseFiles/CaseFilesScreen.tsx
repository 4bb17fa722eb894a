import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { CaseNumbers } from '#web/fields/cells/CaseNumbers.tsx'
import { ListScreen } from '#web/resource/ListScreen.tsx'
import { always } from '#web/resource/rowActions.ts'
import { useStrings } from '#web/strings/strings.ts'
import { caseNumbersOf } from '../caseNumbersOf.ts'
import { JudgmentWindow } from '../JudgmentWindow.tsx'

const cells = { case_numbers_text: (row: Row) => <CaseNumbers text={caseNumbersOf(row)} /> }
const card = { header: 'case_numbers_text', without: ['statuses'] }

export function CaseFilesScreen() {
  const { list } = useStrings()
  const [read, setRead] = useState<Row>()
  const actions = [{ name: 'read', label: list.read, icon: 'book', isThere: always, run: setRead }] as const
  return (
    <ListScreen resource={caseFiles} actions={actions} cells={cells} card={card}>
      {read && <JudgmentWindow resource={caseFiles} row={read} onClose={() => setRead(undefined)} />}
    </ListScreen>
  )
}
