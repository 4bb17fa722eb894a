import { useQueryClient } from '@tanstack/react-query'
import { Popover } from '@mantine/core'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import type { Review } from '#shared/calls/review.ts'
import type { Field } from '#shared/resource/field.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { callResource, resourceQueryKey } from '#web/platform/api/resource.ts'
import { reviewStrings } from '#web/platform/strings/reviewStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showToast } from '#web/platform/toasts/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { Isolated } from '#web/ui/Text.tsx'
import { missingFields, undecidedPages } from './reviewModel.ts'
import type { ReviewState } from './useReview.ts'
import styles from './Review.module.css'

type Props = { row: Row; review: Review; state: ReviewState; onClose: () => void }

/** Finalizes the analysis. While something is missing it is locked, and names what. */
export function FinalizeButton({ row, review, state, onClose }: Props) {
  const strings = reviewStrings[useLanguage()]
  const { actions } = useStrings()
  const [open, setOpen] = useState<'reasons' | 'question'>()
  const close = () => setOpen(undefined)
  const { finalize, isBusy } = useFinalize({ row, review, state, onClose })
  const reasons = useReasons(review)
  const isLocked = reasons.length > 0
  return (
    <>
      <Popover opened={open === 'reasons' && isLocked} onChange={close} position="bottom" withinPortal>
        <Popover.Target>
          <Button
            size="sm"
            variant={isLocked ? 'outline' : 'primary'}
            icon={isLocked ? 'lock' : 'check'}
            onClick={() => setOpen(isLocked ? 'reasons' : 'question')}
          >
            {strings.finalize}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <b>{strings.locked}</b>
          <ul className={styles.lock}>
            {reasons.map((reason) => (
              <li key={reason}>
                <Isolated>{reason}</Isolated>
              </li>
            ))}
          </ul>
        </Popover.Dropdown>
      </Popover>
      <ConfirmDialog
        opened={open === 'question'}
        busy={isBusy}
        title={strings.confirmFinalize}
        cancelLabel={actions.no}
        confirmLabel={actions.yes}
        onCancel={close}
        onConfirm={() => void finalize().then(close)}
      />
    </>
  )
}

const fields: Record<string, Field> = analysis.fields

/** Why the analysis cannot be finalized yet, as sentences. */
function useReasons(review: Review) {
  const language = useLanguage()
  const { lockedBy } = reviewStrings[language]
  return [
    ...undecidedPages(review).map((page) => lockedBy.hidden(page)),
    ...missingFields(review).map((name) => lockedBy.field(fields[name]?.label[language] ?? name)),
  ]
}

function useFinalize({ row, review, state, onClose }: Props) {
  const strings = reviewStrings[useLanguage()]
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const finalize = async () => {
    setBusy(true)
    const answer = await callResource(analysis, 'update', { id: row.id, version: review.version, is_finalized: true })
    setBusy(false)
    if (answer.Status === 'error') {
      showAnswer(answer)
      void state.load()
      return
    }
    showToast('good', strings.finalized)
    void client.invalidateQueries({ queryKey: resourceQueryKey(analysis) })
    onClose()
  }
  return { finalize, isBusy }
}
