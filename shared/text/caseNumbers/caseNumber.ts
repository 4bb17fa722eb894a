import { isCaseSuffix } from '#shared/text/language/caseSuffixes.ts'
import { digitsPattern, foldCaseNumbers, splitCaseNumber, startPattern } from './atoms.ts'
import { formatKey, parseAtoms, type CaseNumberParts } from './parseAtoms.ts'
import { type IsCode, isCodeAmong, isCourtCode, normalizeCourtCode } from './courtCodes.ts'

/**
 * Case number key: `code/year/serial`, with the code in lower case without punctuation. Case numbers are written in either
 * order and with any separator (`2013/HC-A/80`, `80/HC-A/2013`, `3916-CVC-2024`); all forms of one number have the same
 * key. Undefined when the text is not a case number.
 */
export const caseNumberKey = (input: string, isCode?: IsCode): string | undefined =>
  parseCaseNumber(input, isCode).keys[0]

/** Whether a stored value is a key; a number that cannot be parsed is stored as written. */
export const isCaseNumberKey = (stored: string) => /^[^/\s]+\/\d+\/\w+$/.test(stored)

/**
 * Parses a case number into its possible interpretations, the likeliest first: several when year and serial cannot be
 * distinguished. Without a court code there is no key, but still a year and a serial to search for. `isCode` also accepts
 * the codes that an installation gives to its own courts.
 */
export function parseCaseNumber(
  input: string,
  isCode: IsCode = isCourtCode,
): { keys: string[]; interpretations: CaseNumberParts[] } {
  const interpretations = parseAtoms(splitCaseNumber(input) ?? [], isCode)
  return { keys: interpretations.filter(({ code }) => code !== '').map(formatKey), interpretations }
}

/** Whether a text is a court code and one number, in either order: `80/HC-A`, `Cv-C/877`. A court code alone is not. */
export function isPartialCaseNumber(input: string, isCode: IsCode = isCourtCode): boolean {
  if (input.length > maxPartialLength || !/\p{N}/u.test(input)) return false
  const { before, after } = partialPattern.exec(foldCaseNumbers(input).text)?.groups ?? {}
  const code = before ?? after
  return code !== undefined && isCode(normalizeCourtCode(code)) && !isCode(normalizeCourtCode(input))
}

const maxPartialLength = 40
const codePattern = String.raw`\p{L}(?:[\p{L}\p{M}\p{N}.-]*[\p{L}\p{M}])?`
const edgePattern = String.raw`[^\p{L}\p{M}\p{N}*]*`
const partialPattern = new RegExp(
  `^${edgePattern}(?:\\d{1,6}[/-](?<before>${codePattern})|(?<after>${codePattern})[/-]\\d{1,6})${edgePattern}$`,
  'u',
)

/** Finds case numbers in running text, with the key of each. Only unambiguous ones are returned. */
export function findCaseNumbers(
  text: string,
  isCode: IsCode = isCourtCode,
): { start: number; end: number; key: string }[] {
  const { text: folded, starts, ends } = foldCaseNumbers(text)
  const results = []
  inTextPattern.lastIndex = 0
  for (let match = inTextPattern.exec(folded); match; match = inTextPattern.exec(folded)) {
    const { 0: matched, 1: suffix = '', index } = match
    const interpretation = parseAtoms(splitCaseNumber(matched) ?? [], isCode)[0]
    if (
      interpretation?.code &&
      (suffix === '' || isCaseSuffix(suffix)) &&
      isCertain(matched, interpretation.code, isCode)
    ) {
      const start = starts[index] ?? 0
      results.push({ start, end: ends[index + matched.length - 1] ?? start, key: formatKey(interpretation) })
    }
    // A rejected match may contain the start of a case number: `5 of 2013/HC-A/80`.
    else inTextPattern.lastIndex = index + 1
  }
  return results
}

/** Whether a text can serve as a court code: case numbers written with it must parse, also in running text. */
export function isUsableCourtCode(input: string): boolean {
  const code = normalizeCourtCode(input)
  const number = `12/${input.trim()}/2020`
  const [result] = findCaseNumbers(number, isCodeAmong([code]))
  return code !== '' && result?.key === `${code}/2020/12` && result.start === 0 && result.end === number.length
}

/** Two numbers and a court code in any order, separated by hyphens, slashes or single spaces. */
const number = String.raw`(?:${digitsPattern}(?: ?\([a-z]{1,4}\))?)`
const latinCode = String.raw`[a-z][a-z\d]{0,5}(?:[-. ]?[a-z\d]{1,3})?(?: ?\([a-z]{1,4}\))?`
const thaanaCode = String.raw`[ހ-ޱ]{1,12}(?:[-. ]?[ހ-ޱ\d]{1,6})?`
const code = `(?:${latinCode}|${thaanaCode})`
const separator = String.raw`(?: {0,2}[/-] {0,2}| )`
const orders = [
  [number, code, number],
  [code, number, number],
  [number, number, code.replaceAll('[-. ]', '[-.]')],
].map((parts) => parts.join(separator))
/** What may follow: no letter, or Thaana letters that may be a case suffix, also after a hyphen. */
const suffixPattern = String.raw`(?:(?<=[\d)])(?=-?([ހ-ޱ]+)(?![\p{L}\p{M}\p{N}]|[/-][\p{L}\p{N}]))|(?![\p{L}\p{N}]|[/-][\p{L}\p{N}]))`
const inTextPattern = new RegExp(`${startPattern}(?:${orders.join('|')})${suffixPattern}`, 'gu')

/** A case number is certain with a known court code, or with slashes on both sides of an unknown one. */
const isCertain = (input: string, code: string, isCode: IsCode) =>
  isCode(code)
    ? /[/-]/.test(input)
    : /^[^/]+\/[^/]+\/[^/]+$/.test(input) && /^[a-z\d]{2,}$/.test(code) && !/[a-z\d] [a-z]/.test(input)
