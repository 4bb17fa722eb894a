import { hasDigit } from '#shared/text/language/tokenizer.ts'
import { digitsPattern, foldCaseNumbers, splitCaseNumber, startPattern } from './atoms.ts'
import { caseNumberKey, findCaseNumbers } from './caseNumber.ts'
import { type IsCode, isCourtCode, lacksRegister } from './courtCodes.ts'
import { formatKey, parseAtoms } from './parseAtoms.ts'

/** A case number in running text. `number` is what a marker of it stores: as written, or composed of what is spelled out. */
type DetectedNumber = { start: number; end: number; number: string; key: string }

/**
 * Detects the case numbers that a judgment cites. Beyond `findCaseNumbers`, which the search also uses: codes of three
 * parts (`227/Cv-C-HD/2020`), and numbers that are spelled out (`ހައިކޯޓުގެ 2013 ވަނަ އަހަރުގެ ނަންބަރު 80`). A number
 * with an unknown code needs a year of four digits and the word for a case: most offices number their letters like this.
 */
export function detectCaseNumbers(written: string, isCode: IsCode = isCourtCode): DetectedNumber[] {
  if (!hasDigit(written)) return []
  const text = separateNumbers(written)
  const folded = foldCaseNumbers(text)
  const numbered = [
    ...findCaseNumbers(text, isCode).map((one) => ({ ...one, number: text.slice(one.start, one.end) })),
    ...inOtherForms(text, folded, isCode),
  ]
  const found = [...numbered.filter((one) => isOfCase(text, one, isCode)), ...spelledOutIn(text, folded)]
  return found
    .filter((one, index) => !found.slice(0, index).some((other) => overlaps(one, other)))
    .sort((one, other) => one.start - other.start)
}

type Folded = ReturnType<typeof foldCaseNumbers>
type Span = { start: number; end: number }

const overlaps = (one: Span, other: Span) => one.start < other.end && other.start < one.end

/** Replaces with spaces what is one in a number: other spaces, a line break at a slash, a slash or dash between two numbers. */
const separateNumbers = (written: string) =>
  written
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(/(?<=[/\\-] ?)\n|\n(?= ?[/\\-])/g, ' ')
    .replace(joint, ' ')

const whole = String.raw`\d{1,6}/[A-Za-z][A-Za-z\d-]{0,8}/\d{1,6}`
const joint = new RegExp(String.raw`(?<=(?<![\p{L}\p{N}/-])${whole})[/–—-](?=${whole}(?![\p{L}\p{N}/-]))`, 'gu')

/** The Supreme Court and the High Court number their resolutions and circulars without a register: `2012/06/SC`. */
function isOfCase(text: string, { start, end, key }: DetectedNumber, isCode: IsCode) {
  const [code = '', year = ''] = key.split('/')
  if (isCode(code) && !lacksRegister(code)) return true
  const before = foldCaseNumbers(text.slice(Math.max(0, start - labelLength), start)).text
  const after = foldCaseNumbers(text.slice(end, end + labelLength)).text
  return /^(19|20)\d\d$/.test(year) && (labelBefore.test(before) || labelAfter.test(after))
}

const labelLength = 40
const numberLabel = String.raw`(?:(?:ނަ[ނމ]ްބަރ[ުް]?|no|number)[\s:.([{«"“]*)?`
const labelBefore = new RegExp(
  String.raw`(?:ގަޒިއްޔާ|މައްސަލަ|\b(?:cases?|appeal|petition|judge?ment|ruling|decision)\b(?: in)?)[\p{L}\p{M}]*[\s:.([{«"“]*${numberLabel}$`,
  'u',
)
const labelAfter = /^\s*ނަ[ނމ]ްބަރ[ުް]?\s+(?:ގަޒިއްޔާ|މައްސަލަ)/

const serialPattern = String.raw`${digitsPattern}(?: ?\([a-z]{1,4}\))?`
const longCode = String.raw`[a-z][a-z\d]{0,4}(?:-[a-z\d]{1,4}){2,3}`
const looseCode = String.raw`[a-z][a-z\d]{0,4}(?:[-. ]?[a-z\d]{1,4})?(?: ?\([a-z]{1,4}\))?`
const looseSeparator = String.raw`(?: ?[/.,-]{1,2} ?| )`
const end = String.raw`(?![a-z\p{N}]|[/-][\p{L}\p{N}])`

/** Each with whether its code must be that of a court. */
const otherForms = (
  [
    [`${digitsPattern}/${longCode}/\\d{2,6}|${longCode}/\\d{2,6}/\\d{1,6}`, false],
    [`${looseCode},? no\\.? ?${serialPattern} of \\d{4}`, true],
    [[serialPattern, looseCode, serialPattern].join(looseSeparator), true],
    [[looseCode, serialPattern, serialPattern].join(looseSeparator), true],
  ] as const
).map(([pattern, isOfCourt]) => ({ pattern: new RegExp(`${startPattern}(?:${pattern})${end}`, 'gu'), isOfCourt }))

