import { Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Problems } from '#web/platform/api/problems.ts'
import { EmailField } from '#web/account/fields/EmailField.tsx'
import { PasswordField } from '#web/account/fields/PasswordField.tsx'
import { routes } from '#web/platform/paths.ts'
import type { SavedUser } from '#web/platform/session/storage.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from './Form.tsx'
import { type LoginFields, missingFields } from './loginState.ts'
import { SavedCard } from './SavedCard.tsx'
import styles from './Form.module.css'

export type CredentialsInput = LoginFields & { remember: boolean }

type Props = {
  saved: SavedUser | undefined
  typed: CredentialsInput
  problems: Problems
  busy: boolean
  onChange: (typed: CredentialsInput) => void
  onSend: () => Promise<void>
  onSwitch: () => void
}

/** E-mail address and password; only the password if a user is remembered. */
export function Credentials({ saved, typed, problems, busy, onChange, onSend, onSwitch }: Props) {
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
        <EmailField ref={email} value={typed.email} error={errors.email} onChange={(value) => change('email', value)} />
      )}
      <PasswordField
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
