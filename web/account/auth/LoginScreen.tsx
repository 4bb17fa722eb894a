import { useState } from 'react'
import { readUser } from '#web/platform/session/storage.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { Credentials, type CredentialsInput } from './Credentials.tsx'
import { SecondStep } from './SecondStep.tsx'
import { useLogin } from './useLogin.ts'

/** The log-in screen. */
export function LoginScreen() {
  return (
    <AuthLayout>
      <LoginForm />
    </AuthLayout>
  )
}

/** The log-in form: credentials and, if the server requires it, a second step. */
function LoginForm() {
  const { code: strings } = useStrings()
  const { state, send, verify, startOver } = useLogin(readUser())
  const [typed, setTyped] = useState<CredentialsInput>({ email: '', password: '', remember: false })
  const { saved, reference, problems, busy } = state

  const email = saved?.email ?? typed.email
  // A saved user exists only if they chose to be remembered.
  const sendAll = () => send({ email, password: typed.password }, saved !== undefined || typed.remember)
  const goBack = () => {
    setTyped({ ...typed, password: '' })
    startOver()
  }
  if (reference === undefined)
    return <Credentials {...{ saved, typed, problems, busy }} onChange={setTyped} onSend={sendAll} onSwitch={goBack} />
  return (
    <SecondStep key={reference} state={state} email={email.trim()} onVerify={verify} onResend={sendAll}>
      <Button variant="ghost" size="sm" icon="back" onClick={goBack}>
        {strings.backToLogin}
      </Button>
    </SecondStep>
  )
}