/** Codes of three parts, and the codes of courts between full stops, commas or spaces. The year has four digits. */
function inOtherForms(text: string, { text: folded, starts, ends }: Folded, isCode: IsCode): DetectedNumber[] {
  return otherForms.flatMap(({ pattern, isOfCourt }) =>
    [...folded.matchAll(pattern)].flatMap(({ 0: matched, index }) => {
      const [parts] = parseAtoms(splitCaseNumber(matched) ?? [], isCode)
      if (!parts?.code || !/^(19|20)\d\d$/.test(parts.year) || !matched.includes(parts.year)) return []
      if (isOfCourt && !isCode(parts.code)) return []
      const [from = 0, to = 0] = [starts[index], ends[index + matched.length - 1]]
      return [{ start: from, end: to, number: text.slice(from, to), key: formatKey(parts) }]
    }),
  )
}

/** The courts whose numbers are spelled out, by the folded word before ކޯޓު. */
const spelledCourts: readonly (readonly [name: RegExp, code: string])[] = [
  [/^ސުޕްރީމް?$/, 'SC'],
  [/^ހައި$/, 'HC'],
  [/^ސިވިލް$/, 'Cv-C'],
  [/^ކްރިމިނަލް$/, 'Cr-C'],
  [/^ފެމ[ިެ]ލީ$/, 'Fm-C'],
  [/^ޖުވެނައިލް$/, 'Jv-C'],
  [/^ޑްރަގް$/, 'DC'],
]

const court = String.raw`(?<![\p{L}\p{M}])(?<court>ސުޕްރީމް?|ހައި|ސިވިލް|ކްރިމިނަލް|ފެމ[ިެ]ލީ|ޖުވެނައިލް|ޑްރަގް) ?ކޯޓު?ް?ގެ`
const otherKinds = 'ގާނޫނ|ގަވާއިދ|މާއްދާ|އިއުލާނ|ކާޑ|ފޯމ|ފޯނ|ސިޓީ|އަމުރ'
const words = String.raw`(?:\s+(?!${otherKinds})[^\s\d.،؛:(]+){0,3}?\s+`
const label = String.raw`ނަ[ނމ]ްބަރު?:?\s*`
const year = String.raw`(?<year>(?:19|20)\d\d)`
const serial = String.raw`(?<serial>\d{1,5})`
const ofYear = String.raw`${year}\s?ވަނަ\s+އަހަރުގެ`
const caseWordPattern = /ގަޒިއްޔާ|މައްސަލަ/

const spelledPatterns = [
  `${court}${words}${ofYear}${words}(?:${label}${serial}|${serial}\\s?ވަނަ)`,
  `${ofYear}${words}${court}${words}${label}${serial}`,
  `${court}${words}${label}(?:${serial}/${year}|(?<year>(?:19|20)\\d\\d)/(?<serial>\\d{1,5}))`,
  `${ofYear}\\s+(?<code>[a-z][a-z\\d]{0,4}(?:-[a-z\\d]{1,4}){0,2})\\s+${label}${serial}`,
].map((pattern) => new RegExp(`${pattern}(?![\\p{N}/-])`, 'dgu'))

/** How far behind a spelled-out number the word for a case may be. */
const lookahead_letters = 40

function spelledOutIn(written: string, { text, starts, ends }: Folded): DetectedNumber[] {
  const original = ([from, to]: readonly [number, number]) => written.slice(starts[from], ends[to - 1])
  return spelledPatterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: matched, index, groups = {}, indices }) => {
      const place = indices?.groups ?? {}
      const code = place['code'] ? original(place['code']) : codeOfCourt(groups['court'])
      const numbers = [place['year'], place['serial']].flatMap((range) => (range ? [range] : []))
      const isOfCase = caseWordPattern.test(text.slice(index, index + matched.length + lookahead_letters))
      if (code === undefined || !(isOfCase || place['code'])) return []
      const [year = '', serial = ''] = numbers.map(original)
      const number = /^[HS]C/i.test(code) ? `${year}/${code}/${serial}` : `${serial}/${code}/${year}`
      const [from, to] = [Math.min(...numbers.flat()), Math.max(...numbers.flat())]
      const key = caseNumberKey(number)
      return key === undefined ? [] : [{ start: starts[from] ?? 0, end: ends[to - 1] ?? 0, number, key }]
    }),
  )
}

const codeOfCourt = (name = '') => spelledCourts.find(([names]) => names.test(name))?.[1]
