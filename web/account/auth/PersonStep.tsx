import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { KnownName } from '#web/account/fields/PasswordField.tsx'
import { NameField } from '#web/account/fields/NameField.tsx'
import { NewPasswordFields } from '#web/account/fields/NewPasswordFields.tsx'
import { passwordProblems } from '#web/account/fields/newPassword.ts'
import { useFirstWrong } from '#web/account/fields/useFirstWrong.ts'
import type { Problems } from '#web/platform/api/problems.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { routes } from '#web/platform/paths.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { Button } from '#web/ui/Button.tsx'
import { Unseen } from '#web/ui/Text.tsx'
import { Form } from './Form.tsx'
import { Progress } from './Progress.tsx'
import type { Person } from './registration.ts'
import styles from './Form.module.css'

type Props = {
  typed: Person
  problems: Problems
  busy: boolean
  onChange: (change: Partial<Person>) => void
  onBack: () => void
  onSend: () => Promise<void>
}

/** The last step: who it is, a password, and the terms. */
export function PersonStep({ typed, problems, busy, onChange, onBack, onSend }: Props) {
  const words = useStrings()
  const [tried, setTried] = useState(false)
  const { form, goToFirstWrong } = useFirstWrong()
  const errors = { ...problems.fields, ...(tried && personProblems(typed, words)) }

  const submit = () => {
    if (busy) return
    const isComplete = Object.keys(personProblems(typed, words)).length === 0
    setTried(!isComplete)
    if (isComplete) void onSend().then(goToFirstWrong)
    else goToFirstWrong()
  }
  return (
    <Form
      ref={form}
      title={words.register.title}
      head={<Progress step="person" />}
      messages={problems.messages}
      onSubmit={submit}
    >
      <KnownName email={typed.Email.trim()} />
      <NameField
        label={words.register.name}
        value={typed.Fullname}
        error={errors['Fullname']}
        onChange={(Fullname) => onChange({ Fullname })}
        autoFocus
      />
      <NewPasswordFields isFirst value={typed} errors={errors} onChange={onChange} />
      <TermsField checked={typed.Terms} error={errors['Terms']} onChange={(Terms) => onChange({ Terms })} />
      <Button type="submit" size="lg" wide loading={busy}>
        {words.register.submit}
      </Button>
      <Button variant="ghost" wide icon="back" onClick={onBack}>
        {words.register.back}
      </Button>
    </Form>
  )
}

type TermsFieldProps = { checked: boolean; error: string | undefined; onChange: (checked: boolean) => void }

/** The terms open beside the form, which stays as it is. */
function TermsField({ checked, error, onChange }: TermsFieldProps) {
  const { register: words, viewer } = useStrings()
  return (
    <div>
      <Checkbox
        name="terms"
        label={words.terms}
        error={error}
        aria-invalid={error !== undefined || undefined}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <TextLink to={routes.terms} target="_blank" rel="noopener" className={styles.terms ?? ''}>
        {words.readTerms} <Unseen>{viewer.opensApart}</Unseen>
      </TextLink>
    </div>
  )
}

type Checked = Pick<Person, 'Fullname' | 'Password' | 'Password_confirmation' | 'Terms'>

/** What is wrong with the last step, field by field, before the server is asked. */
function personProblems(person: Checked, words: Strings): Partial<Record<keyof Checked, string>> {
  return {
    ...(person.Fullname.trim() === '' && { Fullname: words.register.nameNeeded }),
    ...passwordProblems(person, words, { isFirst: true }),
    ...(!person.Terms && { Terms: words.register.termsNeeded }),
  }
}
