import { foldText } from '#shared/text/language/fold.ts'
import { memoize } from '#shared/text/language/memoize.ts'

/** The court codes of case numbers, in lower case without punctuation (docs/decisions/0044-court-codes.md). */

const families: readonly RegExp[] = [
  // The Supreme Court and the High Court, with the letters of their registers: SC-A, HC-RNM.
  /^(sc|hc)[a-z]{0,3}$/,
  // The superior courts of Malé: civil, criminal, family, juvenile, drug.
  /^(cv|cr|fm|jv)c[a-z]{0,2}$/,
  /^dc[a-z]?$/,
  // Their names before 2008, by the number of the court: JC-2.
  /^(mc|jc|ac|kc)\d{0,2}$/,
  // A magistrate court: the letter of its atoll and the number of its island, and its registers: P7C-A(IU).
  /^[a-u]\d{1,2}c[a-z]{0,4}$/,
  /^hmc[a-z]?$/,
  // The tribunals of taxes and of employment: TAT-CA-G, VTR.
  /^tat[a-z]{0,3}$/,
  /^vtr$/,
]

/** Whether a normalized code is a court code. */
export type IsCode = (code: string) => boolean

/** The official court codes. */
export const isCourtCode: IsCode = (code) => families.some((family) => family.test(code))

/** Also accepts the codes of an installation's own courts, normalized. Returns the same function for the same codes. */
export const isCodeAmong = (ownCodes: readonly string[]): IsCode =>
  ownCodes.length === 0 ? isCourtCode : among(ownCodes.join(' '))

const among = memoize<IsCode>(20, (codes) => {
  const ownCodes = new Set(codes.split(' '))
  return (code) => ownCodes.has(code) || isCourtCode(code)
})

/** Normalizes a court code for comparison: `Cv-C` equals `CV C`, and ޢ equals އ. */
export const normalizeCourtCode = (code: string) => foldText(code).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** A bare SC or HC is the court itself: its cases have the letters of a register (`HC-A`), its resolutions do not. */
export const lacksRegister = (code: string) => code === 'sc' || code === 'hc'

/** A normalized code in the words that its court may divide it into: `hca` is HC-A, `cvchd` is Cv-CHD or Cv-C-HD. */
export const splitCourtCode = (code: string): string[][] =>
  isCourtCode(code) ? [afterCourt, afterRegister].flatMap((pattern) => wordsOf(pattern.exec(code))) : []

const wordsOf = (match: RegExpExecArray | null) => (match ? [match.slice(1).filter(Boolean)] : [])

const afterCourt = /^(sc|hc|cv|cr|fm|jv|dc|[mjak]c|hmc|tat|[a-u]\d{1,2}c)(.+)$/
const afterRegister = /^(?:(cv|cr|fm|jv)(c)|(tat)(ca)|([a-u]\d{1,2}c)([a-z]))(.+)$/

/** Whether a court writes the year before the serial; the others write it after. */
export const writesYearFirst = (code: string) => /^(sc|hc)/.test(code)
