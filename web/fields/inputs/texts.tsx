import { NumberInput, Textarea, TextInput, Radio } from '@mantine/core'
import { createElement, type ReactNode, useState } from 'react'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'
import { paletteOf } from '#shared/resources/palettes.ts'
import { useCopyButton } from '#web/platform/clipboard.ts'
import { useReauthInPlace } from '#web/platform/session/session.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusBadge } from '#web/ui/Chip.tsx'
import { Icon, iconNamed } from '#web/ui/icons.tsx'
import { descriptionWith, type InputProps, commonInputProps } from './props.ts'
import styles from './inputs.module.css'

/** A single-line text, with the input variant of its description. */
export function TextField(props: InputProps<'text'>) {
  return createElement(textInputs[props.field.input ?? 'text'], props)
}

const textInputs = { text: AnyScriptField, mask: MaskField, color: PaletteField, icon: PaletteField }

/** Text of any script, with the direction of its first letter. */
function AnyScriptField(props: InputProps<'text'>) {
  return <SingleLineInput {...props} className={styles.anyScript ?? ''} isDhivehi={props.field.script === undefined} />
}

/** A left-to-right input with an optional input mask, such as for a case number. */
function MaskField(props: InputProps<'text'>) {
  const { mask, max } = props.field
  return (
    <TextInput
      {...commonInputProps(props)}
      dir="ltr"
      classNames={{ input: styles.leftToRight ?? '' }}
      maxLength={max}
      {...(mask !== undefined && { placeholder: mask })}
      value={props.value}
      onChange={(event) => props.onChange(applyMask(event.currentTarget.value, mask))}
    />
  )
}

export function EmailField(props: InputProps<'email'>) {
  return <SingleLineInput {...props} type="email" dir="ltr" className={styles.leftToRight ?? ''} />
}

export function LinkField(props: InputProps<'link'>) {
  return <SingleLineInput {...props} type="url" dir="ltr" className={styles.leftToRight ?? ''} />
}

type SingleLineProps = InputProps<'text' | 'email' | 'link'> & {
  type?: 'email' | 'url'
  dir?: 'ltr'
  className: string
  /** Whether the phonetic keyboard is available. */
  isDhivehi?: boolean
}

function SingleLineInput({ type, dir, className, isDhivehi = false, ...props }: SingleLineProps) {
  return (
    <TextInput
      {...commonInputProps(props)}
      {...(type && { type })}
      {...(dir && { dir })}
      {...(isDhivehi && thaanaField)}
      classNames={{ input: className }}
      value={props.value}
      onChange={(event) => props.onChange(stripDirectionMarks(event.currentTarget.value))}
    />
  )
}

/** A multi-line text with a character counter. The server refuses a longer one: the browser would cut what is pasted. */
export function TextareaField(props: InputProps<'textarea'>) {
  const { form } = useStrings()
  const { max } = props.field
  const inputProps = commonInputProps(props)
  return (
    <Textarea
      {...inputProps}
      {...thaanaField}
      description={descriptionWith(
        inputProps,
        <Counter text={form.letters(props.value.length, max)} isNearLimit={props.value.length > max * 0.9} />,
      )}
      classNames={{ input: styles.anyScript ?? '' }}
      rows={3}
      value={props.value}
      onChange={(event) => props.onChange(stripDirectionMarks(event.currentTarget.value))}
    />
  )
}

const Counter = ({ text, isNearLimit }: { text: string; isNearLimit: boolean }): ReactNode => (
  <span className={isNearLimit ? styles.near : undefined}>
    <bdi dir="ltr">{text}</bdi>
  </span>
)

/** A number as it was typed, without the commas of its thousands. What the field does not allow is refused when it is saved. */
export function NumberField(props: InputProps<'number'>) {
  const { value, onChange } = props
  // Decimals are added when the field is left: typed into, they would take the place of the typed ones.
  const [typed, setTyped] = useState<string | number>('')
  return (
    <NumberInput
      {...commonInputProps(props)}
      dir="ltr"
      classNames={{ input: styles.leftToRight ?? '' }}
      hideControls
      allowedDecimalSeparators={decimalPoint}
      trimLeadingZeroesOnBlur={false}
      value={numberOf(typed) === value ? typed : withDecimals(value, props.field.decimals)}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
      onBlur={() => {
        setTyped('')
        props.onBlur()
      }}
    />
  )
}

