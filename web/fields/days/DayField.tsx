import { Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { type KeyboardEvent, useState } from 'react'
import { directionOf, useLanguage, useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { dayTyped, isDay } from './days.ts'
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
export function DayField({ label, value, error, earliest = '', latest = '', onChange, onCalendar, look }: Props) {
  const { advanced } = useStrings().search
  const isRightToLeft = directionOf(useLanguage()) === 'rtl'
  const [isOpen, setShown] = useState(false)
  const setOpen = (open: boolean) => {
    setShown(open)
    onCalendar?.(open)
  }
  const isClosed = look?.disabled === true || look?.readOnly === true
  const button = isClosed ? undefined : (
    <CalendarButton label={advanced.pickDay(label)} isOpen={isOpen} onOpen={setOpen} />
  )
  const pick = (day: string) => {
    onChange(day)
    setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus shadow="md">
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
        onBlur={(event) => {
          if (dayTyped(value) !== value) onChange(dayTyped(value))
          look?.onBlur?.(event)
        }}
      />
      <Popover.Dropdown aria-label={advanced.pickDay(label)} onKeyDown={keepEscape}>
        <Calendar day={dayTyped(value)} earliest={earliest} latest={latest} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Escape closes what stands highest, and nothing under it. */
function keepEscape(event: KeyboardEvent) {
  if (event.key === 'Escape') event.stopPropagation()
}

type ButtonProps = { label: string; isOpen: boolean; onOpen: (open: boolean) => void }

function CalendarButton({ label, isOpen, onOpen }: ButtonProps) {
  return (
    <Popover.Target>
      <IconButton
        icon="calendar"
        size="sm"
        label={label}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
        // The calendar takes the focus only when it is drawn.
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          event.stopPropagation()
          onOpen(false)
        }}
      />
    </Popover.Target>
  )
}

type CalendarProps = { day: string; earliest: string; latest: string; onPick: (day: string) => void }

function Calendar({ day, earliest, latest, onPick }: CalendarProps) {
  const { advanced } = useStrings().search
  return (
    <DatePicker
      {...(isDay(day) && { defaultDate: day })}
      hideOutsideDates
      value={isDay(day) ? day : null}
      {...(isDay(earliest) && { minDate: earliest })}
      {...(isDay(latest) && { maxDate: latest })}
      ariaLabels={{
        nextMonth: advanced.nextMonth,
        previousMonth: advanced.previousMonth,
        nextYear: advanced.nextYear,
        previousYear: advanced.previousYear,
        nextDecade: advanced.nextDecade,
        previousDecade: advanced.previousDecade,
      }}
      onChange={(picked) => onPick(picked ?? '')}
    />
  )
}
