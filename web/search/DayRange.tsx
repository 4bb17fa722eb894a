import { useStrings } from '#web/strings/strings.ts'
import { DayField } from '#web/fields/days/DayField.tsx'
import { dayTyped } from '#web/fields/days/days.ts'
import { Week } from '#web/fields/days/Week.tsx'
import type { FormProblems } from './filterForm.ts'
import styles from './FilterModal.module.css'

type Props = {
  from: string
  to: string
  problems: FormProblems
  onChange: (part: { from?: string; to?: string }) => void
  onCalendar: (isOpen: boolean) => void
}

/** The two ends of the closed date, each of which may be missing. */
export function DayRange({ from, to, problems, onChange, onCalendar }: Props) {
  const { fields, advanced } = useStrings().search
  const sentences = { 'not-a-day': advanced.notADay, reversed: advanced.reversed }
  return (
    <Week>
      <fieldset className={styles.range}>
        <legend className={styles.legend}>{fields.closed}</legend>
        <DayField
          label={fields.from}
          value={from}
          error={problems.from && sentences[problems.from]}
          onChange={(text) => onChange({ from: text })}
          onCalendar={onCalendar}
          latest={dayTyped(to)}
        />
        <DayField
          label={fields.to}
          value={to}
          error={problems.to && sentences[problems.to]}
          onChange={(text) => onChange({ to: text })}
          onCalendar={onCalendar}
          earliest={dayTyped(from)}
        />
      </fieldset>
    </Week>
  )
}
