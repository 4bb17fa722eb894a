import type { Language } from '../messages.ts'
import { months } from './dates.ts'

const parts: Record<string, (day: Day, language: Language) => string> = {
  YYYY: ({ year }) => year,
  MMM: ({ month }, language) => monthName(Number(month), language),
  MM: ({ month }) => month,
  DD: ({ date }) => date,
  HH: ({ hour }) => hour,
  mm: ({ minute }) => minute,
  Do: ({ date }, language) => (language === 'en' ? ordinal(Number(date)) : String(Number(date))),
}

type Day = { year: string; month: string; date: string; hour: string; minute: string }

/**
 * `2021-03-09` as `DD MMM YYYY` or `MMM Do, YYYY` says, and `2021-03-09T14:30` with its hour as `DD MMM YYYY HH:mm`; what
 * is no day comes back as it was.
 */
export function formatDate(day: string, format: string, language: Language): string {
  const [, year, month, date, hour = '', minute = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?$/.exec(day) ?? []
  if (!year || !month || !date || Number(month) < 1 || Number(month) > 12) return day
  const filled = format.replace(
    /YYYY|MMM|MM|DD|Do|HH|mm/g,
    (part) => parts[part]?.({ year, month, date, hour, minute }, language) ?? part,
  )
  return language === 'dv' ? filled.replaceAll(',', '،') : filled
}

/** English months have a short name, Dhivehi ones do not. */
const monthName = (month: number, language: Language) => {
  const name = months[language][month - 1] ?? ''
  return language === 'en' ? name.slice(0, 3) : name
}

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinal = (number: number) => `${number}${endings[rules.select(number)] ?? 'th'}`
