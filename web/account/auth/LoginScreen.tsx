import { useState } from 'react'
import { readUser } from '#web/platform/session/storage.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { CodeStep } from './CodeStep.tsx'
import { Credentials, type Typed } from './Credentials.tsx'
import { useLogin } from './useLogin.ts'

/** Where a guest comes in. */
export function LoginScreen() {
  return (
    <AuthLayout>
      <LoginForm />
    </AuthLayout>
  )
}

/** Who one is, and, where it is asked for, the code that proves it. */
function LoginForm() {
  const { code: words } = useStrings()
  const { state, send, verify, startOver } = useLogin(readUser())
  const [typed, setTyped] = useState<Typed>({ email: '', password: '', remember: false })
  const { saved, reference, problems, busy } = state

  const email = saved?.email ?? typed.email
  // A card is there because the person asked to be remembered.
  const sendAll = () => send({ email, password: typed.password }, saved !== undefined || typed.remember)
  const goBack = () => {
    setTyped({ ...typed, password: '' })
    startOver()
  }
  if (reference === undefined)
    return <Credentials {...{ saved, typed, problems, busy }} onChange={setTyped} onSend={sendAll} onSwitch={goBack} />
  return (
    <CodeStep
      key={reference}
      title={words.title}
      email={email.trim()}
      problems={problems}
      field="otp"
      busy={busy}
      onVerify={verify}
      onResend={sendAll}
    >
      <Button variant="ghost" size="sm" icon="back" onClick={goBack}>
        {words.backToLogin}
      </Button>
    </CodeStep>
  )
}
