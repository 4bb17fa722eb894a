import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { analysis, analysisCan, type AnalysisStatus, stepOfRun } from '#shared/resources/analysis.ts'
import { keysOf, runAnalysis } from '#web/api/resource.ts'
import { isRow } from '#web/fields/cells/cellText.ts'
import { openFile } from '#web/fields/files/openFile.ts'
import { ListScreen } from '#web/resource/ListScreen.tsx'
import { always, type RowAction } from '#web/resource/rowActions.ts'
import { holds, useSession } from '#web/session/session.ts'
import { permission } from '#shared/resource/names.ts'
import { showAnswer } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import { JudgmentWindow } from '../JudgmentWindow.tsx'
import { NumbersAndWarnings } from './NumbersAndWarnings.tsx'
import { type Step, StepWindow } from './StepWindow.tsx'

const cells = { case_numbers_text: (row: Row) => <NumbersAndWarnings row={row} /> }
const statusOf = (row: Row) => ({ status: row['status'] as AnalysisStatus, is_waiting: row['is_waiting'] === true })
const mayBeEdited = (row: Row) => analysisCan.update(statusOf(row))

const hasFile = (row: Row) => isRow(row['pdf_file'])
const download = ({ id: row, pdf_file: file }: Row) => {
  if (isRow(file) && typeof file['id'] === 'number') void openFile({ id: file['id'], resource: analysis.name, row })
}

const icons = { analyze: 'chart', reanalyze: 'refresh', cancel: 'circle-x', markAsNonChargeable: 'tag' } as const

/** To be run for the first time, and to be run again: one call, which the server answers with its own words. */
function useRuns(): RowAction[] {
  const { list } = useStrings()
  const session = useSession()
  const client = useQueryClient()
  const run = async (row: Row) => {
    showAnswer(await runAnalysis(row))
    void client.invalidateQueries({ queryKey: keysOf(analysis) })
  }
  return (['analyze', 'reanalyze'] as const)
    .filter((step) => holds(session, permission(step, analysis)))
    .map((step) => ({
      name: step,
      label: list.analysis[step],
      icon: icons[step],
      isThere: (row) => stepOfRun(statusOf(row)) === step,
      run: (row) => void run(row),
    }))
}

/** The analyses: what can be done with one follows its status, by the table that the server refuses by. */
export function AnalysisScreen() {
  const { list } = useStrings()
  const session = useSession()
  const runs = useRuns()
  const [read, setRead] = useState<Row>()
  const [asked, setAsked] = useState<{ step: Step; row: Row }>()
  const steps = (['cancel', 'markAsNonChargeable'] as const)
    .filter((step) => holds(session, permission(step, analysis)))
    .map((step): RowAction => ({
      name: step,
      label: list.analysis[step],
      icon: icons[step],
      isThere: (row) => analysisCan[step](statusOf(row)),
      run: (row) => setAsked({ step, row }),
    }))
  const actions: RowAction[] = [
    { name: 'read', label: list.read, icon: 'book', isThere: always, run: setRead },
    ...runs,
    { name: 'download', label: list.analysis.download, icon: 'download', isThere: hasFile, run: download },
    ...steps,
  ]
  return (
    <ListScreen resource={analysis} actions={actions} cells={cells} isOpen={mayBeEdited}>
      {read && <JudgmentWindow resource={analysis} row={read} onClose={() => setRead(undefined)} />}
      {asked && <StepWindow {...asked} onClose={() => setAsked(undefined)} />}
    </ListScreen>
  )
}
