import { TextInput, type TextInputProps } from '@mantine/core'
import { DatesProvider, type DatesProviderSettings } from '@mantine/dates'
import 'dayjs/locale/dv'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { directionOf, useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { CalendarButton } from './CalendarButton.tsx'
import { dayTyped, hourTyped } from './dates.ts'
import styles from './DateInput.module.css'

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
export function DateInput(props: Props) {
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

type TimeInputProps = {
  label: string
  value: string
  isWrong: boolean
  onChange: (text: string) => void
  look?: TextInputProps
}

/** An hour of the clock, typed from 00:00 to 23:59. What was typed stays, also when it is wrong. */
export function TimeInput({ label, value, isWrong, onChange, look }: TimeInputProps) {
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

/** The week begins on Sunday and ends with Friday and Saturday. */
const week: DatesProviderSettings = { firstDayOfWeek: 0, weekendDays: [5, 6], consistentWeeks: true }

/** Calendars in it name their months and weekdays in the language of the screen. */
export function CalendarLocale({ children }: { children: ReactNode }) {
  return <DatesProvider settings={{ ...week, locale: useLanguage() }}>{children}</DatesProvider>
}
