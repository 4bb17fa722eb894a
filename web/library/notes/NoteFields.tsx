import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { thaanaField } from '#web/platform/typing/thaanaKeyboard.ts'
import { Count } from '#web/ui/Text.tsx'
import styles from './NoteDialog.module.css'

type ChoiceProps<Value extends string> = {
  label: string
  value: Value | ''
  options: readonly { value: Value; label: string; tone?: string; icon?: ReactNode }[]
  error?: string[] | undefined
  onChoose: (value: Value) => void
}

/** A required choice of a few values, all visible. */
export function ChoiceField<Value extends string>({ label, value, options, error, onChoose }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <fieldset
      className={styles.choice}
      role="radiogroup"
      aria-required="true"
      aria-invalid={error !== undefined}
      aria-describedby={error && `${id}-error`}
    >
      <legend className={styles.label}>
        {label} <Required />
      </legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option} data-tone={option.tone}>
            <input
              type="radio"
              name={id}
              className={styles.radio}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span className={styles.face}>
              {option.icon}
              {option.label}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error[0]}
        </p>
      )}
    </fieldset>
  )
}

const Required = () => (
  <span aria-hidden="true" className={styles.required}>
    *
  </span>
)

type TextProps = {
  label: string
  value: string
  maxLength: number
  error: string[] | undefined
  onChange: (value: string) => void
}

export function TitleField({ error, onChange, ...field }: TextProps) {
  return (
    <TextInput
      {...field}
      {...thaanaField}
      required
      data-autofocus
      error={error?.[0]}
      classNames={{ input: styles.text ?? '' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function DescriptionField({ error, onChange, ...field }: TextProps) {
  return (
    <div>
      <Textarea
        {...field}
        {...thaanaField}
        required
        rows={4}
        error={error?.[0]}
        classNames={{ input: styles.text ?? '' }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p className={styles.count}>
        <Count>
          {field.value.length.toLocaleString('en-US')} / {field.maxLength.toLocaleString('en-US')}
        </Count>
      </p>
    </div>
  )
}
