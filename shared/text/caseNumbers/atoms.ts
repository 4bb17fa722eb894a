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
  const text = unifyPunctuation(foldText(input))
  const atoms: Atom[] = []
  let end = 0
  for (const { 0: run, index } of text.matchAll(/\d+|[^\W\d_]+|[\p{L}\p{M}]+/gu)) {
    const between = text.slice(end, index)
    end = index + run.length
    if (isLabel(run) || (run === 'of' && atoms.length > 0)) continue
    // A case suffix in a sentence: `2013/HC-A/80ގެ`, `2013/HC-A/80 ގައި`.
    if (atoms.length > 0 && /^[)\s]*$/.test(between) && isCaseSuffix(run)) continue
    const isBracketed = between.endsWith('(') && text.startsWith(')', end) && !/\d/.test(run)
    atoms.push({ text: run, isDigits: /\d/.test(run), separator: separatorOf(between), isBracketed })
    if (atoms.length > maxAtoms) return undefined
  }
  return atoms
}

/** Folds a text and unifies its hyphens and slashes. */
export function foldCaseNumbers(text: string): Folded {
  const folded = fold(text)
  return { ...folded, text: unifyPunctuation(folded.text) }
}

/**
 * Case suffixes of nouns. The stemmer has more, but it would add to the first page of the web, which parses every query.
 */
const caseSuffixes = [
  'ގެ', 'ގައި', 'ގަ', 'އިގެ', 'އިގައި', 'އަށް', 'ަށް', 'އިން', 'ުން', 'ން', 'އާ', 'އާއި', 'ާއި', 'އެއް', 'ެއް', 'އަކީ', 'ަކީ',
  'އަކަށް', 'ަކަށް', 'އެވެ', 'ގައިވާ', 'ގެދަށުން', 'ގެމައްޗަށް', 'ާގުޅޭ', 'އާގުޅޭ', 'އާއެކު', 'އާއިމެދު', 'ާއިމެދު', 'އާމެދު', 'އާއިގުޅޭ', 'އާއިއެކު',
] // prettier-ignore

const suffixPattern = `(?:${caseSuffixes.join('|')})(?:ވެސް)?`
const onlySuffix = new RegExp(`^${suffixPattern}$`)

/** Whether the letters after a number are only a case suffix. */
export const isCaseSuffix = (folded: string) => onlySuffix.test(folded)

/** Replaces one code unit by one, so that offsets stay valid. */
const unifyPunctuation = (text: string) =>
  text
    .replace(/[０-９ａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(numberSign, (sign) => ' '.repeat(sign.length))
    .replace(/[‐-―−－_~]/g, '-')
    .replace(/[⁄∕／\\|]/g, '/')

/** `Nº`, `N°` and `Nr.`; but the NR of `27(NR)` and of `HC-NR` is part of the number. */
const numberSign = /(?<![\p{L}\p{N}(-]|\p{N} )n(?:[º°]|r[.:]|r(?= \p{N}))/gu

const maxLength = 120
const maxAtoms = 9

function separatorOf(between: string): Atom['separator'] {
  if (between.includes('/')) return '/'
  if (between.includes('-')) return '-'
  return /[^()[\]]/.test(between) ? ' ' : ''
}

/** Labels next to a number that are not part of it, in any spelling and with any suffix. */
const labels = new Set(['no', 'nos', 'number', 'num', 'case', 'year', 'ref', 'cn'])
const thaanaLabel = new RegExp(`^(?:ގަޒިއްޔާ|ގަޟިއްޔާ|މައްސަލަ|ނަ[ނމ]ްބަރ[ުް]?|ވަނަ|އަހަރ[ުް]?)(?:${suffixPattern})?$`)

const isLabel = (run: string) => labels.has(run) || thaanaLabel.test(run)
