import type { Language } from '#shared/messages.ts'

export const months: Record<Language, readonly string[]> = {
  dv: ['ޖެނުއަރީ', 'ފެބްރުއަރީ', 'މާރިޗު', 'އޭޕްރީލު', 'މޭ', 'ޖޫން', 'ޖުލައި', 'އޯގަސްޓު', 'ސެޕްޓެމްބަރު', 'އޮކްޓޯބަރު', 'ނޮވެމްބަރު', 'ޑިސެމްބަރު'],
  en: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
}

/** Other spellings of the months of Dhivehi. */
export const monthVariants: readonly (readonly [month: number, names: string])[] = [
  [1, 'ޖަނަވަރީ ޖެނުއަރި ޖަނުއަރީ'],
  [2, 'ފެބުރުއަރީ ފެބްރުވަރީ ފެބުރުވަރީ'],
  [3, 'މާރޗް މާޗް މާރޗު މާޗު'],
  [4, 'އޭޕްރީލް އެޕްރީލް އޭޕްރިލް އެޕްރިލް'],
  [5, 'މެއި މޭއި'],
  [6, 'ޖޫނު ޖުން'],
  [7, 'ޖޫލައި ޖުލާއި'],
  [8, 'އޯގަސްޓް އޮގަސްޓް އޮގަސްޓު އޯގަސްޓް'],
  [9, 'ސެޕްޓެންބަރު ސެޕްޓެމްބަރ ސެޕްޓެންބަރ'],
  [10, 'އޮކްޓޫބަރު އޮކްޓޯބަރ އޮކްޓޫބަރ'],
  [11, 'ނޮވެންބަރު ނޮވެމްބަރ ނޮވެންބަރ'],
  [12, 'ޑިސެންބަރު ޑިސެމްބަރ ޑިސެންބަރ'],
]

/** `2021-11-14` → `14 ނޮވެމްބަރު 2021`. A day has no time zone; a text that is not a date is returned unchanged. */
export function formatDay(day: string, language: Language): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  const name = months[language][Number(month) - 1]
  return year && name ? `${Number(date)} ${name} ${year}` : day
}

/** The Maldives are five hours ahead of UTC, all year. */
const maldivesOffset_ms = 5 * 60 * 60 * 1000

const inMaldives = (moment: string | number) => new Date(new Date(moment).getTime() + maldivesOffset_ms).toISOString()

/** The day of a moment in the Maldives: `2021-11-14T20:05:09Z` → `2021-11-15`. */
export const dayInMaldives = (moment: string | number) => inMaldives(moment).slice(0, 10)

/** `2021-11-14T14:05:09Z` → `14 ނޮވެމްބަރު 2021، 19:05`, in Maldives time. */
export function formatMoment(moment: string, language: Language): string {
  const local = inMaldives(moment)
  return `${formatDay(local.slice(0, 10), language)}${language === 'dv' ? '،' : ','} ${local.slice(11, 16)}`
}
