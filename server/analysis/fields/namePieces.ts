import { aliasLead, conjunctions, initialDot, ordinalMark, ordinalWords } from '#shared/text/judgment/words.ts'
import { skeletonOf } from '#shared/text/judgment/skeleton.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { type Segment, textOf } from './textLines.ts'

/** The words of a segment with their offsets in the line; a space between a letter and its vowel sign divides none. */
export type NameWord = { text: string; start: number; end: number; skeleton: string }

export function wordsIn({ line, start, end }: Segment): NameWord[] {
  return [...line.text.slice(start, end).matchAll(/(?:[\p{L}\p{M}\p{N}ﷲ"']|(?<=\p{L}) (?=\p{M}))+/gu)].map(
    ({ 0: text, index }) => ({
      text,
      start: start + index,
      end: start + index + text.length,
      skeleton: skeletonTextOf(text),
    }),
  )
}

/** The words of a judgment repeat, and several rules look at each. */
const skeletonTextOf = memoize<string>(20_000, (word) => skeletonOf(word).text)

/** The marks of a list in small Latin letters: i., ii), b). A v with a dot says against. */
const latinMark = String.raw`(?:(?:i{1,3}|iv|vi{1,3}|ix|x)[.)]|[a-hv]\))`
const separators = new RegExp(
  String.raw`[،,؛;/|()\n[\]]|${aliasLead}|(?<=[\u0780-\u07b1]{5})\.\s|\s[-–—&]\s|\s(?:[\d٠-٩]{1,2}\s?[.)-]|${latinMark})(?=\s)`,
  'u',
)
/** What is between the sign and the end of the first word by which a company is known. */
const toCompanyWord = String.raw`[^،,؛;/|()\n]*\b(?:ltd|pvt|plc|limited|company)`
/** The sign in the Latin name of a company, next to a word that is no name by itself: Resort & Spa Ltd, Rain & Shine Ltd. */
const companyAnd = new RegExp(
  String.raw`(?<=[a-z] )&(?= (?:company|(?:spa|sons|co|bros|brothers|partners|associates)\b${toCompanyWord})\b)` +
    String.raw`|(?<=(?:^|[،,؛;/|()\n]|\d[.)-])\s*[a-z]+ )&(?= ${toCompanyWord}\b)`,
  'giu',
)
/** What is left of (1), or of a letter in brackets. */
const listMark = /^(?:[\d٠-٩]{1,2}|[\u0780-\u07a5]|[ivx]{1,4}|[a-h])$/u

/** A part of a value: in brackets it says more about the name before it, after `and` or a number it is a further name. */
export type Piece = Segment & { isBracketed: boolean; isJoined: boolean }

/** The pieces between commas, slashes and brackets, without the marks of a list and the label of a name. */
export function piecesOf(segment: Segment): Piece[] {
  const text = textOf(segment).replace(companyAnd, '_').replace(initialDot, '_')
  const marker = (ordinalMark.exec(text) ?? listMarker.exec(text))?.[0].length ?? 0
  const pieces: Piece[] = []
  let isBracketed = false
  let isClosed = false
  let isNumbered = false
  let from = marker
  while (from < text.length) {
    const match = separators.exec(text.slice(from))
    const to = match ? from + match.index : text.length
    const part = { line: segment.line, start: segment.start + from, end: segment.start + to }
    const joined = afterAnd(part)
    const trimmed = joined ?? trimWords(part)
    const isMark = trimmed !== undefined && listMark.test(textOf(trimmed))
    if (trimmed && !isMark) pieces.push({ ...trimmed, isBracketed, isJoined: joined !== undefined || isNumbered })
    if (trimmed) isNumbered = isMark && isBracketed && pieces.length > 0
    if (/[\da-z]/.test(match?.[0] ?? '')) isNumbered = true
    from = match ? to + match[0].length : text.length
    const mark = match?.[0] ?? ''
    if (/[([]/.test(mark)) isClosed = /[)\]]/.test(text.slice(from))
    // A bracket that nothing closes, as at the end of a line, is of the next piece alone.
    isBracketed = /[([]|^\s\p{Script=Thaana}/u.test(mark) || (isBracketed && isClosed && !/[)\]]/.test(mark))
  }
  return pieces
}

const listMarker = new RegExp(
  String.raw`^[\s*•·.:"'-]*(?:(?:\d{1,2}\.\d{1,2}(?=\s)|[\d٠-٩]{1,3}\s?[.)–-]|${latinMark})\s*|\d{1,2}\s{2,})?(?:[*•]\s*)?(?<name>(?:\u078a\u07aa\u0783\u07a8\u0780\u07a6\u0789\u07a6\s?)?\u0782\u07a6\u0782[\u07a6-\u07b0]?(?:\s?[:؛.]\s*|\s{2,}))?`,
  'u',
)

/** The number with which a line continues a numbered list of parties: 2., 2-, (2) or ii., or that of a letter in brackets. */
export function listNumber(text: string): number | undefined {
  const ordinal = ordinalMark.exec(text)?.[1]
  if (ordinal !== undefined) return Number(/^\d+/.exec(ordinal)?.[0] ?? ordinalWords.indexOf(ordinal) + 1)
  const { number, letter, latin, cell } = marked.exec(text)?.groups ?? {}
  if (number !== undefined || cell !== undefined) return Number(number ?? cell)
  if (letter !== undefined) return letter.charCodeAt(0) - firstLetter + 1
  if (latin === undefined) return undefined
  const roman = romanNumbers.indexOf(latin) + 1
  return roman > 0 ? roman : latin.charCodeAt(0) - firstLatin + 1
}

const marked = new RegExp(
  String.raw`^[\s*•"']*(?:\(?(?<number>\d{1,3})\s?[.)–-]|\((?<letter>[\u0780-\u078e])\)|\(?(?=${latinMark})(?<latin>[a-z]{1,4})[.)]|(?<cell>\d{1,2})\s{2})\s*(?=[\p{L}"'])`,
  'u',
)
const romanNumbers = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']
const firstLatin = 0x61

/** The letters of the Thaana alphabet follow each other. */
const firstLetter = 0x0780

/** The number of a letter with a dot at the start, as in a list, and the place after it; that of a ward or an atoll is written alike. */
export function letterMark(text: string): { number: number; end: number } | undefined {
  const match = /^[\s"']*([\u0780-\u078e])\s?[.)–-]\s*(?=[\p{L}"'])/u.exec(text)
  return match ? { number: (match[1] ?? '').charCodeAt(0) - firstLetter + 1, end: match[0].length } : undefined
}

/** Whether a line begins with the bullet of a list. */
export const startsBullet = (text: string) => /^\s*[•●▪*–-]\s/u.test(text)

/** Whether a line begins with the label of a name. */
export const isNamed = (text: string) => listMarker.exec(text)?.groups?.['name'] !== undefined

/** Narrowed to its words; undefined without one. */
export function trimWords(segment: Segment): Segment | undefined {
  const words = wordsIn(segment)
  const [first, last] = [words[0], words.at(-1)]
  return first && last ? { line: segment.line, start: first.start, end: last.end } : undefined
}

/** The words after the conjunction with which a segment begins. */
export function afterAnd(segment: Segment): Segment | undefined {
  const [first, second] = wordsIn(segment)
  // With a dot it is the short name of an atoll.
  const isJoined = first && second && conjunctions.has(first.skeleton) && segment.line.text[first.end] !== '.'
  return isJoined ? trimWords({ ...segment, start: second.start }) : undefined
}
