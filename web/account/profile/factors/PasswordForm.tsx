import { type ReactNode, useState } from 'react'
import type { Answer, Success } from '#shared/calls/answer.ts'
import { HiddenUsername, PasswordField } from '#web/account/fields/CredentialFields.tsx'
import { useFocusFirstError } from '#web/ui/useFocusFirstError.ts'
import { noProblems, problemsIn } from '#web/platform/api/problems.ts'
import { useReauthInPlace, useSession } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { RedAlert } from '#web/ui/Alert.tsx'
import { Dialog, DialogActions } from '#web/ui/dialogs/Dialog.tsx'
import styles from '#web/account/profile/ChangePasswordDialog.module.css'
import { useSingleRun } from '#web/platform/useSingleRun.ts'

type Props<Body extends object> = {
  submitLabel: string
  danger?: boolean
  /** Whether the other fields may be sent; called at each submit. */
  isComplete?: () => boolean
  send: (CurrentPassword: string) => Promise<Answer<Body>>
  onDone: (answer: Success<Body>) => void
  onCancel: () => void
  /** What the change does, above the password; fields that it needs, below. */
  lead?: ReactNode
  children?: ReactNode
}

/** A change of the own account that needs the current password. */
export function PasswordForm<Body extends object>({
  submitLabel,
  danger,
  onCancel,
  lead,
  children,
  ...rest
}: Props<Body>) {
  const { newPassword: strings, actions } = useStrings()
  const session = useSession()
  useReauthInPlace()
  const { password, change, error, messages, busy, submit, form } = usePassword(rest)
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
      {lead}
      <RedAlert messages={messages} />
      {children}
      {session.at === 'signed-in' && <HiddenUsername email={session.decoded.user.email} />}
      <PasswordField
        name="current-password"
        label={strings.current}
        autoComplete="current-password"
        isFirst={children === undefined}
        value={password}
        error={error}
        onChange={change}
      />
      <DialogActions
        cancelLabel={actions.cancel}
        submitLabel={submitLabel}
        danger={danger}
        loading={busy}
        onCancel={onCancel}
      />
    </form>
  )
}

type SubmitProps<Body extends object> = Pick<Props<Body>, 'isComplete' | 'send' | 'onDone'>

function usePassword<Body extends object>({ isComplete = () => true, send, onDone }: SubmitProps<Body>) {
  const { newPassword: strings } = useStrings()
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState(noProblems)
  const [isMissing, setMissing] = useState(false)
  const { isRunning: busy, runOnce } = useSingleRun()
  const { form, focusFirstError } = useFocusFirstError()

  const submit = async () => {
    setMissing(password === '')
    if (!isComplete() || password === '') {
      focusFirstError()
      return
    }
    const answer = await runOnce(() => send(password))
    if (!answer) return
    setProblems(problemsIn(answer))
    if (answer.Status === 'success') onDone(answer)
    else focusFirstError()
  }
  const change = (typed: string) => {
    setPassword(typed)
    setMissing(false)
    setProblems(noProblems)
  }
  const error = isMissing ? strings.currentNeeded : problems.fields['CurrentPassword']
  return { password, change, error, messages: problems.messages, busy, submit, form }
}

type DialogProps<Body extends object> = Omit<Props<Body>, 'onCancel'> & { title: string; onClose: () => void }

/** The form in a dialog of its own. */
export function PasswordDialog<Body extends object>({ title, onClose, ...form }: DialogProps<Body>) {
  const { actions } = useStrings()
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel={actions.close}>
      <PasswordForm {...form} onCancel={onClose} />
    </Dialog>
  )
}
