import { months } from '#shared/text/format/dates.ts'
import type { Random } from '#db/seed/random.ts'

const hijriMonths = ['މުޙައްރަމް', 'ޞަފަރު', 'ރަބީޢުލްއައްވަލް', 'ރަބީޢުލްއާޚިރު', 'ޖުމާދަލްއޫލާ', 'ޖުމާދަލްއާޚިރާ', 'ރަޖަބު', 'ޝަޢުބާން', 'ރަމަޟާން', 'ޝައްވާލު', 'ޛުލްޤަޢިދާ', 'ޛުލްޙިއްޖާ'] // prettier-ignore

const variants = ['ޖަނަވަރީ', 'ފެބުރުއަރީ', 'މާޗް', 'އެޕްރީލް', 'މެއި', 'ޖޫން', 'ޖުލައި', 'އޯގަސްޓް', 'ސެޕްޓެންބަރު', 'އޮކްޓޫބަރު', 'ނޮވެންބަރު', 'ޑިސެންބަރު'] // prettier-ignore
const weekdays = ['އާދިއްތަ', 'ހޯމަ', 'އަންގާރަ', 'ބުދަ', 'ބުރާސްފަތި', 'ހުކުރު', 'ހޮނިހިރު']

/** A day in every form that a style can ask for. */
export function writeDay(day: string, random: Random): Record<string, string> {
  const [year = '', month = '', date = ''] = day.split('-')
  const [name = '', variant = '', english = ''] = [months.dv, variants, months.en].map(
    (names) => names[Number(month) - 1],
  )
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
  const number = random.chance(0.5) ? date : String(Number(date))
  return {
    long: `${number} ${name} ${year}`,
    var: `${number} ${variant} ${year}`,
    news: `${name} ${Number(date)}، ${year}`,
    words: `${year} ވަނަ އަހަރުގެ ${name} މަހުގެ ${Number(date)} ވަނަ ދުވަހު`,
    of: `${year} ވަނަ އަހަރުގެ ${name} މަހުގެ ${Number(date)} ވަނަ ${weekday} ދުވަހު`,
    week: `${weekday}، ${Number(date)} ${name} ${year}`,
    en: `${Number(date)} ${english} ${year}`,
    slash: `${date}/${month}/${year}`,
    dots: `${date}.${month}.${year}`,
    iso: `${year}-${month}-${date}`,
    h: writeHijri(day),
  }
}

const hijriFormat = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' }) // prettier-ignore

/** The Hijri day of a day, both YYYY-MM-DD. */
export function hijriOf(day: string): string {
  const parts = new Map(hijriFormat.formatToParts(new Date(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]))
  const [year = '', month = '', date = ''] = (['year', 'month', 'day'] as const).map((type) => parts.get(type) ?? '')
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function writeHijri(day: string): string {
  const [year = '', month = '', date = ''] = hijriOf(day).split('-')
  return `${Number(date)} ${hijriMonths[Number(month) - 1] ?? ''} ${year}`
}
