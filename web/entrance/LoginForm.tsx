import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { useStrings } from '#web/strings/strings.ts'
import type { SavedUser } from '#web/session/storage.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { PageHeading } from '#web/ui/Text.tsx'
import { limits } from '#shared/limits.ts'
import { messagesOf, missingIn, type LoginFields } from './loginState.ts'
import { useLogin } from './useLogin.ts'
import styles from './LoginForm.module.css'

export function LoginForm() {
  const { login: words } = useStrings()
  const { state, send, switchAccount } = useLogin()
  const { saved, phase } = state
  const [fields, setFields] = useState<LoginFields>({ email: '', password: '' })
  const [remember, setRemember] = useState(false)
  const [missing, setMissing] = useState<(keyof LoginFields)[]>([])
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  const set = (field: keyof LoginFields, value: string) => {
    setFields({ ...fields, [field]: value })
    setMissing(missing.filter((one) => one !== field))
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (phase.at === 'sending') return
    const filled = { ...fields, email: saved?.email ?? fields.email }
    const lacking = missingIn(filled)
    setMissing(lacking)
    if (lacking.length > 0) return (lacking[0] === 'email' ? email : password).current?.focus()
    // A card is there because the person asked to be remembered.
    await send(filled, saved !== undefined || remember)
    password.current?.select()
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.head}>
        <PageHeading className={styles.title ?? ''}>{saved ? words.welcome : words.title}</PageHeading>
        {!saved && <p className={styles.lead}>{words.lead}</p>}
      </div>
      {messagesOf(phase).length > 0 && (
        <Alert tone="bad">
          {messagesOf(phase).map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      )}
      {saved ? (
        <SavedCard saved={saved} />
      ) : (
        <TextInput
          ref={email}
          size="lg"
          type="email"
          name="email"
          label={words.email}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          classNames={{ input: styles.latin ?? '', label: styles.label ?? '' }}
          value={fields.email}
          error={missing.includes('email') && words.emailNeeded}
          onChange={(event) => set('email', event.currentTarget.value)}
        />
      )}
      <PasswordField
        ref={password}
        value={fields.password}
        error={missing.includes('password') && words.passwordNeeded}
        onChange={(value) => set('password', value)}
      />
      {!saved && (
        <Checkbox
          name="remember"
          label={words.remember}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" size="lg" wide loading={phase.at === 'sending' || phase.at === 'signed-in'}>
        {words.submit}
      </Button>
      {saved && (
        <Button variant="ghost" wide onClick={switchAccount}>
          {words.switchAccount}
        </Button>
      )}
    </form>
  )
}

/** Who is expected. The e-mail stands in a field that is not seen, for the keepers of passwords. */
function SavedCard({ saved }: { saved: SavedUser }) {
  return (
    <div className={styles.saved}>
      <Avatar name={saved.name} src={saved.avatar} size={limits.avatar_px} shape="square" />
      <strong className={styles.name}>{saved.name}</strong>
      <bdi className={styles.address} dir="ltr">
        {saved.email}
      </bdi>
      <input type="email" name="email" autoComplete="username" value={saved.email} readOnly hidden />
    </div>
  )
}

type PasswordProps = {
  ref: React.Ref<HTMLInputElement>
  value: string
  error: string | false
  onChange: (value: string) => void
}

function PasswordField({ ref, value, error, onChange }: PasswordProps) {
  const { login: words } = useStrings()
  const [visible, setVisible] = useState(false)
  return (
    <PasswordInput
      ref={ref}
      size="lg"
      name="password"
      label={words.password}
      autoComplete="current-password"
      classNames={{
        innerInput: styles.latin ?? '',
        label: styles.label ?? '',
        visibilityToggle: styles.eye ?? '',
      }}
      value={value}
      error={error}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={({ reveal }) => <Icon name={reveal ? 'eye-off' : 'eye'} size={19} />}
      visibilityToggleButtonProps={{
        'aria-label': visible ? words.hidePassword : words.showPassword,
        'aria-pressed': visible,
        'aria-hidden': false,
        tabIndex: 0,
      }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
