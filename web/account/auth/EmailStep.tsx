import { useRef, useState } from 'react'
import type { Problems } from '#web/platform/api/problems.ts'
import { EmailField } from '#web/account/fields/EmailField.tsx'
import { routes } from '#web/platform/paths.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from './Form.tsx'
import { isEmail } from './loginState.ts'
import { Progress } from './Progress.tsx'
import type { RegistrationInput } from './registration.ts'
import styles from './Form.module.css'

type Props = {
  typed: RegistrationInput
  problems: Problems
  busy: boolean
  onChange: (change: Partial<RegistrationInput>) => void
  onSend: () => Promise<void>
}

/** The first step of a registration: the address that the code is sent to. */
export function EmailStep({ typed, problems, busy, onChange, onSend }: Props) {
  const { login, register: strings } = useStrings()
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = () => {
    if (busy) return
    setWrong(!isEmail(typed.Email))
    if (isEmail(typed.Email)) void onSend()
    else field.current?.focus()
  }
  return (
    <Form title={strings.title} head={<Progress step="email" />} messages={problems.messages} onSubmit={submit}>
      <EmailField
        ref={field}
        value={typed.Email}
        hint={strings.emailHint}
        error={isWrong ? login.emailNeeded : problems.fields['Email']}
        onChange={(Email) => {
          setWrong(false)
          onChange({ Email })
        }}
      />
      <Button type="submit" size="lg" wide loading={busy}>
        {strings.sendCode}
      </Button>
      <p className={styles.aside}>
        {strings.haveAccount} <TextLink to={routes.login}>{login.submit}</TextLink>
      </p>
    </Form>
  )
}
