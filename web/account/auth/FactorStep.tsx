import { TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { SecondFactor } from '#shared/calls/factors.ts'
import { fieldClasses } from '#web/account/fields/fieldClasses.ts'
import fields from '#web/account/fields/fields.module.css'
import { hasPasskeys, signWithPasskey } from '#web/account/passkeys.ts'
import { post } from '#web/platform/api/client.ts'
import { noProblems, type Problems, problemsIn, sentencesOf } from '#web/platform/api/problems.ts'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { CodeStep } from './CodeStep.tsx'
import styles from './FactorStep.module.css'
import { Form } from './Form.tsx'
import type { SecondProof, SecondStepProps } from './useLogin.ts'

/** The second step of an account with a factor of its own: the preferred one, and the others to choose from. */
export function FactorStep({ state, email, isInDialog = false, onVerify, children }: SecondStepProps) {
  const { verify: strings } = factorStrings[useLanguage()]
  const { method, choose, problems, verify, sendAgain } = useMethod(state, onVerify)
  const methods = usableMethods(state.methods)
  const others = (
    <div className={styles.others}>
      {methods
        .filter((one) => one !== method)
        .map((one) => (
          <Button key={one} variant="ghost" size="sm" onClick={() => void choose(one)}>
            {strings[one].choose}
          </Button>
        ))}
      {children}
    </div>
  )
  const shared = { ...(!isInDialog && { title: strings.title }), problems, busy: state.busy, children: others }
  if (method === undefined) return <NoMethod {...shared} />
  if (method === 'passkey') return <PasskeyStep {...shared} reference={state.reference ?? ''} onVerify={verify} />
  if (method === 'recovery') return <RecoveryStep {...shared} onVerify={verify} />
  return (
    <CodeStep
      key={method}
      {...shared}
      {...(method === 'totp' ? { wording: { ...strings.totp, needed: strings.totp.lead } } : { onResend: sendAgain })}
      email={email}
      field="otp"
      onVerify={(otp) => verify({ otp })}
    />
  )
}

/** Without a passkey that the browser could not use. */
const usableMethods = (methods: readonly SecondFactor[]) =>
  methods.filter((method) => method !== 'passkey' || hasPasskeys())

/** The chosen method, and the problems of the last attempt by it. A code by e-mail is sent when it is chosen. */
function useMethod(state: SecondStepProps['state'], onVerify: SecondStepProps['onVerify']) {
  const [method, setMethod] = useState(usableMethods(state.methods)[0])
  const [hasTried, setTried] = useState(false)
  const [sendingProblems, setSendingProblems] = useState(noProblems)

  const sendCode = async () => {
    const answer = await post('auth/verify/email', { reference: state.reference ?? '' })
    setSendingProblems(problemsIn(answer))
    return answer.Status === 'success'
  }
  const choose = async (next: SecondFactor) => {
    setTried(false)
    setSendingProblems(noProblems)
    if (next !== 'email' || (await sendCode())) setMethod(next)
  }
  const verify = async (proof: SecondProof) => {
    setTried(true)
    setSendingProblems(noProblems)
    await onVerify(proof)
  }
  const sendAgain = async () => {
    setTried(false)
    return sendCode()
  }
  const problems = hasTried ? state.problems : sendingProblems
  return { method, choose, problems, verify, sendAgain }
}

type StepProps = {
  title?: string
  problems: Problems
  busy: boolean
  /** The other methods, and the button that leads back. */
  children: ReactNode
}

/** No method of the account works in this browser at this address. */
function NoMethod({ title, children }: StepProps) {
  const { passkey: strings } = factorStrings[useLanguage()].verify
  return (
    <Form title={title} lead={strings.unavailable} messages={[]} onSubmit={() => undefined}>
      {children}
    </Form>
  )
}

type PasskeyStepProps = StepProps & { reference: string; onVerify: (proof: SecondProof) => Promise<void> }

function PasskeyStep({ title, reference, problems, busy, onVerify, children }: PasskeyStepProps) {
  const { passkey: strings } = factorStrings[useLanguage()].verify
  const [isWaiting, setWaiting] = useState(false)
  const [messages, setMessages] = useState<readonly string[]>([])

  const submit = async () => {
    if (busy || isWaiting) return
    setWaiting(true)
    setMessages([])
    const answer = await post('auth/verify/passkey', { reference })
    const passkey = answer.Status === 'success' ? await signWithPasskey(answer.Options) : undefined
    setWaiting(false)
    if (answer.Status === 'error') setMessages(sentencesOf(answer))
    else if (passkey) await onVerify({ passkey })
    else setMessages([strings.cancelled])
  }
  return (
    <Form
      title={title}
      lead={strings.lead}
      messages={[...messages, ...problems.messages]}
      onSubmit={() => void submit()}
    >
      <Button type="submit" size="lg" wide icon="key" autoFocus loading={busy || isWaiting}>
        {strings.use}
      </Button>
      {children}
    </Form>
  )
}

type RecoveryStepProps = StepProps & { onVerify: (proof: SecondProof) => Promise<void> }

function RecoveryStep({ title, problems, busy, onVerify, children }: RecoveryStepProps) {
  const { code: codeStrings } = useStrings()
  const { recovery: strings } = factorStrings[useLanguage()].verify
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async () => {
    if (busy) return
    setMissing(typed.trim() === '')
    if (typed.trim() !== '') await onVerify({ recovery_code: typed.trim() })
    input.current?.select()
  }
  return (
    <Form title={title} lead={strings.lead} messages={problems.messages} onSubmit={() => void submit()}>
      <TextInput
        ref={input}
        size="lg"
        name="recovery-code"
        label={strings.label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        classNames={{ ...fieldClasses, input: fields.latin ?? '' }}
        value={typed}
        error={isMissing ? strings.needed : problems.fields['recovery_code']}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <Button type="submit" size="lg" wide loading={busy}>
        {codeStrings.verify}
      </Button>
      {children}
    </Form>
  )
}
