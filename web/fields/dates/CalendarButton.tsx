import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { type RefCallback, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isDay } from '#shared/text/format/days.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

type CalendarProps = { day: string; earliest: string; latest: string; onPick: (day: string) => void }
type Props = CalendarProps & { label: string; onCalendar?: (isOpen: boolean) => void }

/** Opens the calendar of a date field. Its popover is rendered on first use, because a form may have hundreds of dates. */
export function CalendarButton({ label, onCalendar, ...dates }: Props) {
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
