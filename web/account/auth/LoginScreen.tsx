import { useState, useRef } from 'react'
import { Checkbox } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { readUser, type SavedUser } from '#web/platform/session/storage.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Problems } from '#web/platform/api/problems.ts'
import { EmailField, PasswordField, SavedCard } from '#web/account/fields/CredentialFields.tsx'
import { routes } from '#web/platform/paths.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { SecondStep } from './SecondStep.tsx'
import { readCodeStep } from './stepReferences.ts'
import { useLogin } from './useLogin.ts'
import { Form } from './Form.tsx'
import { type LoginFields, missingFields } from './loginState.ts'
import styles from './Form.module.css'

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
  const [interrupted] = useState(() => interruptedStep(readUser()))
  const { state, send, verify, resend, startOver } = useLogin(readUser(), interrupted)
  const given = useLocation({ select: ({ state }) => state.email })
  const [typed, setTyped] = useState<CredentialsInput>({
    email: interrupted?.email ?? given ?? '',
    password: '',
    remember: false,
  })
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
  // A reload loses the password.
  const onResend = typed.password === '' ? resend : sendAll
  return (
    <SecondStep key={reference} state={state} email={email.trim()} onVerify={verify} onResend={onResend}>
      <Button variant="ghost" size="sm" icon="back" onClick={goBack}>
        {strings.backToLogin}
      </Button>
    </SecondStep>
  )
}

/** The second step before a reload, unless another tab has remembered another user since. */
function interruptedStep(saved: SavedUser | undefined) {
  const step = readCodeStep('loginStep')
  return saved && saved.email !== step?.email ? undefined : step
}

type CredentialsInput = LoginFields & { remember: boolean }

type Props = {
  saved: SavedUser | undefined
  typed: CredentialsInput
  problems: Problems
  busy: boolean
  onChange: (typed: CredentialsInput) => void
  onSend: () => Promise<unknown>
  onSwitch: () => void
}

/** E-mail address and password; only the password if a user is remembered. */
function Credentials({ saved, typed, problems, busy, onChange, onSend, onSwitch }: Props) {
  const { login: strings } = useStrings()
  const { errors, validate, change, email, password } = useFields({ saved, typed, problems, onChange })

  const submit = async () => {
    if (busy || !validate()) return
    await onSend()
    password.current?.select()
  }
  return (
    <Form
      title={saved ? strings.welcome : strings.title}
      lead={saved ? undefined : strings.lead}
      messages={problems.messages}
      onSubmit={() => void submit()}
    >
      {saved ? (
        <SavedCard saved={saved} />
      ) : (
        <EmailField
          isFirst
          ref={email}
          value={typed.email}
          error={errors.email}
          onChange={(value) => change('email', value)}
        />
      )}
      <PasswordField
        isFirst={saved !== undefined}
        ref={password}
        label={strings.password}
        autoComplete="current-password"
        value={typed.password}
        error={errors.password}
        onChange={(value) => change('password', value)}
      />
      <div className={styles.links}>
        {!saved && <Remember checked={typed.remember} onChange={(remember) => onChange({ ...typed, remember })} />}
        <ForgotLink />
      </div>
      <Button type="submit" size="lg" wide loading={busy}>
        {strings.submit}
      </Button>
      {saved ? <SwitchAccount onSwitch={onSwitch} /> : <RegisterLink />}
    </Form>
  )
}

function Remember({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { login: strings } = useStrings()
  return (
    <Checkbox
      name="remember"
      label={strings.remember}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function SwitchAccount({ onSwitch }: { onSwitch: () => void }) {
  const { login: strings } = useStrings()
  return (
    <Button variant="ghost" wide onClick={onSwitch}>
      {strings.switchAccount}
    </Button>
  )
}

function ForgotLink() {
  const { entries } = useStrings()
  return <TextLink to={routes.forgotPassword}>{entries.forgotPassword}</TextLink>
}

function RegisterLink() {
  const { register: strings } = useStrings()
  return (
    <p className={styles.aside}>
      {strings.noAccount} <TextLink to={routes.register}>{strings.title}</TextLink>
    </p>
  )
}

type FieldsInput = Pick<Props, 'saved' | 'typed' | 'problems' | 'onChange'>

/** Errors of the fields: missing ones from a submit until they are typed into, otherwise those of the server. */
function useFields({ saved, typed, problems, onChange }: FieldsInput) {
  const { login: strings } = useStrings()
  const [missing, setMissing] = useState<(keyof LoginFields)[]>([])
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const validate = () => {
    const missingNow = missingFields({ ...typed, email: saved?.email ?? typed.email })
    setMissing(missingNow)
    if (missingNow.length > 0) (missingNow[0] === 'email' ? email : password).current?.focus()
    return missingNow.length === 0
  }
  const change = (field: keyof LoginFields, value: string) => {
    onChange({ ...typed, [field]: value })
    setMissing(missing.filter((one) => one !== field))
  }
  const errors = {
    email: missing.includes('email') ? strings.emailNeeded : problems.fields['email'],
    password: missing.includes('password') ? strings.passwordNeeded : problems.fields['password'],
  }
  return { errors, validate, change, email, password }
}
