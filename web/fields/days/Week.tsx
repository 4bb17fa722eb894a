import { DatesProvider, type DatesProviderSettings } from '@mantine/dates'
import 'dayjs/locale/dv'
import type { ReactNode } from 'react'
import { useLanguage } from '#web/strings/strings.ts'

/** The week begins on Sunday and ends with Friday and Saturday. */
const week: DatesProviderSettings = { firstDayOfWeek: 0, weekendDays: [5, 6], consistentWeeks: true }

/** Calendars in it name their months and weekdays in the language of the screen. */
export function Week({ children }: { children: ReactNode }) {
  return <DatesProvider settings={{ ...week, locale: useLanguage() }}>{children}</DatesProvider>
}
