import { Popover } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { type RefCallback, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isDay } from '#shared/text/format/days.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { IconButton } from '#web/ui/IconButton.tsx'

type CalendarProps = { day: string; earliest: string; latest: string; onPick: (day: string) => void }
type Props = CalendarProps & { label: string; onCalendar?: (isOpen: boolean) => void }

/** Opens the calendar beside the field. A form may have hundreds of days: a popover is made for those that are opened. */
export function CalendarButton({ label, onCalendar, ...of }: Props) {
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
        // The calendar takes the focus only when it is drawn.
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          event.stopPropagation()
          setOpen(false)
        }}
      />
      {isOpen !== undefined && <HungCalendar {...of} label={label} button={button} isOpen={isOpen} onOpen={setOpen} />}
    </>
  )
}

type HungProps = CalendarProps & {
  label: string
  button: RefObject<HTMLElement | null>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The calendar in its dialog. Left by Escape or by picking a day, it gives the focus back to its button. */
function HungCalendar({ label, button, isOpen, onOpen, onPick, ...of }: HungProps) {
  const closeToButton = () => {
    onOpen(false)
    button.current?.focus()
  }
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-end" trapFocus withRoles={false} shadow="md">
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
