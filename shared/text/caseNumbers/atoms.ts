import { fold, type Folded, foldText } from './fold.ts'

/** A run of digits or of letters of a written case number. */
export type Atom = {
  text: string
  isDigits: boolean
  /** What stands between this and the atom before it: nothing, `-`, `/` or a space. */
  joint: '' | '-' | '/' | ' '
  /** Letters that have brackets of their own: the `(NR)` of `27(NR)`. */
  bracketed: boolean
}

/** Undefined for what is too long to be a case number. */
export function atomsOf(written: string): Atom[] | undefined {
  if (written.length > longest) return undefined
  const text = oneMark(foldText(written))
  const atoms: Atom[] = []
  let end = 0
  for (const { 0: run, index } of text.matchAll(/\d+|[^\W\d_]+|[\p{L}\p{M}]+/gu)) {
    const between = text.slice(end, index)
    end = index + run.length
    if (isLabel(run) || (run === 'of' && atoms.length > 0)) continue
    // A case that is said in a sentence: `2013/HC-A/80ގެ`, `2013/HC-A/80 ގައި`.
    if (atoms.length > 0 && /^[)\s]*$/.test(between) && isCaseEnding(run)) continue
    const bracketed = between.endsWith('(') && text.startsWith(')', end) && !/\d/.test(run)
    atoms.push({ text: run, isDigits: /\d/.test(run), joint: jointOf(between), bracketed })
    if (atoms.length > mostAtoms) return undefined
  }
  return atoms
}

/** Folded, with one kind of hyphen and one kind of slash. */
export function foldCaseNumbers(text: string): Folded {
  const folded = fold(text)
  return { ...folded, text: oneMark(folded.text) }
}

/**
 * What a noun ends with in a sentence. The stemmer knows more, but would come with the first page of the web, which reads
 * every query.
 */
const endings = [
  'ގެ', 'ގައި', 'ގަ', 'އިގެ', 'އިގައި', 'އަށް', 'ަށް', 'އިން', 'ުން', 'ން', 'އާ', 'އާއި', 'ާއި', 'އެއް', 'ެއް', 'އަކީ', 'ަކީ',
  'އަކަށް', 'ަކަށް', 'އެވެ', 'ގައިވާ', 'ގެދަށުން', 'ގެމައްޗަށް', 'ާގުޅޭ', 'އާގުޅޭ', 'އާއެކު', 'އާއިމެދު', 'ާއިމެދު', 'އާމެދު', 'އާއިގުޅޭ', 'އާއިއެކު',
] // prettier-ignore

const endingOf = `(?:${endings.join('|')})(?:ވެސް)?`
const isOnlyEnding = new RegExp(`^${endingOf}$`)

/** Whether letters behind a number are only what a noun would end with there. */
export const isCaseEnding = (folded: string) => isOnlyEnding.test(folded)

/** One unit for one: no letter moves. */
const oneMark = (text: string) =>
  text
    .replace(/[０-９ａ-ｚ]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(numberSign, (sign) => ' '.repeat(sign.length))
    .replace(/[‐-―−－_~]/g, '-')
    .replace(/[⁄∕／\\|]/g, '/')

/** `Nº`, `N°` and `Nr.`; yet the NR of `27(NR)` and of `HC-NR` is a part of the number. */
const numberSign = /(?<![\p{L}\p{N}(-]|\p{N} )n(?:[º°]|r[.:]|r(?= \p{N}))/gu

const longest = 120
const mostAtoms = 9

function jointOf(between: string): Atom['joint'] {
  if (between.includes('/')) return '/'
  if (between.includes('-')) return '-'
  return /[^()[\]]/.test(between) ? ' ' : ''
}

/** Words that stand beside a number and are no part of it, in any spelling and with any ending. */
const labels = new Set(['no', 'nos', 'number', 'num', 'case', 'year', 'ref', 'cn'])
const thaanaLabel = new RegExp(`^(?:ގަޒިއްޔާ|ގަޟިއްޔާ|މައްސަލަ|ނަ[ނމ]ްބަރ[ުް]?|ވަނަ|އަހަރ[ުް]?)(?:${endingOf})?$`)

const isLabel = (run: string) => labels.has(run) || thaanaLabel.test(run)
