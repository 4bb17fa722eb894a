import { months } from '../dates.ts'
import { foldText } from '../fold.ts'

/**
 * 2021, 2021-05, 2021-05-17, 17/5/2021, 17 May 2021, މޭ 2021: of a year or a month the first day or the last, whichever
 * end it is. Undefined for what is no day.
 */
export function readDay(value: string, end: 'from' | 'to'): string | undefined {
  const parts = partsOf(foldText(value).trim())
  const [year = '', month, date] = parts[0]?.length === 4 ? parts : parts.toReversed()
  if (!/^(19|20)\d\d$/.test(year) || parts.length > 3 || !parts.every((part) => /^\d{1,4}$/.test(part)))
    return undefined
  const first = month ?? (end === 'from' ? '1' : '12')
  const day = new Date(Date.UTC(Number(year), Number(first) - 1, Number(date ?? 1)))
  if (day.getUTCMonth() !== Number(first) - 1 || (date !== undefined && day.getUTCDate() !== Number(date)))
    return undefined
  const last = new Date(Date.UTC(Number(year), Number(first), 0))
  return (date === undefined && end === 'to' ? last : day).toISOString().slice(0, 10)
}

/** With a month's name the pieces may stand apart, and the month may stand first: `May 17, 2021`. */
function partsOf(folded: string): string[] {
  const words = folded.split(/[-/.−–,،\s]+/).filter((word) => word !== '')
  const place = words.findIndex((word) => monthOf(word) !== undefined)
  if (place < 0) return folded.split(/[-/.−–]/)
  const parts = words.map((word, at) => (at === place ? (monthOf(word) ?? word) : word))
  const [month = '', date = '', year = ''] = parts
  return place === 0 && parts.length === 3 ? [date, month, year] : parts
}

const names = months.dv.map((name, at) => [foldText(name), foldText(months.en[at] ?? '')] as const)

/** Its number; English months also by their first letters, as in `Sept`. */
function monthOf(word: string): string | undefined {
  const at = names.findIndex(([dhivehi, english]) => word === dhivehi || (word.length >= 3 && english.startsWith(word)))
  return at < 0 ? undefined : String(at + 1)
}
