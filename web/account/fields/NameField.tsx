import { TextInput } from '@mantine/core'
import { limits } from '#shared/limits.ts'
import { isDhivehi } from '#shared/text/language/script.ts'
import { directionOf, useLanguage } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { ThaanaToggle } from '#web/platform/typing/ThaanaToggle.tsx'
import { fieldClasses } from './fieldClasses.ts'
import styles from './fields.module.css'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** The name of a person, in the direction of its script. */
export function NameField({ label, value, onChange, error, autoFocus = false }: Props) {
  const pageDir = directionOf(useLanguage())
  const dir = value === '' ? pageDir : isDhivehi(value) ? 'rtl' : 'ltr'
  // Only the text has this direction: `dir` would move the toggle of the keyboard to the other side, away from the pointer.
  const inputClass = dir === pageDir ? '' : (styles.against ?? '')
  return (
    <TextInput
      size="lg"
      {...thaanaField}
      rightSection={<ThaanaToggle />}
      name="name"
      label={label}
      autoComplete="name"
      maxLength={limits.person.name_letters}
      autoFocus={autoFocus}
      classNames={{ ...fieldClasses, input: inputClass }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
