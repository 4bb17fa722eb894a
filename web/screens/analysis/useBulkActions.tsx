import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import type { Row } from '#shared/calls/crud.ts'
import { permission } from '#shared/resource/names.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { analysisCan, runStepOf } from '#shared/resources/analysisStatuses.ts'
import { sentencesOf } from '#web/platform/api/problems.ts'
import { callResource, changeAnalysis, resourceQueryKey } from '#web/platform/api/resource.ts'
import { hasPermission, useSession } from '#web/platform/session/session.ts'
import { analysisStrings } from '#web/platform/strings/analysisStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showToast } from '#web/platform/toasts/toasts.ts'
import type { BulkAction } from '#web/registry/list/rowActions.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { statusOf } from './useRowSteps.tsx'

type Step = 'analyze' | 'cancel' | 'remove'

const steps: Record<Step, Pick<BulkAction, 'icon' | 'danger' | 'isAvailable'> & StepCall> = {
  analyze: {
    icon: 'chart',
    needs: permission('analyze', analysis),
    isAvailable: (row) => runStepOf(statusOf(row)) === 'analyze',
    call: (row) => changeAnalysis('runAnalysis', row),
  },
  cancel: {
    icon: 'circle-x',
    needs: permission('cancel', analysis),
    isAvailable: (row) => analysisCan.cancel(statusOf(row)),
    call: (row) => changeAnalysis('cancel', row),
  },
  remove: {
    icon: 'trash',
    danger: true,
    needs: permission('delete', analysis),
    isAvailable: (row) => analysisCan.delete(statusOf(row)),
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
  const [pending, setPending] = useState<{ step: Exclude<Step, 'analyze'>; rows: readonly Row[] }>()
  const runAll = useRunAll()
  const labels = { analyze: list.analysis.analyze, cancel: list.analysis.cancel, remove: list.remove }
  const actions = stepNames
    .filter((step) => hasPermission(session, steps[step].needs))
    .map((step): BulkAction => ({
      ...steps[step],
      name: step,
      label: (count) => bulk.label(labels[step], count),
      run: (rows) => (step === 'analyze' ? void runAll(step, rows) : setPending({ step, rows })),
    }))
  const dialog = pending && (
    <BulkDialog
      {...pending}
      onConfirm={() => runAll(pending.step, pending.rows)}
      onClose={() => setPending(undefined)}
    />
  )
  return { actions, dialog }
}

const parallelCalls = 4

/** Returns a function that runs a step on every row and shows one toast. */
function useRunAll() {
  const client = useQueryClient()
  const { bulk } = analysisStrings[useLanguage()]
  return async (step: Step, rows: readonly Row[]) => {
    const waiting = [...rows]
    const refusals: string[] = []
    const work = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const answer = await steps[step].call(row)
        if (answer.Status === 'error') refusals.push(sentencesOf(answer)[0] ?? answer.Message)
      }
    }
    await Promise.all(Array.from({ length: parallelCalls }, work))
    void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
    const done = rows.length - refusals.length
    const [reason] = refusals
    const sentences = [
      ...(done > 0 ? [bulk[step](done)] : []),
      ...(reason === undefined ? [] : [bulk.refused(refusals.length, reason)]),
    ]
    showToast(reason === undefined ? 'good' : done > 0 ? 'caution' : 'bad', sentences.join(' · '))
  }
}

type DialogProps = {
  step: 'cancel' | 'remove'
  rows: readonly Row[]
  onConfirm: () => Promise<void>
  onClose: () => void
}

function BulkDialog({ step, rows, onConfirm, onClose }: DialogProps) {
  const { list, actions } = useStrings()
  const { bulk } = analysisStrings[useLanguage()]
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={isBusy}
      title={step === 'cancel' ? list.analysis.confirmCancel : list.confirmRemove}
      cancelLabel={actions.no}
      confirmLabel={actions.yes}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <Isolated>{step === 'cancel' ? bulk.confirmCancel(rows.length) : bulk.confirmRemove(rows.length)}</Isolated>
    </ConfirmDialog>
  )
}
