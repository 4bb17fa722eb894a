import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisCan, type AnalysisStatus, pendingCharges, runStepOf } from '#shared/resources/analysisStatuses.ts'
import { CaseNumberList, CaseNumbers, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { isRow } from '#web/fields/cells/cellText.ts'
import { openFile } from '#web/fields/files/FileButton.tsx'
import { changeAnalysisStatus, resourceQueryKey, runAnalysis } from '#web/platform/api/resource.ts'
import { hasPermission, useSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { ListScreen } from '#web/registry/list/ListScreen.tsx'
import { always, type RowAction } from '#web/registry/list/rowActions.ts'
import { JudgmentDialog } from '#web/screens/JudgmentDialog.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Count } from '#web/ui/Text.tsx'
import styles from './NumbersAndWarnings.module.css'

const cells = { case_numbers_text: (row: Row) => <NumbersAndWarnings row={row} /> }
const statusOf = (row: Row) => ({ status: row['status'] as AnalysisStatus, is_waiting: row['is_waiting'] === true })
const isEditable = (row: Row) => analysisCan.update(statusOf(row))
const isRemovable = (row: Row) => analysisCan.delete(statusOf(row))
/** Users who may not read the charge are answered by the server. */
const isChargePending = ({ charge_status: charge }: Row) =>
  charge === undefined || (typeof charge === 'string' && pendingCharges.includes(charge))

const hasFile = (row: Row) => isRow(row['pdf_file'])
const download = ({ id: row, pdf_file: file }: Row) => {
  if (isRow(file) && typeof file['id'] === 'number') void openFile({ id: file['id'], resource: analysis.name, row })
}

const icons = { analyze: 'chart', reanalyze: 'refresh', cancel: 'circle-x', markAsNonChargeable: 'tag' } as const

/** The actions to run an analysis for the first time and to run it again: one endpoint, whose message is shown. */
function useRunActions(): RowAction[] {
  const { list } = useStrings()
  const session = useSession()
  const client = useQueryClient()
  const run = async (row: Row) => {
    showAnswer(await runAnalysis(row))
    void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
  }
  return (['analyze', 'reanalyze'] as const)
    .filter((step) => hasPermission(session, permission(step, analysis)))
    .map((step) => ({
      name: step,
      label: list.analysis[step],
      icon: icons[step],
      isAvailable: (row) => runStepOf(statusOf(row)) === step,
      run: (row) => void run(row),
    }))
}

/** The list of analyses. The status table that the server enforces decides which actions are offered. */
export function AnalysisScreen() {
  const { list } = useStrings()
  const session = useSession()
  const runActions = useRunActions()
  const [openedRow, setOpenedRow] = useState<Row>()
  const [pendingStep, setPendingStep] = useState<{ step: Step; row: Row }>()
  const stepActions = (['cancel', 'markAsNonChargeable'] as const)
    .filter((step) => hasPermission(session, permission(step, analysis)))
    .map((step): RowAction => ({
      name: step,
      label: list.analysis[step],
      icon: icons[step],
      isAvailable: (row) =>
        analysisCan[step](statusOf(row)) && (step !== 'markAsNonChargeable' || isChargePending(row)),
      run: (row) => setPendingStep({ step, row }),
    }))
  const actions: RowAction[] = [
    { name: 'read', label: list.read, icon: 'book', isAvailable: always, run: setOpenedRow },
    ...runActions,
    { name: 'download', label: list.analysis.download, icon: 'download', isAvailable: hasFile, run: download },
    ...stepActions,
  ]
  return (
    <ListScreen resource={analysis} actions={actions} cells={cells} isOpen={isEditable} isRemovable={isRemovable}>
      {openedRow && <JudgmentDialog resource={analysis} row={openedRow} onClose={() => setOpenedRow(undefined)} />}
      {pendingStep && <StepDialog {...pendingStep} onClose={() => setPendingStep(undefined)} />}
    </ListScreen>
  )
}

/** The case numbers of an analysis, with icons for a pending run and for the number of warnings. */
function NumbersAndWarnings({ row }: { row: Row }) {
  const { list, none } = useStrings()
  const numbers = caseNumbersOf(row)
  const warnings = Number(row['warning_count'] ?? 0)
  return (
    <span className={styles.container}>
      {numbers !== '' ? <CaseNumbers text={numbers} /> : none}
      {row['is_waiting'] === true && (
        <span className={styles.waiting} role="img" aria-label={list.analysis.waits} title={list.analysis.waits}>
          <Icon name="history" size={14} />
        </span>
      )}
      {warnings > 0 && (
        <span
          className={styles.warnings}
          role="img"
          aria-label={list.analysis.warnings(warnings)}
          title={list.analysis.warnings(warnings)}
        >
          <Icon name="alert" size={14} />
          <Count>{warnings}</Count>
        </span>
      )}
    </span>
  )
}

type Step = Parameters<typeof changeAnalysisStatus>[0]

/** Confirms the cancellation of an analysis, or marking it as non-chargeable. */
function StepDialog({ step, row, onClose }: { step: Step; row: Row; onClose: () => void }) {
  const { list, actions } = useStrings()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const answer = await changeAnalysisStatus(step, row)
    if (answer.Status === 'success') showToast('good', list.analysis.done)
    else showAnswer(answer)
    void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger={step === 'cancel'}
      busy={isBusy}
      title={step === 'cancel' ? list.analysis.confirmCancel : list.analysis.confirmMark}
      cancelLabel={actions.no}
      confirmLabel={actions.yes}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <CaseNumberList text={caseNumbersOf(row)} />
    </ConfirmDialog>
  )
}
