import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { keysOf, moveAnalysis } from '#web/api/resource.ts'
import { showAnswer, showToast } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { caseNumbersOf } from '../caseNumbersOf.ts'

export type Step = Parameters<typeof moveAnalysis>[0]

/** Asks before an analysis is cancelled, or nothing is charged for it. */
export function StepWindow({ step, row, onClose }: { step: Step; row: Row; onClose: () => void }) {
  const { list, acts } = useStrings()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    const answer = await moveAnalysis(step, row)
    if (answer.Status === 'success') showToast('good', list.analysis.done)
    else showAnswer(answer)
    void client.invalidateQueries({ queryKey: keysOf(analysis) })
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger={step === 'cancel'}
      busy={isBusy}
      title={step === 'cancel' ? list.analysis.cancelSure : list.analysis.markSure}
      cancelLabel={acts.no}
      confirmLabel={acts.yes}
      onCancel={onClose}
      onConfirm={() => void go()}
    >
      <bdi dir="ltr">{caseNumbersOf(row)}</bdi>
    </ConfirmDialog>
  )
}
