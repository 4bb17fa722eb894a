import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeStep } from './CodeStep.tsx'
import { EmailStep } from './EmailStep.tsx'
import { Entrance } from './Entrance.tsx'
import { PersonStep } from './PersonStep.tsx'
import { Progress } from './Progress.tsx'
import { useRegistration } from './useRegistration.ts'

/** A new account in three steps: an address, the code that proves it, and the person. */
export function RegisterScreen() {
  return (
    <Entrance>
      <Registration />
    </Entrance>
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
