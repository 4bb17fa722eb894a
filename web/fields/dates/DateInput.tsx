import { TextInput, type TextInputProps } from '@mantine/core'
import type { FocusEvent, KeyboardEvent } from 'react'
import { directionOf, useLanguage, useStrings } from '#web/strings/strings.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { dayTyped } from './days.ts'
import styles from './DayField.module.css'

type Props = {
  label: string
  value: string
  error: string | undefined
  earliest?: string
  latest?: string
  onChange: (text: string) => void
  onCalendar?: (isOpen: boolean) => void
  /** What a form says of its field beside the day: that it must be filled in, or cannot be. */
  look?: TextInputProps
}

/** A day that is typed, or picked from a calendar that opens beside it. What was typed stays, also when it is wrong. */
export function DayField(props: Props) {
  const { label, value, error, earliest = '', latest = '', onChange, onCalendar, look } = props
  const { advanced } = useStrings().search
  const isRightToLeft = directionOf(useLanguage()) === 'rtl'
  const isClosed = look?.disabled === true || look?.readOnly === true
  const button = isClosed ? undefined : (
    <CalendarButton
      label={advanced.pickDay(label)}
      day={dayTyped(value)}
      earliest={earliest}
      latest={latest}
      onPick={onChange}
      {...(onCalendar && { onCalendar })}
    />
  )
  return (
    <TextInput
      {...look}
      label={label}
      classNames={{ input: styles.number ?? '' }}
      dir="ltr"
      inputMode="numeric"
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      value={value}
      error={error}
      errorProps={{ role: 'alert' }}
      // The field runs left to right; the calendar stands where the page's lines end.
      {...(isRightToLeft ? { leftSection: button } : { rightSection: button })}
      leftSectionPointerEvents="all"
      rightSectionPointerEvents="all"
      onChange={(event) => onChange(event.currentTarget.value)}
      {...settling(props)}
    />
  )
}

/** What is typed becomes a day, where it is one, when the field is left. */
function settling({ value, onChange, look }: Pick<Props, 'value' | 'onChange' | 'look'>) {
  const settle = () => {
    if (dayTyped(value) !== value) onChange(dayTyped(value))
  }
  return {
    // Enter sends the form: what is typed is a day by then.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') settle()
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      settle()
      look?.onBlur?.(event)
    },
  }
}
