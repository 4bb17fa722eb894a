import { useReducer } from 'react'
import type { Answer } from '#shared/calls/answer.ts'
import { post } from '#web/platform/api/client.ts'
import { signIn } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep, PersonStep, Progress } from './RegistrationSteps.tsx'
import { isEmailVerified, registrationReducer, restoredRegistration } from './registration.ts'
import { clearCodeSteps, hasCodeEnded, readCodeStep, storeCodeStep } from './stepReferences.ts'

/** Registration in three steps: e-mail address, the code that verifies it, and the person. */
export function RegisterScreen() {
  return (
    <AuthLayout>
      <Registration />
    </AuthLayout>
  )
}

function Registration() {
  const { register: strings } = useStrings()
  const { state, type, goBack, submitEmail, sendCode, verifyEmail, register } = useRegistration()
  const { step, typed, sent, problems, busy } = state

  if (step === 'email')
    return <EmailStep typed={typed} problems={problems} busy={busy} onChange={type} onSend={submitEmail} />
  if (step === 'person')
    return (
      <PersonStep typed={typed} problems={problems} busy={busy} onChange={type} onBack={goBack} onSend={register} />
    )
  return (
    <CodeStep
      key={sent?.reference}
      title={strings.title}
      head={<Progress step="code" />}
      email={sent?.email ?? ''}
      problems={problems}
      field="EmailOtp"
      busy={busy}
      onVerify={verifyEmail}
      onResend={sendCode}
    >
      <Button variant="ghost" size="sm" icon="back" onClick={goBack}>
        {strings.back}
      </Button>
    </CodeStep>
  )
}

/** The state of a registration and its calls. */
function useRegistration() {
  const [state, dispatch] = useReducer(registrationReducer, readCodeStep('registrationStep'), restoredRegistration)
  const { typed, sent, code } = state

  const refuse = (answer: Answer) => {
    if (hasCodeEnded(answer)) clearCodeSteps()
    dispatch({ type: 'refused', answer })
  }

  const sendCode = async () => {
    const email = typed.Email.trim()
    dispatch({ type: 'sent' })
    const answer = await post('guest/initEmail', { Email: email })
    if (answer.Status === 'error') refuse(answer)
    else {
      storeCodeStep('registrationStep', { email, reference: answer.Reference })
      dispatch({ type: 'code-sent', email, reference: answer.Reference })
    }
    return answer.Status === 'success'
  }
  const verifyEmail = async (typedCode: string) => {
    dispatch({ type: 'sent' })
    const answer = await post('guest/completeEmail', { EmailReference: sent?.reference ?? '', EmailOtp: typedCode })
    if (answer.Status === 'error') refuse(answer)
    else dispatch({ type: 'code-verified', code: typedCode })
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
    if (signIn(answer)) clearCodeSteps()
    else refuse(answer)
  }
  return {
    state,
    type: (change: Partial<typeof typed>) => dispatch({ type: 'input-changed', change }),
    goBack: () => {
      clearCodeSteps()
      dispatch({ type: 'step-changed', step: 'email' })
    },
    /** Sends a code, or skips the step if the address is verified already. */
    submitEmail: async () => (isEmailVerified(state) ? dispatch({ type: 'step-changed', step: 'person' }) : sendCode()),
    sendCode,
    verifyEmail,
    register,
  }
}
