import { TextInput } from '@mantine/core'
import type { ClipboardEvent, Ref } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { isCompleteCode, pastedCode, typedCode } from './codeText.ts'
import { fieldClasses } from './fieldClasses.ts'
import styles from './fields.module.css'

type Props = {
  ref?: Ref<HTMLInputElement> | undefined
  value: string
  onChange: (value: string) => void
  /** Called when the last digit is typed or a complete code is pasted. */
  onComplete: (code: string) => void
  error?: string | undefined
  /** By default that of a code in an e-mail. */
  hint?: string | undefined
  label?: string
}

/** The input of a one-time code. It accepts digits of any keyboard; the whole e-mail can be pasted. */
export function CodeField({ ref, value, onChange, onComplete, error, hint, label }: Props) {
  const { code: strings } = useStrings()
  const accept = (code: string) => {
    if (code === value) return
    onChange(code)
    if (isCompleteCode(code)) onComplete(code)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const code = pastedCode(event.clipboardData.getData('text'))
    if (code !== '') accept(code)
  }
  return (
    <TextInput
      ref={ref}
      size="lg"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      label={label ?? strings.label}
      description={hint ?? strings.hint(limits.code.digits, limits.code.minutes)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ ...fieldClasses, input: styles.code ?? '' }}
      value={value}
      error={error}
      onPaste={paste}
      onChange={(event) => accept(typedCode(event.currentTarget.value))}
    />
  )
}
