import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { users } from '#shared/resources/users.ts'
import { keysOf, resetPassword } from '#web/api/resource.ts'
import { ShownSecret } from '#web/fields/inputs/words.tsx'
import { showAnswer } from '#web/shell/toasts.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Window } from '#web/ui/Window.tsx'
import styles from './ResetWindow.module.css'

/** Asks before a person gets a new first password, and shows it once. */
export function ResetWindow({ row, onClose }: { row: Row; onClose: () => void }) {
  const { list, acts } = useStrings()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [password, setPassword] = useState<string>()
  const name = String(row['name'])

  const reset = async () => {
    setBusy(true)
    const answer = await resetPassword(row)
    setBusy(false)
    void client.invalidateQueries({ queryKey: keysOf(users) })
    if (answer.Status === 'success') {
      setPassword(answer.password)
      return
    }
    showAnswer(answer)
    onClose()
  }

  if (password !== undefined) return <NewPassword {...{ name, password, onClose }} />
  return (
    <ConfirmDialog
      opened
      busy={isBusy}
      title={list.reset.sure}
      cancelLabel={acts.cancel}
      confirmLabel={list.reset.act}
      onCancel={onClose}
      onConfirm={() => void reset()}
    >
      {list.reset.more(name)}
    </ConfirmDialog>
  )
}

type NewPasswordProps = { name: string; password: string; onClose: () => void }

/** It is told this once: the window stays until somebody closes it by its button. */
function NewPassword({ name, password, onClose }: NewPasswordProps) {
  const { list, acts } = useStrings()
  return (
    <Window opened title={list.reset.done}>
      <div className={styles.told}>
        <p>{list.reset.once}</p>
        <ShownSecret label={name} secret={password} />
        <Button onClick={onClose}>{acts.close}</Button>
      </div>
    </Window>
  )
}
