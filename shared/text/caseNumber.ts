import { atomsOf, foldCaseNumbers, isCaseEnding } from './caseNumberAtoms.ts'
import { keyOf, readAtoms, type Reading } from './caseNumberReadings.ts'
import { type IsCode, isCodeAmong, isCourtCode, plainCode } from './courtCodes.ts'

/**
 * The key under which a case number is looked up: `code/year/serial`, the code in small letters without punctuation.
 * Numbers are written in either order and with any separator (`2013/HC-A/80`, `80/HC-A/2013`, `3916-CVC-2024`), so
 * two that mean one case have one key. Undefined for what is no case number.
 */
export const caseNumberKey = (written: string, isCode?: IsCode): string | undefined =>
  readCaseNumber(written, isCode).keys[0]

/** Whether what is kept of a number is such a key: what could not be read is kept as it was written. */
export const isCaseNumberKey = (kept: string) => /^[^/\s]+\/\d+\/\w+$/.test(kept)

/**
 * All that a written number may mean, the likeliest first: several keys when nothing tells year and serial apart.
 * Without the code of a court there is no key, but still a year and a serial to look for. A library knows more codes
 * than there have always been: those of its own courts.
 */
export function readCaseNumber(written: string, isCode: IsCode = isCourtCode): { keys: string[]; readings: Reading[] } {
  const readings = readAtoms(atomsOf(written) ?? [], isCode)
  return { keys: readings.filter(({ code }) => code !== '').map(keyOf), readings }
}

/** Whether it is a code of a court and one number, in either order: `80/HC-A`, `Cv-C/877`. A code is no such part. */
export function isPartOfNumber(written: string, isCode: IsCode = isCourtCode): boolean {
  if (written.length > longestPart || !/\p{N}/u.test(written)) return false
  const { before, after } = part.exec(foldCaseNumbers(written).text)?.groups ?? {}
  const code = before ?? after
  return code !== undefined && isCode(plainCode(code)) && !isCode(plainCode(written))
}

const longestPart = 40
const ofCode = String.raw`\p{L}(?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}])?`
const edge = String.raw`[^\p{L}\p{M}\p{N}*]*`
const part = new RegExp(`^${edge}(?:\\d{1,6}[/-](?<before>${ofCode})|(?<after>${ofCode})[/-]\\d{1,6})${edge}$`, 'u')

/** Where numbers stand in running text, and the key of each. Only what can hardly be anything else is taken for one. */
export function findCaseNumbers(
  text: string,
  isCode: IsCode = isCourtCode,
): { start: number; end: number; key: string }[] {
  const { text: folded, starts, ends } = foldCaseNumbers(text)
  const found = []
  inText.lastIndex = 0
  for (let match = inText.exec(folded); match; match = inText.exec(folded)) {
    const { 0: written, 1: behind = '', index } = match
    const reading = readAtoms(atomsOf(written) ?? [], isCode)[0]
    if (reading?.code && (behind === '' || isCaseEnding(behind)) && isCertain(written, reading.code, isCode)) {
      const start = starts[index] ?? 0
      found.push({ start, end: ends[index + written.length - 1] ?? start, key: keyOf(reading) })
    }
    // What is none may hold the beginning of one: `5 of 2013/HC-A/80`.
    else inText.lastIndex = index + 1
  }
  return found
}

/** Whether a court may be given this as its code: a number that is written with it is read by it, wherever it stands. */
export function mayBeCode(written: string): boolean {
  const code = plainCode(written)
  const number = `12/${written.trim()}/2020`
  const [found] = findCaseNumbers(number, isCodeAmong([code]))
  return code !== '' && found?.key === `${code}/2020/12` && found.start === 0 && found.end === number.length
}

/** A number, a code and a number in any order; between them hyphens, slashes or single spaces. */
const number = String.raw`(?:\d{1,6}(?: ?\([a-z]{1,4}\))?)`
const latinCode = String.raw`[a-z][a-z\d]{0,5}(?:[-. ]?[a-z\d]{1,3})?(?: ?\([a-z]{1,4}\))?`
const thaanaCode = String.raw`[ހ-ޱ]{1,12}(?:[-. ]?[ހ-ޱ\d]{1,6})?`
const code = `(?:${latinCode}|${thaanaCode})`
const joint = String.raw`(?: {0,2}[/-] {0,2}| )`
const three = [
  [number, code, number],
  [code, number, number],
  [number, number, code],
].map((parts) => parts.join(joint))
/** Nothing, or letters of Thaana that may be the ending of a case. */
const behind = String.raw`(?:(?<=[\d)])(?=([ހ-ޱ]+)(?![\p{L}\p{M}\p{N}]|[/-][\p{L}\p{N}]))|(?![\p{L}\p{N}]|[/-][\p{L}\p{N}]))`
const inText = new RegExp(String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}][/-])(?:${three.join('|')})${behind}`, 'gu')

/** The code of a court, or slashes on both sides of what must be one. */
const isCertain = (written: string, code: string, isCode: IsCode) =>
  isCode(code) ? /[/-]/.test(written) : (written.match(/\//g)?.length ?? 0) === 2 && /^[a-z\d]{2,}$/.test(code)
