import { foldText } from './fold.ts'
import { remember } from './remember.ts'

/** The codes by which courts number their cases, in small letters without punctuation. `dhivehi.md` §3.1 names them. */

const families: readonly RegExp[] = [
  // The Supreme Court and the High Court, with the letters of their registers: SC-A, HC-RNM.
  /^(sc|hc)[a-z]{0,3}$/,
  // The superior courts of Malé: civil, criminal, family, juvenile, drug.
  /^(cv|cr|fm|jv)c[a-z]?$/,
  /^dc[a-z]?$/,
  // Their names before 2008, by the number of the court: JC-2.
  /^(mc|jc|ac|kc)\d{0,2}$/,
  // A magistrate court: the letter of its atoll and the number of its island, and its registers: P7C-A(IU).
  /^[a-u]\d{1,2}c[a-z]{0,4}$/,
  /^hmc[a-z]?$/,
]

/** Whether letters without punctuation are the code of a court. */
export type IsCode = (code: string) => boolean

/** The codes that courts have always had. */
export const isCourtCode: IsCode = (code) => families.some((family) => family.test(code))

/** Also those that the courts of a library were given, as `plainCode` writes them: the same function for the same codes. */
export const isCodeAmong = (own: readonly string[]): IsCode => (own.length === 0 ? isCourtCode : among(own.join(' ')))

const among = remember<IsCode>(20, (codes) => {
  const own = new Set(codes.split(' '))
  return (code) => own.has(code) || isCourtCode(code)
})

/** A code as it is compared: `Cv-C` and `CV C` are one, and so are ޢ and އ. */
export const plainCode = (code: string) => foldText(code).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** These write the year before the serial, all others behind it. */
export const writesYearFirst = (code: string) => /^(sc|hc)/.test(code)
