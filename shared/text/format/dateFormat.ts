import type { Language } from '#shared/messages.ts'
import { months } from './dates.ts'

const parts: Record<string, (day: DateParts, language: Language) => string> = {
  YYYY: ({ year }) => year,
  MMM: ({ month }, language) => monthName(Number(month), language),
  MM: ({ month }) => month,
  DD: ({ date }) => date,
  HH: ({ hour }) => hour,
  mm: ({ minute }) => minute,
  Do: ({ date }, language) => (language === 'en' ? ordinal(Number(date)) : String(Number(date))),
}

type DateParts = { year: string; month: string; date: string; hour: string; minute: string }

/**
 * Formats `2021-03-09` or `2021-03-09T14:30` by a pattern such as `DD MMM YYYY`, `MMM Do, YYYY` or `DD MMM YYYY HH:mm`.
 * A text that is not a date is returned unchanged.
 */
export function formatDate(day: string, format: string, language: Language): string {
  const [, year, month, date, hour = '', minute = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?$/.exec(day) ?? []
  if (!year || !month || !date || Number(month) < 1 || Number(month) > 12) return day
  const formatted = format.replace(
    /YYYY|MMM|MM|DD|Do|HH|mm/g,
    (part) => parts[part]?.({ year, month, date, hour, minute }, language) ?? part,
  )
  return language === 'dv' ? formatted.replaceAll(',', '،') : formatted
}

/** English month names are shortened, Dhivehi ones are not. */
const monthName = (month: number, language: Language) => {
  const name = months[language][month - 1] ?? ''
  return language === 'en' ? name.slice(0, 3) : name
}

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinal = (number: number) => `${number}${endings[rules.select(number)] ?? 'th'}`

/**
 * The text by which a search of a list finds a day or a moment, in either language: as `day_text` of the database, with the
 * time of a moment. Empty if it is neither.
 */
export function dayText(day: string): string {
  const format = (pattern: string, language: Language) => formatDate(day, pattern, language)
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(day)) return ''
  const month = months.en[Number(day.slice(5, 7)) - 1] ?? ''
  const text = `${format('Do MMM YYYY', 'dv')} ${day.slice(0, 10)} ${month} ${format('Do', 'en')}`
  return day.length > 10 ? `${text} ${day.slice(11)}` : text
}
