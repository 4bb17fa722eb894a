import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '#shared/calls/crud.ts'
import { users } from '#shared/resources/users.ts'
import { resetFactors, resetPassword, resourceQueryKey } from '#web/platform/api/resource.ts'
import { useCan, useReauthInPlace, useSession } from '#web/platform/session/session.ts'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { showAnswer, showOutcome } from '#web/platform/toasts/toasts.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import { ListScreen } from '#web/registry/list/ListScreen.tsx'
import { NewPasswordDialog } from '#web/registry/list/useRecordDialogs.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'

const card = { header: 'name' }

export function UsersScreen() {
  const { list } = useStrings()
  const mayUpdate = useCan('update', users)
  const { reset } = factorStrings[useLanguage()]
  const [resetRow, setResetRow] = useState<Row>()
  const [factorsRow, setFactorsRow] = useState<Row>()
  const session = useSession()
  // The own password and second factors change with the current password only.
  const isAvailable = ({ id }: Row) => session.at !== 'signed-in' || session.decoded.user.id !== id
  const actions = mayUpdate
    ? [
        { name: 'reset', label: list.reset.act, icon: 'key', isAvailable, run: setResetRow } as const,
        { name: 'resetFactors', label: reset.act, icon: 'shield', isAvailable, run: setFactorsRow } as const,
      ]
    : []
  return (
    <ListScreen resource={users} actions={actions} card={card}>
      {resetRow && <ResetDialog row={resetRow} onClose={() => setResetRow(undefined)} />}
      {factorsRow && <ResetFactorsDialog row={factorsRow} onClose={() => setFactorsRow(undefined)} />}
    </ListScreen>
  )
}

/** Confirms the reset of a user's password, and shows the new one once. */
function ResetDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  useReauthInPlace()
  const { list, actions } = useStrings()
  const client = useQueryClient()
  const { isRunning, runOnce } = useSingleRun()
  const [password, setPassword] = useState<string>()
  const name = String(row['name'])

  const reset = async () => {
    const answer = await resetPassword(row)
    void client.invalidateQueries({ queryKey: resourceQueryKey(users) })
    if (answer.Status === 'success' && answer.password !== undefined) {
      setPassword(answer.password)
      return
    }
    showAnswer(answer)
    onClose()
  }

  if (password !== undefined) return <NewPasswordDialog {...{ name, password, onClose }} />
  return (
    <ConfirmDialog
      opened
      busy={isRunning}
      title={list.reset.sure}
      cancelLabel={actions.cancel}
      confirmLabel={list.reset.act}
      onCancel={onClose}
      onConfirm={() => void runOnce(reset)}
    >
      {list.reset.more(name)}
    </ConfirmDialog>
  )
}

/** Confirms the removal of a user's second factors. */
function ResetFactorsDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { actions } = useStrings()
  const { reset: strings } = factorStrings[useLanguage()]
  const { isRunning, runOnce } = useSingleRun()

  const reset = async () => {
    const answer = await resetFactors(row)
    showOutcome(answer, strings.done)
    onClose()
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={isRunning}
      title={strings.sure}
      cancelLabel={actions.cancel}
      confirmLabel={strings.act}
      onCancel={onClose}
      onConfirm={() => void runOnce(reset)}
    >
      {strings.more(String(row['name']))}
    </ConfirmDialog>
  )
}
