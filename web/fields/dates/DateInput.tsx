import { TextInput, type TextInputProps } from '@mantine/core'
import { DatesProvider, type DatesProviderSettings } from '@mantine/dates'
import 'dayjs/locale/dv'
import type { FocusEvent, KeyboardEvent, ReactNode } from 'react'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Isolated } from '#web/ui/Text.tsx'
import { CalendarButton } from './CalendarButton.tsx'
import { parseTypedDay, parseTypedHour } from './dates.ts'
import styles from './DateInput.module.css'

type Props = {
  label: string
  value: string
  error: ReactNode
  earliest?: string
  latest?: string
  onChange: (text: string) => void
  onCalendar?: (isOpen: boolean) => void
  /** Further props of the text input, such as `required` or `disabled`. */
  inputProps?: TextInputProps
}

/** A date that is typed or picked from a calendar. Invalid text stays in the input. */
export function DateInput(props: Props) {
  const { label, value, error, earliest = '', latest = '', onChange, onCalendar, inputProps } = props
  const { advanced } = useStrings().search
  const isLocked = inputProps?.disabled === true || inputProps?.readOnly === true
  const button = isLocked ? undefined : (
    <CalendarButton
      label={advanced.pickDay(label)}
      day={parseTypedDay(value)}
      earliest={earliest}
      latest={latest}
      onPick={onChange}
      {...(onCalendar && { onCalendar })}
    />
  )
  return (
    <TextInput
      {...inputProps}
      label={label}
      classNames={{ input: styles.number ?? '' }}
      inputMode="numeric"
      placeholder="YYYY-MM-DD"
      autoComplete="off"
      value={value}
      error={error && <Isolated>{error}</Isolated>}
      errorProps={{ role: 'alert' }}
      rightSection={button}
      rightSectionPointerEvents="all"
      onChange={(event) => onChange(event.currentTarget.value)}
      {...normalizeOnLeave(props)}
    />
  )
}

/** Normalizes the typed date on Enter and on blur. */
function normalizeOnLeave({ value, onChange, inputProps }: Pick<Props, 'value' | 'onChange' | 'inputProps'>) {
  const normalize = () => {
    if (parseTypedDay(value) !== value) onChange(parseTypedDay(value))
  }
  return {
    // Enter submits the form, so the date is normalized first.
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter') normalize()
    },
    onBlur: (event: FocusEvent<HTMLInputElement>) => {
      normalize()
      inputProps?.onBlur?.(event)
    },
  }
}

type TimeInputProps = {
  label: string
  value: string
  isWrong: boolean
  onChange: (text: string) => void
  inputProps?: TextInputProps
}

/** A time from 00:00 to 23:59. Invalid text stays in the input. */
export function TimeInput({ label, value, isWrong, onChange, inputProps }: TimeInputProps) {
  const normalize = () => {
    if (parseTypedHour(value) !== value) onChange(parseTypedHour(value))
  }
  return (
    <TextInput
      {...inputProps}
      label={label}
      classNames={{ input: styles.number ?? '' }}
      inputMode="numeric"
      placeholder="HH:MM"
      autoComplete="off"
      value={value}
      error={isWrong}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') normalize()
      }}
      onBlur={(event) => {
        normalize()
        inputProps?.onBlur?.(event)
      }}
    />
  )
}

/** Maldivian week: it starts on Sunday, the weekend is Friday and Saturday. */
const weekSettings: DatesProviderSettings = { firstDayOfWeek: 0, weekendDays: [5, 6], consistentWeeks: true }

/** Sets the locale of calendars to the language of the screen. */
export function CalendarLocale({ children }: { children: ReactNode }) {
  return <DatesProvider settings={{ ...weekSettings, locale: useLanguage() }}>{children}</DatesProvider>
}
