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
import { type LoginFields, missingIn } from './loginState.ts'
import { SavedCard } from './SavedCard.tsx'
import styles from './Form.module.css'

export type Typed = LoginFields & { remember: boolean }

type Props = {
  saved: SavedUser | undefined
  typed: Typed
  problems: Problems
  busy: boolean
  onChange: (typed: Typed) => void
  onSend: () => Promise<void>
  onSwitch: () => void
}

/** The e-mail and the password; only the password where somebody is expected. */
export function Credentials({ saved, typed, problems, busy, onChange, onSend, onSwitch }: Props) {
  const { login: words } = useStrings()
  const { errors, check, change, email, password } = useFields({ saved, typed, problems, onChange })

  const submit = async () => {
    if (busy || !check()) return
    await onSend()
    password.current?.select()
  }
  return (
    <Form
      title={saved ? words.welcome : words.title}
      lead={saved ? undefined : words.lead}
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
        label={words.password}
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
        {words.submit}
      </Button>
      {saved ? <SwitchAccount onSwitch={onSwitch} /> : <RegisterLink />}
    </Form>
  )
}

function Remember({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { login: words } = useStrings()
  return (
    <Checkbox
      name="remember"
      label={words.remember}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function SwitchAccount({ onSwitch }: { onSwitch: () => void }) {
  const { login: words } = useStrings()
  return (
    <Button variant="ghost" wide onClick={onSwitch}>
      {words.switchAccount}
    </Button>
  )
}

function ForgotLink() {
  const { entries } = useStrings()
  return <TextLink to={routes.forgotPassword}>{entries.forgotPassword}</TextLink>
}

function RegisterLink() {
  const { register: words } = useStrings()
  return (
    <p className={styles.aside}>
      {words.noAccount} <TextLink to={routes.register}>{words.title}</TextLink>
    </p>
  )
}

type FieldsOf = Pick<Props, 'saved' | 'typed' | 'problems' | 'onChange'>

/** What is missing, told when the form is sent and taken back when it is typed; else what the server said. */
function useFields({ saved, typed, problems, onChange }: FieldsOf) {
  const { login: words } = useStrings()
  const [missing, setMissing] = useState<(keyof LoginFields)[]>([])
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const check = () => {
    const lacking = missingIn({ ...typed, email: saved?.email ?? typed.email })
    setMissing(lacking)
    if (lacking.length > 0) (lacking[0] === 'email' ? email : password).current?.focus()
    return lacking.length === 0
  }
  const change = (field: keyof LoginFields, value: string) => {
    onChange({ ...typed, [field]: value })
    setMissing(missing.filter((one) => one !== field))
  }
  const errors = {
    email: missing.includes('email') ? words.emailNeeded : problems.fields['email'],
    password: missing.includes('password') ? words.passwordNeeded : problems.fields['password'],
  }
  return { errors, check, change, email, password }
}
