import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisCan, analysisStatusOf, changesCharge, runStepOf } from '#shared/resources/analysisStatuses.ts'
import { subscriptionConfigs } from '#shared/resources/subscriptionConfigs.ts'
import type { Answer } from '#shared/calls/answer.ts'
import { CaseNumberList, caseNumbersOf } from '#web/fields/cells/CaseNumbers.tsx'
import { type AnalysisStep, changeAnalysis, resourceQueryKey, callResource } from '#web/platform/api/resource.ts'
import { hasPermission, useSession } from '#web/platform/session/session.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast, showOutcome } from '#web/platform/toasts/toasts.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import type { RowAction, BulkAction } from '#web/registry/list/rowActions.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { sentencesOf } from '#web/platform/api/problems.ts'
import { FreeText, Isolated } from '#web/ui/Text.tsx'
import { fileNameOf } from './AnalysisCells.tsx'

/** A user who may not read the charge is answered by the server. */
const mayChangeCharge = (event: 'markAsNonChargeable' | 'markAsPaid', { charge_status: charge }: Row) =>
  charge === undefined || (typeof charge === 'string' && changesCharge(event, charge))

/** The steps that run an analysis, and those that are confirmed: each with its icon and the permission that it needs. */
const runSteps = {
  analyze: { icon: 'chart', needs: permission('analyze', analysis) },
  reanalyze: { icon: 'refresh', needs: permission('reanalyze', analysis) },
  readByOcr: { icon: 'scan', needs: permission('reanalyze', analysis) },
} as const
const confirmedSteps = {
  cancel: { icon: 'circle-x', needs: permission('cancel', analysis) },
  markAsNonChargeable: { icon: 'tag', needs: permission('markAsNonChargeable', analysis) },
  markAsPaid: { icon: 'card', needs: permission('update', subscriptionConfigs) },
} as const
type ConfirmedStep = keyof typeof confirmedSteps

const stepsOf = <Step extends string, Entry>(table: Record<Step, Entry>) => Object.entries(table) as [Step, Entry][]

/** The actions that change the state of an analysis, as the transition table of the server offers them, and their dialog. */
export function useRowSteps(): { actions: { run: RowAction[]; confirmed: RowAction[] }; dialog: ReactNode } {
  const session = useSession()
  const client = useQueryClient()
  const labels = useStepLabels()
  const [pending, setPending] = useState<{ step: ConfirmedStep; row: Row }>()

  const runStep = async (step: keyof typeof runSteps, row: Row) => {
    showAnswer(await changeAnalysis(step === 'readByOcr' ? step : 'runAnalysis', row))
    void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
  }
  const run = stepsOf(runSteps)
    .filter(([, { needs }]) => hasPermission(session, needs))
    .map(([step, { icon }]): RowAction => ({
      name: step,
      label: labels[step],
      icon,
      isAvailable: (row) => runStepOf(analysisStatusOf(row)) === step,
      run: (row) => void runStep(step, row),
    }))
  const confirmed = stepsOf(confirmedSteps)
    .filter(([, { needs }]) => hasPermission(session, needs))
    .map(([step, { icon }]): RowAction => ({
      name: step,
      label: labels[step],
      icon,
      isAvailable: (row) =>
        analysisCan[step](analysisStatusOf(row)) && (step === 'cancel' || mayChangeCharge(step, row)),
      run: (row) => setPending({ step, row }),
    }))
  const dialog = pending && <StepDialog {...pending} onClose={() => setPending(undefined)} />
  return { actions: { run, confirmed }, dialog }
}

function useStepLabels(): Record<keyof typeof runSteps | ConfirmedStep, string> {
  const { analysis: strings } = useStrings().list
  const { readByOcr, markAsPaid } = analysisStrings[useLanguage()]
  const { analyze, reanalyze, cancel, markAsNonChargeable } = strings
  return { analyze, reanalyze, readByOcr, cancel, markAsNonChargeable, markAsPaid }
}

type DialogProps = { step: ConfirmedStep & AnalysisStep; row: Row; onClose: () => void }

/** Confirms a step that cannot be undone. */
function StepDialog({ step, row, onClose }: DialogProps) {
  const { list, actions } = useStrings()
  const strings = analysisStrings[useLanguage()]
  const client = useQueryClient()
  const { isRunning, runOnce } = useSingleRun()
  const titles = {
    cancel: list.analysis.confirmCancel,
    markAsNonChargeable: list.analysis.confirmMark,
    markAsPaid: strings.confirmPaid,
  }
  const confirm = async () => {
    const answer = await changeAnalysis(step, row)
    showOutcome(answer, list.analysis.done)
    void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
    onClose()
  }
  const numbers = caseNumbersOf(row)
  return (
    <ConfirmDialog
      opened
      danger={step === 'cancel'}
      busy={isRunning}
      title={titles[step]}
      cancelLabel={actions.no}
      confirmLabel={actions.yes}
      onCancel={onClose}
      onConfirm={() => void runOnce(confirm)}
    >
      {numbers === '' ? (
        <bdi>
          <FreeText>{fileNameOf(row)}</FreeText>
        </bdi>
      ) : (
        <CaseNumberList text={numbers} />
      )}
    </ConfirmDialog>
  )
}

