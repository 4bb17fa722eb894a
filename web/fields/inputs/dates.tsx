import { CalendarLocale, DateInput, TimeInput } from '#web/fields/dates/DateInput.tsx'
import { joinMoment, splitMoment } from '#web/fields/dates/dates.ts'
import { useStrings } from '#web/platform/strings/strings.ts'
import { type InputProps, commonInputProps } from './props.ts'
import styles from './inputs.module.css'

/** A date, typed or picked from a calendar in the language of the screen. */
export function DateField(props: InputProps<'date'>) {
  const { label, error, autoComplete: _, ...inputProps } = commonInputProps(props)
  return (
    <CalendarLocale>
      <DateInput
        label={label}
        value={props.value ?? ''}
        error={error}
        inputProps={inputProps}
        onChange={(day) => props.onChange(day === '' ? null : day)}
      />
    </CalendarLocale>
  )
}

/** A date and a time. While one of them is missing, the incomplete text is the value. */
export function MomentField(props: InputProps<'moment'>) {
  const { form } = useStrings()
  const { label, error, autoComplete: _, ...inputProps } = commonInputProps(props)
  const { day, hour } = splitMoment(props.value ?? '')
  return (
    <div role="group" aria-label={label} className={styles.moment}>
      <CalendarLocale>
        <DateInput
          label={label}
          value={day}
          error={error}
          inputProps={inputProps}
          onChange={(text) => props.onChange(joinMoment(text, hour))}
        />
      </CalendarLocale>
      <TimeInput
        label={form.hour}
        value={hour}
        isWrong={error !== undefined}
        inputProps={{
          required: inputProps.required,
          disabled: inputProps.disabled,
          readOnly: inputProps.readOnly,
          onBlur: inputProps.onBlur,
        }}
        onChange={(text) => props.onChange(joinMoment(day, text))}
      />
    </div>
  )
}
