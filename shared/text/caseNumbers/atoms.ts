import { caseSuffixPattern, isCaseSuffix } from '#shared/text/language/caseSuffixes.ts'
import { fold, type Folded, foldText } from '#shared/text/language/fold.ts'

/** An atom of a case number: a run of digits or of letters. */
export type Atom = {
  text: string
  isDigits: boolean
  /** The separator before this atom: none, `-`, `/` or a space. */
  separator: '' | '-' | '/' | ' '
  /** Letters in brackets: the `(NR)` of `27(NR)`. */
  isBracketed: boolean
}

/** Splits a case number into atoms; undefined when the text is too long to be one. */
export function splitCaseNumber(input: string): Atom[] | undefined {
  if (input.length > maxLength) return undefined
  const text = unifyPunctuation(foldText(input)).replace(thousandsSeparator, '')
  const atoms: Atom[] = []
  let end = 0
  for (const { 0: run, index } of text.matchAll(/\d+|[^\W\d_]+|[\p{L}\p{M}]+/gu)) {
    const between = text.slice(end, index)
    end = index + run.length
    if (isLabel(run) || (run === 'of' && atoms.length > 0)) continue
    // A case suffix in a sentence: `2013/HC-A/80ގެ`, `2013/HC-A/80 ގައި`, `2013/HC-A/80-އަށް`.
    const maySuffix = /^[)\s]*$/.test(between) || (between === '-' && !/[/-]/.test(text.charAt(end)))
    if (atoms.length > 0 && maySuffix && isCaseSuffix(run)) continue
    const isBracketed = between.endsWith('(') && text.startsWith(')', end) && !/\d/.test(run)
    atoms.push({ text: run, isDigits: /\d/.test(run), separator: separatorOf(between), isBracketed })
    if (atoms.length > maxAtoms) return undefined
  }
  return atoms
}

/** The words of a case number as a text that cites it has them: without labels next to it and without a case suffix. */
export const wordsOfCaseNumber = (input: string): string[] | undefined =>
  splitCaseNumber(input)?.reduce<string[]>((words, { text, separator, isBracketed }, index, atoms) => {
    const isJoined = separator === '' && !isBracketed && atoms[index - 1]?.isBracketed === false
    return isJoined ? [...words.slice(0, -1), (words.at(-1) ?? '') + text] : [...words, text]
  }, [])

/** Folds a text and unifies its hyphens and slashes. */
export function foldCaseNumbers(text: string): Folded {
  const folded = fold(text)
  return { ...folded, text: unifyPunctuation(folded.text) }
}

/** Replaces one code unit by one, so that offsets stay valid. */
const unifyPunctuation = (text: string) =>
  text
    .replace(/[０-９ａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(numberSign, (sign) => ' '.repeat(sign.length))
    .replace(/[‐-―−－_~]/g, '-')
    .replace(/[⁄∕／\\|]/g, '/')

/** `Nº`, `N°` and `Nr.`; but the NR of `27(NR)` and of `HC-NR` is part of the number. */
const numberSign = /(?<![\p{L}\p{N}(-]|\p{N} )n(?:[º°]|r[.:]|r(?= \p{N}))/gu

/** A number in a case number: `12`, `1,234`. */
export const digitsPattern = String.raw`(?:\d{1,3}[,٬]\d{3}|\d{1,6})`
const thousandsSeparator = /(?<=(?<![\p{L}\p{N},٬])\d{1,3})[,٬](?=\d{3}(?![\d,٬]))/gu

/** What precedes a case number in a text: no part of a word or a number. */
export const startPattern = String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}][/-]|(?<![\p{L}\p{N}/-])\d{1,3}[,٬](?=\d{3}(?!\d)))`

const maxLength = 120
const maxAtoms = 9

function separatorOf(between: string): Atom['separator'] {
  if (between.includes('/')) return '/'
  if (between.includes('-')) return '-'
  return /[^()[\]]/.test(between) ? ' ' : ''
}

/** Labels next to a number that are not part of it, in any spelling and with any suffix. */
const labels = new Set(['no', 'nos', 'number', 'num', 'case', 'year', 'ref', 'cn'])
const thaanaLabel = new RegExp(`^(?:ގަޒިއްޔާ|ގަޟިއްޔާ|މައްސަލަ|ނަ[ނމ]ްބަރ[ުް]?|ވަނަ|އަހަރ[ުް]?)(?:${caseSuffixPattern})?$`)

export const isLabel = (run: string) => labels.has(run) || thaanaLabel.test(run)