type Step = 'analyze' | 'cancel' | 'remove'

const steps: Record<Step, Pick<BulkAction, 'icon' | 'danger' | 'isAvailable'> & StepCall> = {
  analyze: {
    icon: 'chart',
    needs: permission('analyze', analysis),
    isAvailable: (row) => runStepOf(analysisStatusOf(row)) === 'analyze',
    call: (row) => changeAnalysis('runAnalysis', row),
  },
  cancel: {
    icon: 'circle-x',
    needs: permission('cancel', analysis),
    isAvailable: (row) => analysisCan.cancel(analysisStatusOf(row)),
    call: (row) => changeAnalysis('cancel', row),
  },
  remove: {
    icon: 'trash',
    danger: true,
    needs: permission('delete', analysis),
    isAvailable: (row) => analysisCan.delete(analysisStatusOf(row)),
    call: ({ id, version }) => callResource(analysis, 'delete', { id, version }),
  },
}
type StepCall = { needs: string; call: (row: Row) => Promise<Answer> }
const stepNames = ['analyze', 'cancel', 'remove'] as const

/** The actions on several analyses. Cancelling and deleting are confirmed; one toast says how all of them went. */
export function useBulkActions(): { actions: BulkAction[]; dialog: ReactNode } {
  const session = useSession()
  const { list } = useStrings()
  const { bulk } = analysisStrings[useLanguage()]
  const [pending, setPending] = useState<{ step: Exclude<Step, 'analyze'>; rows: readonly Row[]; onDone: OnDone }>()
  const { runAll, running } = useRunAll()
  const labels = { analyze: list.analysis.analyze, cancel: list.analysis.cancel, remove: list.remove }
  const actions = stepNames
    .filter((step) => hasPermission(session, steps[step].needs))
    .map((step): BulkAction => ({
      ...steps[step],
      name: step,
      label: (count) => bulk.label(labels[step], count),
      progress: running?.step === step ? running : undefined,
      run: (rows, onDone) =>
        step === 'analyze' ? void runAll(step, rows, onDone) : setPending({ step, rows, onDone }),
    }))
  const dialog = pending && (
    <BulkDialog
      {...pending}
      onConfirm={() => runAll(pending.step, pending.rows, pending.onDone)}
      onClose={() => setPending(undefined)}
    />
  )
  return { actions, dialog }
}

const parallelCalls = 4

type OnDone = Parameters<BulkAction['run']>[1]

/** A function that runs a step on every row and shows one toast, and how far it is. */
function useRunAll() {
  const client = useQueryClient()
  const { bulk } = analysisStrings[useLanguage()]
  const [running, setRunning] = useState<{ step: Step; done: number; count: number }>()
  const runAll = async (step: Step, rows: readonly Row[], onDone: OnDone) => {
    setRunning({ step, done: 0, count: rows.length })
    const waiting = [...rows]
    const done: number[] = []
    const gone: number[] = []
    const refusals: string[] = []
    const work = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const answer = await steps[step].call(row)
        if (answer.Status === 'success') done.push(row.id)
        else refusals.push(sentencesOf(answer)[0] ?? answer.Message)
        // The version that was chosen is refused each time.
        if (answer.Status === 'error' && isOutdated.has(answer.code)) gone.push(row.id)
        setRunning((before) => before && { ...before, done: before.done + 1 })
      }
    }
    await Promise.all(Array.from({ length: parallelCalls }, work))
    setRunning(undefined)
    onDone([...done, ...gone])
    void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
    const [reason] = refusals
    const sentences = [
      ...(done.length > 0 ? [bulk[step](done.length)] : []),
      ...(reason === undefined ? [] : [bulk.refused(refusals.length, reason)]),
    ]
    showToast(reason === undefined ? 'good' : done.length > 0 ? 'caution' : 'bad', sentences.join(' · '))
  }
  return { runAll, running }
}

const isOutdated: ReadonlySet<string> = new Set(['not-found', 'changed-elsewhere'])

type BulkDialogProps = {
  step: 'cancel' | 'remove'
  rows: readonly Row[]
  onConfirm: () => Promise<void>
  onClose: () => void
}

function BulkDialog({ step, rows, onConfirm, onClose }: BulkDialogProps) {
  const { list, actions } = useStrings()
  const { bulk } = analysisStrings[useLanguage()]
  const { isRunning, runOnce } = useSingleRun()
  const confirm = async () => {
    await onConfirm()
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={isRunning}
      title={step === 'cancel' ? list.analysis.confirmCancel : list.confirmRemove}
      cancelLabel={actions.no}
      confirmLabel={actions.yes}
      onCancel={onClose}
      onConfirm={() => void runOnce(confirm)}
    >
      <Isolated>{step === 'cancel' ? bulk.confirmCancel(rows.length) : bulk.confirmRemove(rows.length)}</Isolated>
    </ConfirmDialog>
  )
}
