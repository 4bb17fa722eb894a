import { useState } from 'react'
import type { Problems } from '#web/api/problems.ts'
import { KnownName } from '#web/fields/KnownName.tsx'
import { NameField } from '#web/fields/NameField.tsx'
import { NewPasswordFields } from '#web/fields/NewPasswordFields.tsx'
import { useFirstWrong } from '#web/fields/useFirstWrong.ts'
import { useStrings } from '#web/strings/strings.ts'
import { Button } from '#web/ui/Button.tsx'
import { Form } from './Form.tsx'
import { personProblems } from './personProblems.ts'
import { Progress } from './Progress.tsx'
import type { Person } from './registration.ts'
import { TermsField } from './TermsField.tsx'

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
