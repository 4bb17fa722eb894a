import { TextInput, type TextInputProps } from '@mantine/core'
import { hourTyped } from './days.ts'
import styles from './DayField.module.css'

type Props = { label: string; value: string; isWrong: boolean; onChange: (text: string) => void; look?: TextInputProps }

/** An hour of the clock, typed from 00:00 to 23:59. What was typed stays, also when it is wrong. */
export function HourField({ label, value, isWrong, onChange, look }: Props) {
  const settle = () => {
    if (hourTyped(value) !== value) onChange(hourTyped(value))
  }
  return (
    <TextInput
      {...look}
      label={label}
      classNames={{ input: styles.number ?? '' }}
      dir="ltr"
      inputMode="numeric"
      placeholder="HH:MM"
      autoComplete="off"
      value={value}
      error={isWrong}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
      onBlur={(event) => {
        settle()
        look?.onBlur?.(event)
      }}
    />
  )
}
