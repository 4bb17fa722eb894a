import { TextInput, type TextInputProps, Popover } from '@mantine/core'
import { DatesProvider, type DatesProviderSettings, DatePicker } from '@mantine/dates'
import 'dayjs/locale/dv'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isDay } from '#shared/text/format/days.ts'
import { useLanguage, useStrings } from '#web/platform/strings/strings.ts'
import { Isolated } from '#web/ui/Text.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
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

type CalendarProps = { day: string; earliest: string; latest: string; onPick: (day: string) => void }
type CalendarButtonProps = CalendarProps & { label: string; onCalendar?: (isOpen: boolean) => void }

/** Opens the calendar of a date field. Its popover is rendered on first use, because a form may have hundreds of dates. */
function CalendarButton({ label, onCalendar, ...dates }: CalendarButtonProps) {
  const [isOpen, setShown] = useState<boolean>()
  const button = useRef<HTMLButtonElement>(null)
  const setOpen = (open: boolean) => {
    setShown(open)
    onCalendar?.(open)
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
        // Until the calendar is rendered and takes the focus, the button handles Escape.
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          event.stopPropagation()
          setOpen(false)
        }}
      />
      {isOpen !== undefined && (
        <CalendarPopover {...dates} label={label} button={button} isOpen={isOpen} onOpen={setOpen} />
      )}
    </>
  )
}

type PopoverProps = CalendarProps & {
  label: string
  button: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The calendar in a popover. Escape or a picked day closes it and returns the focus to the button. */
function CalendarPopover({ label, button, isOpen, onOpen, onPick, ...dates }: PopoverProps) {
  const closeToButton = () => {
    onOpen(false)
    button.current?.focus()
  }
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-end" trapFocus withRoles={false} shadow="md">
      <Popover.Target>
        <PopoverAnchor button={button} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Escape closes only the topmost layer.
          event.stopPropagation()
          closeToButton()
        }}
      >
        <Calendar
          {...dates}
          onPick={(day) => {
            onPick(day)
            closeToButton()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Passes the existing button to the popover as its anchor. */
function PopoverAnchor({ button, ref }: { button: RefObject<HTMLElement | null>; ref?: RefCallback<HTMLElement> }) {
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
