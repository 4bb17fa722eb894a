import { useRef, useState } from 'react'
import { PasswordField } from '#web/fields/PasswordField.tsx'
import { leaveLapsed } from '#web/session/session.ts'
import type { SavedUser } from '#web/session/storage.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Window } from '#web/ui/Window.tsx'
import { CodeStep } from './CodeStep.tsx'
import { Form } from './Form.tsx'
import { SavedCard } from './SavedCard.tsx'
import { useLogin } from './useLogin.ts'

/** Only the person whose page this is comes back to it; everybody else begins afresh. */
export function SignInWindow({ user, remember }: { user: SavedUser; remember: boolean }) {
  const { signInOver: words } = useStrings()
  return (
    <Window opened title={words.title}>
      <Steps user={user} remember={remember} />
    </Window>
  )
}

function Steps({ user, remember }: { user: SavedUser; remember: boolean }) {
  const { login, signInOver: words } = useStrings()
  const { state, send, verify } = useLogin(user)
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { reference, problems, busy } = state

  const sendAll = () => send({ email: user.email, password }, remember)
  const submit = async () => {
    if (busy || password === '') return
    await sendAll()
    field.current?.select()
  }
  const leave = (
    <Button variant="ghost" size="sm" icon="logout" onClick={leaveLapsed}>
      {words.leave}
    </Button>
  )
  if (reference !== undefined)
    return (
      <CodeStep
        key={reference}
        email={user.email}
        problems={problems}
        field="otp"
        busy={busy}
        onVerify={verify}
        onResend={sendAll}
      >
        {leave}
      </CodeStep>
    )
  return (
    <Form lead={words.lead} messages={problems.messages} onSubmit={() => void submit()}>
      <SavedCard saved={user} />
      <PasswordField
        ref={field}
        label={login.password}
        autoComplete="current-password"
        isFirst
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" size="lg" wide loading={busy}>
        {login.submit}
      </Button>
      {leave}
    </Form>
  )
}
