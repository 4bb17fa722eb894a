import { useRef, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { post } from '#web/api/client.ts'
import { noProblems, problemsIn } from '#web/api/problems.ts'
import { EmailField } from '#web/fields/EmailField.tsx'
import { routes } from '#web/paths.ts'
import { TextLink } from '#web/shell/links.tsx'
import { useStrings } from '#web/strings/strings.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Form } from './Form.tsx'
import { isEmail } from './loginState.ts'
import styles from './Form.module.css'

/** An address to send a link to; whether somebody has it is not said. */
export function AskForLink() {
  const { forgot: words, login, code } = useStrings()
  const { email, setEmail, isWrong, busy, problems, sentTo, ask, field } = useAsking()
  return (
    <Form title={words.title} lead={words.lead} messages={problems.messages} onSubmit={() => void ask()}>
      {sentTo !== undefined && <Sent to={sentTo} />}
      <EmailField
        ref={field}
        value={email}
        error={isWrong ? login.emailNeeded : problems.fields['Email']}
        onChange={setEmail}
      />
      <Button type="submit" size="lg" wide loading={busy}>
        {words.submit}
      </Button>
      <p className={styles.aside}>
        <TextLink to={routes.login}>{code.backToLogin}</TextLink>
      </p>
    </Form>
  )
}

function Sent({ to }: { to: string }) {
  const { forgot: words } = useStrings()
  return (
    <Alert tone="good" title={words.sentTitle}>
      <p>{words.sent}</p>
      <p className={styles.address}>
        <bdi dir="ltr">{to}</bdi>
      </p>
      <p>{words.minutes(limits.code.reset_minutes)}</p>
    </Alert>
  )
}

function useAsking() {
  const [email, typeEmail] = useState('')
  const [isWrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState(noProblems)
  const [sentTo, setSentTo] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  const setEmail = (text: string) => {
    typeEmail(text)
    setWrong(false)
    setProblems(noProblems)
  }
  const ask = async () => {
    if (busy) return
    setWrong(!isEmail(email))
    if (!isEmail(email)) {
      field.current?.focus()
      return
    }
    setBusy(true)
    setSentTo(undefined)
    const answer = await post('auth/password/resetInit', { Email: email.trim() })
    setBusy(false)
    setProblems(problemsIn(answer))
    if (answer.Status === 'success') setSentTo(email.trim())
  }
  return { email, setEmail, isWrong, busy, problems, sentTo, ask, field }
}
