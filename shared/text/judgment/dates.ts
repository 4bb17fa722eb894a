import { monthVariants, months } from '#shared/text/format/dates.ts'
import { isDay } from '#shared/text/format/days.ts'
import { fold } from '#shared/text/language/fold.ts'
import { differenceOf, skeletonOf } from './skeleton.ts'

/** A day in a text, `YYYY-MM-DD` in its calendar, with its offsets. `doubt` is 0 when the month is written as usual. */
export type FoundDay = { day: string; isHijri: boolean; start: number; end: number; doubt: number }

const hijri = [
  'މުޙައްރަމް', 'ޞަފަރު', 'ރަބީޢުލްއައްވަލް', 'ރަބީޢުލްއާޚިރު', 'ޖުމާދަލްއޫލާ', 'ޖުމާދަލްއާޚިރާ', 'ރަޖަބު', 'ޝަޢުބާން', 'ރަމަޟާން', 'ޝައްވާލު', 'ޛުލްޤަޢިދާ', 'ޛުލްޙިއްޖާ',
] // prettier-ignore

const hijriVariants: readonly (readonly [month: number, names: string])[] = [
  [3, 'ރަބީއުލްއައްވަލް ރަބީޢުލްއަވްވަލް'],
  [4, 'ރަބީޢުއްޘާނީ ރަބީޢުލްއާޚިރް'],
  [5, 'ޖުމާދުލްއޫލާ ޖުމާދަލްޢޫލާ ޖަމާދުލްއައްވަލް'],
  [6, 'ޖުމާދުލްއާޚިރާ ޖުމާދައްޘާނީ ޖުމާދަލްއާޚިރު'],
  [9, 'ރޯދަމަސް'],
  [11, 'ޛުލްޤަޢުދާ ޛުލްޤައިދާ'],
  [12, 'ޛުލްޙަޖްޖާ'],
]

const arabic = 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' ')
const arabicHijri = [
  'محرم', 'صفر', 'ربيع الأول', 'ربيع الآخر', 'جمادى الأولى', 'جمادى الآخرة', 'رجب', 'شعبان', 'رمضان', 'شوال', 'ذو القعدة', 'ذو الحجة',
] // prettier-ignore

/** The folded letters without spaces and punctuation. */
const lettersOf = (text: string) => fold(text).text.replace(/[^\p{L}\p{M}]/gu, '')

type Month = { month: number; isHijri: boolean; letters: string; consonants: string }

const monthNames: readonly Month[] = [
  ...months.dv.map((name, index) => toMonth(index + 1, name, false)),
  ...months.en.flatMap((name, index) => [toMonth(index + 1, name, false), toMonth(index + 1, name.slice(0, 3), false)]),
  ...hijri.map((name, index) => toMonth(index + 1, name, true)),
  ...arabic.map((name, index) => toMonth(index + 1, name, false)),
  ...arabicHijri.map((name, index) => toMonth(index + 1, name, true)),
  ...monthVariants.flatMap(([month, names]) => names.split(' ').map((name) => toMonth(month, name, false))),
  ...hijriVariants.flatMap(([month, names]) => names.split(' ').map((name) => toMonth(month, name, true))),
]

function toMonth(month: number, name: string, isHijri: boolean): Month {
  return { month, isHijri, letters: lettersOf(name), consonants: skeletonOf(name).text }
}

/** The days of the month in words, as far as they are unlike other words. */
const dayWords = new Map(
  'އެއް ދެ ތިން ހަތަރު ފަސް ހަ ހަތް އަށް ނުވަ ދިހަ އެގާރަ ބާރަ ތޭރަ ސާދަ ފަނަރަ ސޯޅަ ސަތާރަ އަށާރަ ނަވާރަ ވިހި އެކާވީސް ބާވީސް ތޭވީސް ސައުވީސް ފަންސަވީސް ސައްބީސް ހަތާވީސް އަށާވީސް ނަވާވީސް ތިރީސް އެއްތިރީސް'
    .split(' ')
    .map((word, index) => [fold(word).text, index + 1]),
)

const middle = String.raw`(?<name>[\p{L}\p{M}"'.\s]{2,34}?)`
/** Bounded, because a line of a thousand spaces or dots would take seconds. */
const space = String.raw`\s{0,6}`
const gap = String.raw`[\s،,.-]{0,6}`
const nth = String.raw`(?:${space}(?:ވަނަ|ވ[ަާިީެ]*|st|nd|rd|th)(?![\p{L}\p{M}]))?`
const number = String.raw`(?<![\d/.-])(?<date>\d{1,2})`
const year = String.raw`(?<year>(?:1[34]|19|20)\d\d)(?![\d/-]|\.\d)`

