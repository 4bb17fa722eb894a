import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Progress } from './progress.ts'
import type { ResourceForm } from './useResourceForm.ts'
import styles from './Form.module.css'

type Props = {
  state: ResourceForm
  progress: Progress
  /** The record has moved on under the form. */
  isStale: boolean
  /** Whoever changes a record need not walk to the last step to save it. */
  canSaveHere: boolean
  onGo: (step: number) => void
  onLeave: () => void
}

/** The foot of a form: what becomes of what is written, and the ways on and out. */
export function FormFoot({ state, progress, isStale, canSaveHere, onGo, onLeave }: Props) {
  const { form } = useStrings()
  const { draft, conflict, isSaving, isSending } = state
  const { isStepwise, isLast, current } = progress
  const isClosed = isStale || isSending || draft.offered !== undefined
  const save = conflict.found ? form.conflict.saveAgain : form.save
  return (
    <div className={styles.acts}>
      <Told isKept={draft.isKept} isSending={isSending} />
      <div className={styles.actsEnd}>
        <Button variant="ghost" onClick={onLeave}>
          {form.close}
        </Button>
        {isStepwise && (
          <Button variant="outline" disabled={current === 0} onClick={() => onGo(current - 1)}>
            {form.previous}
          </Button>
        )}
        {!isLast && canSaveHere && (
          <Button variant="soft" loading={isSaving} disabled={isClosed} onClick={() => void state.save()}>
            {save}
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={isClosed && isLast}>
          {isLast ? save : form.next}
        </Button>
      </div>
    </div>
  )
}

function Told({ isKept, isSending }: { isKept: boolean; isSending: boolean }) {
  const { form, files } = useStrings()
  return (
    <span className={styles.told} role="status">
      {isSending ? files.wait : isKept ? form.draft.kept : ''}
    </span>
  )
}
