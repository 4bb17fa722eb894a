import { useState } from 'react'
import { type NewPassword, passwordProblems } from '#web/account/fields/newPassword.ts'
import { NewPasswordFields } from '#web/account/fields/NewPasswordFields.tsx'
import { KnownName, PasswordField } from '#web/account/fields/PasswordField.tsx'
import { useFirstWrong } from '#web/account/fields/useFirstWrong.ts'
import { post } from '#web/platform/api/client.ts'
import { noProblems, problemsIn, withoutProblemsOf } from '#web/platform/api/problems.ts'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { showToast } from '#web/platform/toasts/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Window } from '#web/ui/dialogs/Window.tsx'
import { RedAlert } from '#web/ui/Alert.tsx'
import styles from './ChangePasswordDialog.module.css'

/** The own password, changed by whoever knows it. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { newPassword: words, actions } = useStrings()
  return (
    <Window opened onClose={onClose} title={words.title} closeLabel={actions.close}>
      <Fields email={email} onClose={onClose} />
    </Window>
  )
}

function Fields({ email, onClose }: { email: string; onClose: () => void }) {
  const { newPassword: words, actions } = useStrings()
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
      <RedAlert messages={messages} />
      <KnownName email={email} />
      <PasswordField
        name="current-password"
        label={words.current}
        autoComplete="current-password"
        isFirst
        value={typed.CurrentPassword}
        error={errors['CurrentPassword']}
        onChange={(CurrentPassword) => change({ CurrentPassword })}
      />
      <NewPasswordFields value={typed} errors={errors} onChange={change} />
      <div className={styles.actions}>
        <Button variant="ghost" onClick={onClose}>
          {actions.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}

type Typed = NewPassword & { CurrentPassword: string }

/** Changing the own password; `onDone` once it has been changed. */
function usePasswordChange(onDone: () => void) {
  const words = useStrings()
  const [typed, setTyped] = useState<Typed>({ CurrentPassword: '', Password: '', Password_confirmation: '' })
  const [problems, setProblems] = useState(noProblems)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const { form, goToFirstWrong } = useFirstWrong()
  const own = ownProblems(typed, words)

  const submit = async () => {
    if (busy) return
    setTried(true)
    if (Object.keys(own).length > 0) {
      goToFirstWrong()
      return
    }
    setBusy(true)
    const answer = await post('auth/password/change', typed)
    setBusy(false)
    setProblems(problemsIn(answer))
    if (answer.Status === 'error') {
      goToFirstWrong()
      return
    }
    showToast('good', words.newPassword.changed)
    onDone()
  }
  const change = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part })
    setProblems(withoutProblemsOf(problems, ...Object.keys(part)))
  }
  const errors: Record<string, string | undefined> = { ...problems.fields, ...(tried && own) }
  return { typed, change, errors, messages: problems.messages, busy, submit, form }
}

const ownProblems = (typed: Typed, words: Strings) => ({
  ...(typed.CurrentPassword === '' && { CurrentPassword: words.newPassword.currentNeeded }),
  ...passwordProblems(typed, words),
})
