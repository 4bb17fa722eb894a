import { TextInput } from '@mantine/core'
import type { ClipboardEvent, Ref } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { isWholeCode, pastedCode, typedCode } from './codeText.ts'
import { fieldClasses } from './fieldClasses.ts'
import styles from './fields.module.css'

type Props = {
  ref?: Ref<HTMLInputElement> | undefined
  value: string
  onChange: (value: string) => void
  /** The last digit was typed, or a whole code pasted. */
  onWhole: (code: string) => void
  error?: string | undefined
}

/** One wide field for a one-time code. Typed in digits of any keyboard; a paste may be the whole letter. */
export function CodeField({ ref, value, onChange, onWhole, error }: Props) {
  const { code: words } = useStrings()
  const take = (code: string) => {
    if (code === value) return
    onChange(code)
    if (isWholeCode(code)) onWhole(code)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const code = pastedCode(event.clipboardData.getData('text'))
    if (code !== '') take(code)
  }
  return (
    <TextInput
      ref={ref}
      size="lg"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      label={words.label}
      description={words.hint(limits.code.digits, limits.code.minutes)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      classNames={{ ...fieldClasses, input: styles.code ?? '' }}
      value={value}
      error={error}
      onPaste={paste}
      onChange={(event) => take(typedCode(event.currentTarget.value))}
    />
  )
}
