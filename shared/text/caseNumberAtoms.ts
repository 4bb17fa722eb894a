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

/** One unit for one: no letter moves. */
const oneMark = (text: string) =>
  text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[‐-―−－_~]/g, '-')
    .replace(/[⁄∕／\\|]/g, '/')

const longest = 120
const mostAtoms = 9

function jointOf(between: string): Atom['joint'] {
  if (between.includes('/')) return '/'
  if (between.includes('-')) return '-'
  return /[^()[\]]/.test(between) ? ' ' : ''
}

/** Words that stand beside a number and are no part of it, folded. */
const labels = new Set([
  ...['ގަޒިއްޔާ', 'ގަޒިއްޔާގެ', 'މައްސަލަ', 'މައްސަލައިގެ', 'ނަންބަރު', 'ނަންބަރުގެ', 'ނަމްބަރު', 'ނަންބަރ'],
  ...['ވަނަ', 'އަހަރު', 'އަހަރުގެ'],
  ...['no', 'nos', 'number', 'num', 'case', 'year', 'ref', 'cn'],
]) // prettier-ignore

const isLabel = (run: string) => labels.has(run)
