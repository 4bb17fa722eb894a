import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { createElement, type ReactNode, useState } from 'react'
import { useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/followTyping.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ColorField, IconField, MaskField } from './IconOrColorField.tsx'
import { beside, type InputProps, lookOf } from './props.ts'
import styles from './inputs.module.css'

/** One line, as its description says it is written. */
export function TextField(props: InputProps<'text'>) {
  return createElement(lines[props.field.input ?? 'text'], props)
}

const lines = { text: WordsField, mask: MaskField, color: ColorField, icon: IconField }

/** In whichever script: it runs as its first letter does. */
function WordsField(props: InputProps<'text'>) {
  return <Line {...props} className={styles.anyScript ?? ''} isDhivehi={props.field.script === undefined} />
}

export function EmailField(props: InputProps<'email'>) {
  return <Line {...props} type="email" dir="ltr" className={styles.leftToRight ?? ''} />
}

export function LinkField(props: InputProps<'link'>) {
  return <Line {...props} type="url" dir="ltr" className={styles.leftToRight ?? ''} />
}

type LineProps = InputProps<'text' | 'email' | 'link'> & {
  type?: 'email' | 'url'
  dir?: 'ltr'
  className: string
  /** The phonetic keyboard may write here. */
  isDhivehi?: boolean
}

function Line({ type, dir, className, isDhivehi = false, ...props }: LineProps) {
  return (
    <TextInput
      {...lookOf(props)}
      {...(type && { type })}
      {...(dir && { dir })}
      {...(isDhivehi && thaanaField)}
      classNames={{ input: className }}
      maxLength={props.field.max}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

/** Several lines, and how many letters of those that fit are written. */
export function TextareaField(props: InputProps<'textarea'>) {
  const { form } = useStrings()
  const { max } = props.field
  const look = lookOf(props)
  return (
    <Textarea
      {...look}
      {...thaanaField}
      description={beside(
        look,
        <Counter told={form.letters(props.value.length, max)} near={props.value.length > max * 0.9} />,
      )}
      classNames={{ input: styles.anyScript ?? '' }}
      rows={3}
      maxLength={max}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

const Counter = ({ told, near }: { told: string; near: boolean }): ReactNode => (
  <span className={near ? styles.near : undefined}>
    <bdi dir="ltr">{told}</bdi>
  </span>
)

export function NumberField(props: InputProps<'number'>) {
  const { min, decimals = 0 } = props.field
  return (
    <NumberInput
      {...lookOf(props)}
      dir="ltr"
      classNames={{ input: styles.leftToRight ?? '' }}
      hideControls
      {...(min !== undefined && min >= 0 && { allowNegative: false })}
      decimalScale={decimals}
      value={props.value ?? ''}
      onChange={(value) => props.onChange(value === '' ? null : Number(value))}
    />
  )
}

/** Never typed: it is made when the record is, and told once. */
export function PasswordField(props: InputProps<'password'>) {
  const { form } = useStrings()
  const look = lookOf(props)
  return (
    <TextInput
      {...look}
      readOnly
      disabled={false}
      dir="auto"
      placeholder={form.passwordIsMade}
      description={beside(look, form.passwordIsMadeMore)}
      value={props.value}
    />
  )
}

/** A secret that is shown once, with a way to take it along. */
export function ShownSecret({ label, secret }: { label: string; secret: string }) {
  const { form } = useStrings()
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <TextInput
      label={label}
      readOnly
      dir="ltr"
      classNames={{ input: styles.secret ?? '' }}
      value={secret}
      description={<span role="status">{isCopied ? form.copied : ''}</span>}
      inputWrapperOrder={['label', 'input', 'description']}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<IconButton icon={isCopied ? 'check' : 'copy'} size="sm" label={form.copy} onClick={copy} />}
    />
  )
}
