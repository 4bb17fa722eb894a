import { TextInput } from '@mantine/core'
import { limits } from '#shared/limits.ts'
import styles from './fields.module.css'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** The name of a person, which may be of either script: it runs in its own direction. */
export function NameField({ label, value, onChange, error, autoFocus = false }: Props) {
  return (
    <TextInput
      size="lg"
      name="name"
      label={label}
      autoComplete="name"
      dir="auto"
      maxLength={limits.person.name_letters}
      autoFocus={autoFocus}
      classNames={{ input: styles.own ?? '', label: styles.label ?? '' }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
