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
import type { Person } from './registration.ts'
import styles from './Form.module.css'

type Props = {
  typed: Person
  problems: Problems
  busy: boolean
  onChange: (change: Partial<Person>) => void
  onSend: () => Promise<void>
}

/** The first step: the address that the code is sent to. */
export function EmailStep({ typed, problems, busy, onChange, onSend }: Props) {
  const { login, register: words } = useStrings()
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = () => {
    if (busy) return
    setWrong(!isEmail(typed.Email))
    if (isEmail(typed.Email)) void onSend()
    else field.current?.focus()
  }
  return (
    <Form title={words.title} head={<Progress step="email" />} messages={problems.messages} onSubmit={submit}>
      <EmailField
        ref={field}
        value={typed.Email}
        hint={words.emailHint}
        error={isWrong ? login.emailNeeded : problems.fields['Email']}
        onChange={(Email) => {
          setWrong(false)
          onChange({ Email })
        }}
      />
      <Button type="submit" size="lg" wide loading={busy}>
        {words.sendCode}
      </Button>
      <p className={styles.aside}>
        {words.haveAccount} <TextLink to={routes.login}>{login.submit}</TextLink>
      </p>
    </Form>
  )
}
