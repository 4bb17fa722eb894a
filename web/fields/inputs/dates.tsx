import { CalendarLocale, DateInput, TimeInput } from '#web/fields/dates/DateInput.tsx'
import { momentOf, partsOfMoment } from '#web/fields/dates/dates.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { type InputProps, lookOf } from './props.ts'
import styles from './inputs.module.css'

/** A day, typed or picked from a calendar whose months and weekdays are named in the language of the screen. */
export function DateField(props: InputProps<'date'>) {
  const { label, error, autoComplete: _, ...look } = lookOf(props)
  return (
    <CalendarLocale>
      <DateInput
        label={label}
        value={props.value ?? ''}
        error={error}
        look={look}
        onChange={(day) => props.onChange(day === '' ? null : day)}
      />
    </CalendarLocale>
  )
}

/** A day as above, and the hour beside it. While one of the two is missing it is no moment yet, and kept as it stands. */
export function MomentField(props: InputProps<'moment'>) {
  const { form } = useStrings()
  const { label, error, autoComplete: _, ...look } = lookOf(props)
  const { day, hour } = partsOfMoment(props.value ?? '')
  return (
    <div role="group" aria-label={label} className={styles.moment}>
      <CalendarLocale>
        <DateInput
          label={label}
          value={day}
          error={error}
          look={look}
          onChange={(text) => props.onChange(momentOf(text, hour))}
        />
      </CalendarLocale>
      <TimeInput
        label={form.hour}
        value={hour}
        isWrong={error !== undefined}
        look={{ required: look.required, disabled: look.disabled, readOnly: look.readOnly, onBlur: look.onBlur }}
        onChange={(text) => props.onChange(momentOf(day, text))}
      />
    </div>
  )
}
