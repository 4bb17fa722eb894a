import { Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { type RefCallback, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isDay } from '#shared/text/days.ts'
import { directionOf, useLanguage, useStrings } from '#web/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
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
export function DayField({ label, value, error, earliest = '', latest = '', onChange, onCalendar, look }: Props) {
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
  const settle = () => {
    if (dayTyped(value) !== value) onChange(dayTyped(value))
  }
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
      // Enter sends the form: what is typed is a day by then.
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

type CalendarProps = { day: string; earliest: string; latest: string; onPick: (day: string) => void }
type ButtonProps = CalendarProps & { label: string; onCalendar?: (isOpen: boolean) => void }

/** Opens the calendar beside the field. A form may have hundreds of days: a popover is made for those that are opened. */
function CalendarButton({ label, onPick, onCalendar, ...of }: ButtonProps) {
  const [isOpen, setShown] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  const setOpen = (open: boolean) => {
    setShown(open)
    onCalendar?.(open)
  }
  const closeToButton = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <IconButton
        ref={button}
        icon="calendar"
        size="sm"
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        onClick={() => setOpen(!isOpen)}
        // The calendar takes the focus only when it is drawn.
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          event.stopPropagation()
          setOpen(false)
        }}
      />
      {isOpen !== undefined && (
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withRoles={false} shadow="md">
          <Popover.Target>
            <HungFrom button={button} />
          </Popover.Target>
          <Popover.Dropdown
            role="dialog"
            tabIndex={-1}
            aria-label={label}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // Escape closes what stands highest, and nothing under it.
              event.stopPropagation()
              closeToButton()
            }}
          >
            <Calendar
              {...of}
              onPick={(day) => {
                onPick(day)
                closeToButton()
              }}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

/** The button is there before the popover is: it is handed on as what the calendar hangs from. */
function HungFrom({ button, ref }: { button: RefObject<HTMLElement | null>; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => void ref?.(button.current), [ref, button])
  return null
}

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
