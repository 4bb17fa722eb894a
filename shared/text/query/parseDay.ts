import { monthVariants, months } from '#shared/text/format/dates.ts'
import { numberOf } from '#shared/text/language/caseSuffixes.ts'
import { stripFinalVowel } from '#shared/text/language/stripFinalVowel.ts'
import { foldText } from '#shared/text/language/fold.ts'

/**
 * Parses the value of a date filter into YYYY-MM-DD: 2021, 2021-05, 2021-05-17, 17/5/2021, 17th May 2021, މޭ 2021. A year or
 * a month becomes its first day (`from`) or its last day (`to`). Undefined when the text is not a date.
 */
export function parseDay(value: string, end: 'from' | 'to'): string | undefined {
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

/** A date with a month name may contain spaces and may start with the month: `May 17, 2021`. */
function partsOf(folded: string): string[] {
  const words = folded.split(/[-/.−–,،\s]+/).filter((word) => word !== '')
  const monthIndex = words.findIndex((word) => monthOf(word) !== undefined)
  if (monthIndex < 0) return folded.split(/[-/.−–]/)
  const parts = words.map((word, at) => (at === monthIndex ? (monthOf(word) ?? word) : word.replace(ordinal, '')))
  const [month = '', date = '', year = ''] = parts
  return monthIndex === 0 && parts.length === 3 ? [date, month, year] : parts
}

const ordinal = /(?<=^\d{1,2})(?:st|nd|rd|th|ވަނަ)$/

/** The names of a month in each language and spelling, folded. */
export const namesOfMonth = (month: number): string[] =>
  [
    months.dv[month - 1],
    ...monthVariants.filter(([of]) => of === month).map(([, names]) => names),
    months.en[month - 1],
  ]
    .flatMap((names = '') => names.split(' '))
    .map(foldText)

/** Folded, without the final vowel. */
const dhivehiMonths = new Map(
  [...months.dv.map((name, at) => [at + 1, name] as const), ...monthVariants].flatMap(([month, names]) =>
    names.split(' ').map((name) => [stripFinalVowel(foldText(name)), month] as const),
  ),
)
const englishMonths = months.en.map((name) => foldText(name))

/** The number of a month; English names may be shortened to three letters or more, as in `Sept`. */
function monthOf(word: string): string | undefined {
  const english = word.length < 3 ? -1 : englishMonths.findIndex((name) => name.startsWith(word))
  const month = english < 0 ? dhivehiMonths.get(stripFinalVowel(word)) : english + 1
  return month?.toString()
}

/**
 * Whether a folded text is a day with the name of its month, `14th march 2023`, or a month with its English name, `march 2023`.
 * A day may end with a case suffix: `14 މާޗް 2023ގައި`.
 */
export function isNamedDay(text: string): boolean {
  const words = text.split(/[\s,،.]+/).filter((word) => word !== '')
  const names = words.filter((word) => monthOf(word) !== undefined)
  const isWhole = words.length === 3 || englishMonths.includes(names[0] ?? '')
  return words.length <= 3 && names.length === 1 && isWhole && parseNamedDay(words) !== undefined
}

/** Parses the folded words of a named day into YYYY-MM-DD; of a month, into its first day. */
export const parseNamedDay = (words: readonly string[]) =>
  parseDay(words.map((word) => numberOf(word) ?? word).join(' '), 'from')
