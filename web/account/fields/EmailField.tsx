import { TextInput } from '@mantine/core'
import type { Ref } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { fieldClasses } from './fieldClasses.ts'
import styles from './fields.module.css'

type Props = {
  ref?: Ref<HTMLInputElement> | undefined
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string
}

/** The e-mail address, which is the user name for password managers. */
export function EmailField({ ref, value, onChange, error, hint }: Props) {
  const { login: strings } = useStrings()
  return (
    <TextInput
      ref={ref}
      size="lg"
      type="email"
      name="email"
      label={strings.email}
      description={hint}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ ...fieldClasses, input: styles.latin ?? '' }}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
