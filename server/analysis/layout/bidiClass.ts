/** The bidirectional classes of UAX #9 that letters, digits and punctuation of a judgment have. */
export type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'WS' | 'S' | 'ON'

/** From Unicode's DerivedBidiClass, as ranges; the first that fits counts. */
const classes: [BidiClass, RegExp][] = [
  ['NSM', /[\p{Mn}\p{Me}]/u],
  ['EN', /[0-9\u00b2\u00b3\u00b9\u06f0-\u06f9\u2070\u2074-\u2079\u2080-\u2089]/u],
  ['AN', /[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd]/u],
  ['ES', /[+\-\u207a\u207b\u208a\u208b\u2212]/u],
  ['CS', /[,./:\u00a0\u060c\u202f\u2044]/u],
  ['ET', /[#$%\u00a2-\u00a5\u00b0\u00b1\u0609\u060a\u066a\u2030-\u2034\u20a0-\u20cf\u2213]/u],
  ['ON', /[\u0606\u0607\u060e\u060f\u06de\u06e9\ufd3e\ufd3f\ufd40-\ufd4f\ufdcf\ufdfd-\ufdff]/u],
  ['R', /[\u0590-\u05ff\u07c0-\u085f\u200f\ufb1d-\ufb4f]/u],
  ['AL', /[\u0600-\u07bf\u0860-\u08ff\ufb50-\ufdff\ufe70-\ufeff]/u],
  ['S', /\t/u],
  ['WS', /\s/u],
  ['ON', /[\p{P}\p{S}]/u],
]

const known = new Map<string, BidiClass>()

/** The class of one character. */
export function bidiClass(char: string): BidiClass {
  const before = known.get(char)
  if (before) return before

  const found = classes.find(([, range]) => range.test(char))?.[0] ?? 'L'
  known.set(char, found)
  return found
}

/** The character that is drawn for another in right-to-left text, from Unicode's BidiMirroring. */
export const mirrored: ReadonlyMap<string, string> = new Map(
  ['()', ')(', '[]', '][', '{}', '}{', '<>', '><', '«»', '»«', '‹›', '›‹', '≤≥', '≥≤'].map((pair) => [
    pair.charAt(0),
    pair.charAt(1),
  ]),
)

/** The closing bracket of each opening one, from Unicode's BidiBrackets. */
export const closingBrackets: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])
