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

/** An address of e-mail: the name of an account, so the keepers of passwords take it as one. */
export function EmailField({ ref, value, onChange, error, hint }: Props) {
  const { login: words } = useStrings()
  return (
    <TextInput
      ref={ref}
      size="lg"
      type="email"
      name="email"
      label={words.email}
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
