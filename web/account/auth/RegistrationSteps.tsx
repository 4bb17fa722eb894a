import { useRef, useState } from 'react'
import { Checkbox } from '@mantine/core'
import type { Problems } from '#web/platform/api/problems.ts'
import { EmailField, HiddenUsername } from '#web/account/fields/CredentialFields.tsx'
import { routes } from '#web/platform/paths.ts'
import { TextLink } from '#web/platform/navigation/links.tsx'
import { useStrings } from '#web/platform/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { NameField } from '#web/account/fields/NameField.tsx'
import { NewPasswordFields, passwordProblems } from '#web/account/fields/NewPasswordFields.tsx'
import { useFocusFirstError } from '#web/ui/useFocusFirstError.ts'
import type { Strings } from '#web/platform/strings/types.ts'
import { VisuallyHidden } from '#web/ui/Text.tsx'
import { Icon } from '#web/ui/icons.tsx'
import { Form } from './Form.tsx'
import { isEmail } from './loginState.ts'
import { type RegistrationInput, type RegistrationStep, registrationSteps } from './registration.ts'
import styles from './Form.module.css'
import progressStyles from './RegistrationSteps.module.css'

type Props = {
  typed: RegistrationInput
  problems: Problems
  busy: boolean
  onChange: (change: Partial<RegistrationInput>) => void
  onSend: () => Promise<unknown>
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
        isFirst
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

type PersonStepProps = {
  typed: RegistrationInput
  problems: Problems
  busy: boolean
  onChange: (change: Partial<RegistrationInput>) => void
  onBack: () => void
  onSend: () => Promise<void>
}

/** The last step of a registration: name, password, and terms. */
export function PersonStep({ typed, problems, busy, onChange, onBack, onSend }: PersonStepProps) {
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

/** The steps of a registration with the current one. */
export function Progress({ step }: { step: RegistrationStep }) {
  const { register: strings } = useStrings()
  const current = registrationSteps.indexOf(step)
  return (
    <div className={progressStyles.progress}>
      <p className={progressStyles.count}>{strings.step(current + 1, registrationSteps.length)}</p>
      <ol className={progressStyles.steps}>
        {registrationSteps.map((one, index) => (
          <li key={one} data-done={index < current || undefined} aria-current={index === current ? 'step' : undefined}>
            <span className={progressStyles.mark}>{index < current ? <Icon name="check" size={14} /> : index + 1}</span>
            <span className={progressStyles.name}>{strings.steps[one]}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
