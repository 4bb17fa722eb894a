import { useRef, useState } from 'react'
import type { Problems } from '#web/platform/api/problems.ts'
import { PasswordField, SavedCard } from '#web/account/fields/CredentialFields.tsx'
import { dropExpiredSession } from '#web/platform/session/session.ts'
import type { SavedUser } from '#web/platform/session/storage.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/dialogs/Dialog.tsx'
import { Form } from '#web/account/auth/Form.tsx'
import { SecondStep } from '#web/account/auth/SecondStep.tsx'
import { clearCodeSteps } from '#web/account/auth/stepReferences.ts'
import { useLogin } from '#web/account/auth/useLogin.ts'

/** Only the same user can sign in again here; another user must leave the page. */
export function SignInDialog({ user, remember }: { user: SavedUser; remember: boolean }) {
  const { reauth: strings } = useStrings()
  return (
    <Dialog opened title={strings.title}>
      <Steps user={user} remember={remember} />
    </Dialog>
  )
}

function Steps({ user, remember }: { user: SavedUser; remember: boolean }) {
  const { state, send, verify } = useLogin(user)
  const [password, setPassword] = useState('')
  const { reference, problems, busy } = state
  const sendAll = () => send({ email: user.email, password }, remember)

  if (reference === undefined)
    return <PasswordStep {...{ user, password, problems, busy }} onChange={setPassword} onSend={sendAll} />
  return (
    <SecondStep key={reference} state={state} email={user.email} isInDialog onVerify={verify} onResend={sendAll}>
      <Leave />
    </SecondStep>
  )
}

type PasswordStepProps = {
  user: SavedUser
  password: string
  problems: Problems
  busy: boolean
  onChange: (password: string) => void
  onSend: () => Promise<unknown>
}

function PasswordStep({ user, password, problems, busy, onChange, onSend }: PasswordStepProps) {
  const { login, reauth: strings } = useStrings()
  const field = useRef<HTMLInputElement>(null)
  const submit = async () => {
    if (busy || password === '') return
    await onSend()
    field.current?.select()
  }
  return (
    <Form lead={strings.lead} messages={problems.messages} onSubmit={() => void submit()}>
      <SavedCard saved={user} />
      <PasswordField
        ref={field}
        label={login.password}
        autoComplete="current-password"
        isFirst
        value={password}
        onChange={onChange}
      />
      <Button type="submit" size="lg" wide loading={busy}>
        {login.submit}
      </Button>
      <Leave />
    </Form>
  )
}

function Leave() {
  const { reauth: strings } = useStrings()
  const leave = () => {
    clearCodeSteps()
    dropExpiredSession()
  }
  return (
    <Button variant="ghost" size="sm" icon="logout" onClick={leave}>
      {strings.leave}
    </Button>
  )
}
