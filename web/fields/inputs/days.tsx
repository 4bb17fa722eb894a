import { DatesProvider, type DatesProviderSettings } from '@mantine/dates'
import 'dayjs/locale/dv'
import { DayField } from '../days/DayField.tsx'
import { type InputProps, lookOf } from './props.ts'

/** The week begins on Sunday and ends with Friday and Saturday. */
const week: DatesProviderSettings = { firstDayOfWeek: 0, weekendDays: [5, 6], consistentWeeks: true }

/** A day, typed or picked from a calendar whose months and weekdays are named in the language of the screen. */
export function DateField(props: InputProps<'date'>) {
  const { label, error, autoComplete: _, ...look } = lookOf(props)
  return (
    <DatesProvider settings={{ ...week, locale: props.language }}>
      <DayField
        label={label}
        value={props.value ?? ''}
        error={error}
        look={look}
        onChange={(day) => props.onChange(day === '' ? null : day)}
      />
    </DatesProvider>
  )
}
