import { useReducer } from 'react'
import { post } from '#web/platform/api/client.ts'
import { signIn } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { PersonStep } from './PersonStep.tsx'
import { Progress } from './Progress.tsx'
import { isProved, registrationBegins, registrationReducer } from './registration.ts'

/** A new account in three steps: an address, the code that proves it, and the person. */
export function RegisterScreen() {
  return (
    <AuthLayout>
      <Registration />
    </AuthLayout>
  )
}

function Registration() {
  const { register: words } = useStrings()
  const { state, type, goTo, leaveEmail, sendCode, proveEmail, register } = useRegistration()
  const { step, typed, sent, problems, busy } = state

  if (step === 'email')
    return <EmailStep typed={typed} problems={problems} busy={busy} onChange={type} onSend={leaveEmail} />
  if (step === 'person')
    return (
      <PersonStep
        typed={typed}
        problems={problems}
        busy={busy}
        onChange={type}
        onBack={() => goTo('email')}
        onSend={register}
      />
    )
  return (
    <CodeStep
      key={sent?.reference}
      title={words.title}
      head={<Progress step="code" />}
      email={sent?.email ?? ''}
      problems={problems}
      field="EmailOtp"
      busy={busy}
      onVerify={proveEmail}
      onResend={sendCode}
    >
      <Button variant="ghost" size="sm" icon="back" onClick={() => goTo('email')}>
        {words.back}
      </Button>
    </CodeStep>
  )
}

/** The way to an account: an address, the code that proves it, and the person. */
function useRegistration() {
  const [state, dispatch] = useReducer(registrationReducer, registrationBegins)
  const { typed, sent, code } = state

  const sendCode = async () => {
    const email = typed.Email.trim()
    dispatch({ type: 'sent' })
    const answer = await post('guest/initEmail', { Email: email })
    if (answer.Status === 'error') dispatch({ type: 'refused', answer })
    else dispatch({ type: 'code-sent', email, reference: answer.Reference })
  }
  const proveEmail = async (typedCode: string) => {
    dispatch({ type: 'sent' })
    const answer = await post('guest/completeEmail', { EmailReference: sent?.reference ?? '', EmailOtp: typedCode })
    if (answer.Status === 'error') dispatch({ type: 'refused', answer })
    else dispatch({ type: 'code-proved', code: typedCode })
  }
  const register = async () => {
    dispatch({ type: 'sent' })
    const answer = await post('guest/register', {
      Email: sent?.email ?? '',
      EmailReference: sent?.reference ?? '',
      EmailOtp: code ?? '',
      Fullname: typed.Fullname,
      Password: typed.Password,
      Password_confirmation: typed.Password_confirmation,
      Terms: true,
    })
    if (!signIn(answer)) dispatch({ type: 'refused', answer })
  }
  return {
    state,
    type: (change: Partial<typeof typed>) => dispatch({ type: 'typed', change }),
    goTo: (step: typeof state.step) => dispatch({ type: 'went', step }),
    /** From the address to its code, or past it when it was proved already. */
    leaveEmail: async () => (isProved(state) ? dispatch({ type: 'went', step: 'person' }) : sendCode()),
    sendCode,
    proveEmail,
    register,
  }
}
