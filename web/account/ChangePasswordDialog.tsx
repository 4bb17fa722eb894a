import { KnownName } from '#web/fields/KnownName.tsx'
import { NewPasswordFields } from '#web/fields/NewPasswordFields.tsx'
import { PasswordField } from '#web/fields/PasswordField.tsx'
import { useHeldPage } from '#web/session/useHeldPage.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { RedAlert } from '#web/ui/RedAlert.tsx'
import { Window } from '#web/ui/Window.tsx'
import { usePasswordChange } from './usePasswordChange.ts'
import styles from './ChangePasswordDialog.module.css'

/** The own password, changed by whoever knows it. */
export function ChangePasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { newPassword: words, acts } = useStrings()
  return (
    <Window opened onClose={onClose} title={words.title} closeLabel={acts.close}>
      <Fields email={email} onClose={onClose} />
    </Window>
  )
}

function Fields({ email, onClose }: { email: string; onClose: () => void }) {
  const { newPassword: words, acts } = useStrings()
  useHeldPage()
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
          {acts.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
