import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type NewPassword, passwordProblems, NewPasswordFields } from '#web/account/fields/NewPasswordFields.tsx'
import { HiddenUsername, PasswordField } from '#web/account/fields/CredentialFields.tsx'
import { useFocusFirstError } from '#web/ui/useFocusFirstError.ts'
import { post } from '#web/platform/api/client.ts'
import { noProblems, problemsIn, withoutProblemsOf } from '#web/platform/api/problems.ts'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { showToast } from '#web/platform/toasts/toasts.tsx'
import { Dialog, DialogActions } from '#web/ui/dialogs/Dialog.tsx'
import { RedAlert } from '#web/ui/Alert.tsx'
import { useSingleRun } from '#web/platform/useSingleRun.ts'
import styles from './ChangePasswordDialog.module.css'

/** Changes the user's own password, which requires the current one. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { newPassword: strings, actions } = useStrings()
  return (
    <Dialog opened onClose={onClose} title={strings.title} closeLabel={actions.close}>
      <Fields email={email} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ email, onClose }: { email: string; onClose: () => void }) {
  const { newPassword: strings, actions } = useStrings()
  useReauthInPlace()
  const { typed, change, errors, messages, busy, submit, form } = usePasswordChange(onClose)
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>{strings.ends}</p>
      <RedAlert messages={messages} />
      <HiddenUsername email={email} />
      <PasswordField
        name="current-password"
        label={strings.current}
        autoComplete="current-password"
        isFirst
        value={typed.CurrentPassword}
        error={errors['CurrentPassword']}
        onChange={(CurrentPassword) => change({ CurrentPassword })}
      />
      <NewPasswordFields value={typed} errors={errors} onChange={change} />
      <DialogActions cancelLabel={actions.cancel} submitLabel={strings.submit} loading={busy} onCancel={onClose} />
    </form>
  )
}

type PasswordChange = NewPassword & { CurrentPassword: string }

/** The state of the password form; calls `onDone` after a successful change. */
function usePasswordChange(onDone: () => void) {
  const strings = useStrings()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<PasswordChange>({ CurrentPassword: '', Password: '', Password_confirmation: '' })
  const [problems, setProblems] = useState(noProblems)
  const [isTried, setIsTried] = useState(false)
  const { isRunning: busy, runOnce } = useSingleRun()
  const { form, focusFirstError } = useFocusFirstError()
  const clientProblems = clientProblemsOf(typed, strings)

  const submit = async () => {
    setIsTried(true)
    if (Object.keys(clientProblems).length > 0) {
      focusFirstError()
      return
    }
    const answer = await runOnce(() => post('auth/password/change', typed))
    if (!answer) return
    setProblems(problemsIn(answer))
    if (answer.Status === 'error') {
      focusFirstError()
      return
    }
    showToast('good', strings.newPassword.changed)
    for (const one of ['auth/sessions', 'auth/tokens']) void queries.invalidateQueries({ queryKey: [one] })
    onDone()
  }
  const change = (changes: Partial<PasswordChange>) => {
    setTyped({ ...typed, ...changes })
    setProblems(withoutProblemsOf(problems, ...Object.keys(changes)))
  }
  const errors: Record<string, string | undefined> = { ...problems.fields, ...(isTried && clientProblems) }
  return { typed, change, errors, messages: problems.messages, busy, submit, form }
}

const clientProblemsOf = (typed: PasswordChange, strings: Strings) => ({
  ...(typed.CurrentPassword === '' && { CurrentPassword: strings.newPassword.currentNeeded }),
  ...passwordProblems(typed, strings),
})
