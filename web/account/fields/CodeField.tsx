import { TextInput } from '@mantine/core'
import type { ClipboardEvent, Ref } from 'react'
import { limits } from '#shared/limits.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
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

const zeros = [0x30, 0x0660, 0x06f0, 0xff10]

/** Converts the digits of all keyboards to 0-9 and removes invisible characters. */
const plainDigits = (text: string) =>
  text
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
      const code = digit.charCodeAt(0)
      const zero = zeros.findLast((one) => one <= code) ?? code
      return String(code - zero)
    })

/** The value of a code field while typing: digits only, up to the length of a code. */
export const typedCode = (text: string) => plainDigits(text).replace(/\D/g, '').slice(0, limits.code.digits)

// Six digits that are not part of a longer number, with or without separators.
const { digits } = limits.code
const codePattern = new RegExp(String.raw`(?<![\d/.:-])\d{${digits}}(?![\d/]|[.:-]\d)`)
const groupedCodePattern = new RegExp(String.raw`(?<!\d[\s-]?)(?:\d[\s-]?){${digits - 1}}\d(?![\s-]?\d)`)

/** Extracts the code from pasted text: the code alone, with spaces, or the whole e-mail. */
export function pastedCode(text: string): string {
  const plain = plainDigits(text)
  const found = codePattern.exec(plain) ?? groupedCodePattern.exec(plain)
  return typedCode(found?.[0] ?? plain)
}

export const isCompleteCode = (code: string) => code.length === limits.code.digits