/** A day with the name of its month, then a day in figures. */
const namedPatterns = [
  `${number}${nth}${gap}${middle}${gap}${year}`,
  `(?<![\\p{L}\\p{M}])(?<name>[\\p{L}\\p{M}"']{2,18})${space}${number}${nth}${space}[،,.؛;]?${space}${year}`,
  `(?<![\\d/.-])${year}${space}(?:ވަނަ)?${space}[^\\d\\s]{0,8}?(?:${space}\\S{2,9}ގެ)?\\s{1,6}(?<name>[\\p{L}\\p{M}"']{2,20})\\s{1,6}(?:\\S{2,7}ގެ\\s{1,6})?${number}(?![\\d/.-])`,
  `(?<![\\d/.-])${year}[^\\d]{4,22}?\\s(?<name>[\\p{L}\\p{M}"']{2,18})\\s{1,6}މަހުގެ\\s{1,6}(?<word>[\\p{L}\\p{M}]{2,12})\\s?ވަނަ`,
].map((pattern) => new RegExp(pattern, 'gdu'))

/** A year, then a day of the month, with the name of the month among the words between them. */
const loosePattern = new RegExp(`(?<![\\d/.-])${year}(?<words>[^\\d]{4,50}?)${number}(?![\\d/.-])`, 'gu')

const figurePatterns = [
  String.raw`(?<![\d/.A-Za-z-])(?<date>\d{1,2})\s?(?<mark>[/.-])\s?(?<month>\d{1,2})\s?\k<mark>\s?(?<year>(?:1[34]|19|20)\d\d)(?![\d/-])`,
  String.raw`(?<![\d/.A-Za-z-])(?<year>(?:1[34]|19|20)\d\d)(?<mark>[/.-])(?<month>\d{1,2})\k<mark>(?<date>\d{1,2})(?![\d/-])`,
].map((pattern) => new RegExp(pattern, 'gdu'))

/** Finds the days of a text: Gregorian and Hijri, with names of months in their spellings or in figures. */
export function findDays(original: string): FoundDay[] {
  if (!/\d{4}|[٠-٩]{4}/.test(original)) return []
  const folded = fold(original)
  const found: FoundDay[] = []
  for (const pattern of [...namedPatterns, ...figurePatterns])
    for (const match of folded.text.matchAll(pattern)) {
      const read = readDay(match.groups ?? {})
      const [start, end] = [folded.starts[match.index] ?? 0, folded.ends[match.index + match[0].length - 1] ?? 0]
      if (read && !found.some((other) => start < other.end && other.start < end)) found.push({ ...read, start, end })
    }
  for (const match of folded.text.matchAll(loosePattern)) {
    const [name, another] = (match.groups?.['words'] ?? '').split(/\s+/).filter((word) => findMonth(word) !== undefined)
    const read = name !== undefined && another === undefined ? readDay({ ...match.groups, name }) : undefined
    const [start, end] = [folded.starts[match.index] ?? 0, folded.ends[match.index + match[0].length - 1] ?? 0]
    if (read && !found.some((other) => start < other.end && other.start < end)) found.push({ ...read, start, end })
  }
  return found.sort((one, other) => one.start - other.start)
}

function readDay(groups: Record<string, string | undefined>): Omit<FoundDay, 'start' | 'end'> | undefined {
  const { name, word, month, year: ofYear = '' } = groups
  const date = word === undefined ? groups['date'] : String(dayWords.get(word) ?? '')
  const named = name === undefined ? undefined : findMonth(name)
  const inHijri = /^1[34]/.test(ofYear)
  const ofMonth = named?.month ?? (month === undefined ? undefined : Number(month))
  if (ofMonth === undefined || (named && named.isHijri !== inHijri) || !date) return undefined
  const day = `${ofYear}-${String(ofMonth).padStart(2, '0')}-${date.padStart(2, '0')}`
  const exists = inHijri ? ofMonth >= 1 && ofMonth <= 12 && Number(date) >= 1 && Number(date) <= 30 : isDay(day)
  return exists ? { day, isHijri: inHijri, doubt: named?.doubt ?? 0 } : undefined
}

/** `the month of`, joined to its name. */
const ofMonthEnding = /(?<=.)މަހު(?:ގެ)?$/u

/** The month whose name is the nearest, when it is near. */
function findMonth(text: string): { month: number; isHijri: boolean; doubt: number } | undefined {
  const letters = lettersOf(text).replace(ofMonthEnding, '')
  const exact = monthNames.find((name) => name.letters === letters)
  if (exact) return { ...exact, doubt: 0 }
  const consonants = skeletonOf(text).text
  const near = monthNames
    .filter((name) => name.consonants !== '')
    .map((name) => ({
      ...name,
      doubt: differenceOf(name.consonants, consonants) + differenceOf(name.letters, letters) / 4,
    }))
    .sort((one, other) => one.doubt - other.doubt)
  const [best] = near
  const other = near.find(({ month, isHijri }) => best && (month !== best.month || isHijri !== best.isHijri))
  if (!best || best.doubt > maxDoubt || (other && other.doubt - best.doubt < minLead)) return undefined
  return consonants.length < 3 && best.doubt > 0.25 ? undefined : best
}

const maxDoubt = 0.36
const minLead = 0.05
