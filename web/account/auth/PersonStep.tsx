import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { HiddenUsername } from '#web/account/fields/PasswordField.tsx'
import { NameField } from '#web/account/fields/NameField.tsx'
import { NewPasswordFields } from '#web/account/fields/NewPasswordFields.tsx'
import { passwordProblems } from '#web/account/fields/newPassword.ts'
import { useFocusFirstError } from '#web/account/fields/useFocusFirstError.ts'
import type { Problems } from '#web/platform/api/problems.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { routes } from '#web/platform/paths.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { Form } from './Form.tsx'
import { Progress } from './Progress.tsx'
import type { RegistrationInput } from './registration.ts'
import styles from './Form.module.css'

type Props = {
  typed: RegistrationInput
  problems: Problems
  busy: boolean
  onChange: (change: Partial<RegistrationInput>) => void
  onBack: () => void
  onSend: () => Promise<void>
}

/** The last step of a registration: name, password, and terms. */
export function PersonStep({ typed, problems, busy, onChange, onBack, onSend }: Props) {
  const strings = useStrings()
  const [isTried, setIsTried] = useState(false)
  const { form, focusFirstError } = useFocusFirstError()
  const errors = { ...problems.fields, ...(isTried && personProblems(typed, strings)) }

  const submit = () => {
    if (busy) return
    const isComplete = Object.keys(personProblems(typed, strings)).length === 0
    setIsTried(!isComplete)
    if (isComplete) void onSend().then(focusFirstError)
    else focusFirstError()
  }
  return (
    <Form
      ref={form}
      title={strings.register.title}
      head={<Progress step="person" />}
      messages={problems.messages}
      onSubmit={submit}
    >
      <HiddenUsername email={typed.Email.trim()} />
      <NameField
        label={strings.register.name}
        value={typed.Fullname}
        error={errors['Fullname']}
        onChange={(Fullname) => onChange({ Fullname })}
        autoFocus
      />
      <NewPasswordFields isFirst value={typed} errors={errors} onChange={onChange} />
      <TermsField checked={typed.Terms} error={errors['Terms']} onChange={(Terms) => onChange({ Terms })} />
      <Button type="submit" size="lg" wide loading={busy}>
        {strings.register.submit}
      </Button>
      <Button variant="ghost" wide icon="back" onClick={onBack}>
        {strings.register.back}
      </Button>
    </Form>
  )
}

type TermsFieldProps = { checked: boolean; error: string | undefined; onChange: (checked: boolean) => void }

/** The terms open in a new tab, so that the form keeps its values. */
function TermsField({ checked, error, onChange }: TermsFieldProps) {
  const { register: strings, viewer } = useStrings()
  return (
    <div>
      <Checkbox
        name="terms"
        label={strings.terms}
        error={error}
        aria-invalid={error !== undefined || undefined}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <TextLink to={routes.terms} target="_blank" rel="noopener" className={styles.terms ?? ''}>
        {strings.readTerms} <VisuallyHidden>{viewer.opensInNewTab}</VisuallyHidden>
      </TextLink>
    </div>
  )
}

type PersonFields = Pick<RegistrationInput, 'Fullname' | 'Password' | 'Password_confirmation' | 'Terms'>

/** Client-side validation of the last step, by field. */
function personProblems(person: PersonFields, strings: Strings): Partial<Record<keyof PersonFields, string>> {
  return {
    ...(person.Fullname.trim() === '' && { Fullname: strings.register.nameNeeded }),
    ...passwordProblems(person, strings, { isFirst: true }),
    ...(!person.Terms && { Terms: strings.register.termsNeeded }),
  }
}