const decimalPoint = ['.']

/** Null without a digit. */
const numberOf = (typed: string | number) => (/\d/.test(String(typed)) ? Number(typed) : null)

/** With at least its decimals: `120.50`. */
function withDecimals(value: number | null, decimals = 0): string | number {
  if (value === null) return ''
  return Number(value.toFixed(decimals)) === value ? value.toFixed(decimals) : value
}

/** Read-only: the server generates the password when the record is created and shows it once. */
export function PasswordField(props: InputProps<'password'>) {
  const { form } = useStrings()
  const inputProps = commonInputProps(props)
  return (
    <TextInput
      {...inputProps}
      readOnly
      disabled={false}
      dir="auto"
      placeholder={form.passwordIsGenerated}
      description={descriptionWith(inputProps, form.passwordIsGeneratedMore)}
      value={props.value}
    />
  )
}

type SecretProps = { label: string; secret: string; /** The secret as it is drawn. */ shown?: string }

/** A secret that is shown once, with a copy button: the page stays when the session ends. */
export function ShownSecret({ label, secret, shown = secret }: SecretProps) {
  useReauthInPlace()
  const { form } = useStrings()
  const { isCopied, copy } = useCopyButton(secret)
  return (
    <Textarea
      label={label}
      readOnly
      rows={2}
      dir="ltr"
      classNames={{ input: styles.secret ?? '' }}
      value={shown}
      description={
        <span role="status" className={styles.copied}>
          {isCopied ? form.copied : ''}
        </span>
      }
      inputWrapperOrder={['label', 'input', 'description']}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<IconButton icon={isCopied ? 'check' : 'copy'} size="sm" label={form.copy} onClick={copy} />}
    />
  )
}

/** A color or an icon, picked from a palette: radio buttons that look like what they choose. */
function PaletteField(props: InputProps<'text'>) {
  const { autoComplete: _, readOnly, disabled, ...inputProps } = commonInputProps(props)
  const isColor = props.field.input === 'color'
  return (
    <Radio.Group {...inputProps} value={props.value} onChange={(value) => props.onChange(value)}>
      <div className={styles.palette}>
        {Object.entries(paletteOf(props.field.input) ?? {}).map(([name, label]) => (
          <label key={name} className={styles.swatch} title={label[props.language]}>
            <Radio
              value={name}
              disabled={disabled || readOnly}
              aria-label={label[props.language]}
              classNames={{ root: styles.hiddenRadio ?? '' }}
            />
            {isColor ? (
              <StatusBadge name={label[props.language]} icon="circle-dot" color={name} />
            ) : (
              <Icon name={iconNamed(name)} size={20} />
            )}
          </label>
        ))}
      </div>
    </Radio.Group>
  )
}

/**
 * Applies an input mask: `9` is a digit, `a` a Latin letter, `*` either; other characters of the mask are separators that
 * are inserted. Characters that do not match are dropped. Without a mask the text is only joined to one line.
 */
export function applyMask(typed: string, mask: string | undefined): string {
  const plain = stripDirectionMarks(typed)
  if (mask === undefined) return plain.replace(/\s+/g, ' ')
  const characters: string[] = plain.match(/[0-9a-z]/gi) ?? []
  let output = ''
  for (const symbol of mask) {
    const pattern = patterns[symbol]
    if (!pattern) {
      if (characters.length === 0) break
      output += symbol
      continue
    }
    while (characters[0] !== undefined && !pattern.test(characters[0])) characters.shift()
    const character = characters.shift()
    if (character === undefined) break
    output += character
  }
  return output
}

const patterns: Record<string, RegExp> = { '9': /[0-9]/, a: /[a-z]/i, '*': /[0-9a-z]/i }
