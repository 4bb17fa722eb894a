import { isDhivehi } from '#shared/text/language/script.ts'

type Direction = 'ltr' | 'rtl'

/** Opens an isolate of Unicode: LRI or RLI. PDI closes it. */
const openings: Record<Direction, string> = { ltr: '\u2066', rtl: '\u2067' }
const closing = '\u2069'

/** Opens an embedding of Unicode: LRE. PDF closes it. */
const embedding = '\u202a'
const closingEmbedding = '\u202c'

/**
 * Isolates a value in a sentence, so that its parts are not reordered: LRI … PDI around a case number, an amount or a
 * Latin name, RLI … PDI around Dhivehi and dates with a Dhivehi month. In an element, `Isolated` draws it.
 */
export function isolate(text: string): string {
  if (text === '') return ''
  // A list keeps the order of its sentence: only its values are isolated.
  if (!hasRtlLetters.test(text) && text.includes(comma)) return text.split(comma).map(isolate).join(comma)
  return `${openings[directionOfText(text)]}${hasRtlLetters.test(text) ? isolateNumbers(text) : text}${closing}`
}

/** Between the values of a list in Dhivehi. */
const comma = '، '

/** Next to such letters a number loses its order in a text of either direction. */
const hasRtlLetters = /[\p{Script=Thaana}\p{Script=Arabic}]/u

const directionOfText = (text: string): Direction =>
  isDhivehi(text) || /^\P{L}*\p{Script=Arabic}/u.test(text) ? 'rtl' : 'ltr'

/**
 * `2013/HC-A/80`, `45,000.00`, `2020-11-14`: at least two parts joined without a space, of which one has a digit; and an
 * amount, or a range of two, together with its currency: `MVR 500`, `MVR 500-600`. The sign of an amount is directly before
 * it, after a space that follows no number: a dash elsewhere belongs to the sentence. No digits are left of an amount; a
 * Dhivehi suffix may follow it. A part contains whole parentheses, as in `12/Cv(A)/2019`: one that is opened before the
 * number belongs to the sentence.
 */
const part = String.raw`(?:[A-Za-z0-9]|\([A-Za-z0-9]{1,16}\)){1,40}`
const amount = String.raw`\d+(?:[.,]\d+)*(?!\p{Script=Latin}|[.,]?\p{N})`
const amounts = String.raw`(?:MVR|USD|Rf\.?)\s?[-−+]?${amount}(?:[-–]${amount})?|(?<=^|[\s(])(?<!\p{N}\s)[-−+]${amount}(?![/\-–][A-Za-z0-9])`
const number = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${amounts}|${part}(?:[/\-.,:–]+${part})+)`, 'gu')

const marked = /[\u2066\u202a][^\u2066\u2069\u202a\u202c]*[\u2069\u202c]/
const markedOrNumber = new RegExp(`${marked.source}|${number.source}`, 'gu')

/** `isInLatin`: the number follows Latin words, such as `Act No. 5/2010`; isolated, it would be drawn on their other side. */
export type FoundNumber = { found: string; index: number; isInLatin: boolean }

/**
 * The numbers of a text that lose their order inside Dhivehi, with their offsets. One that is isolated already is none of
 * them.
 */
export const numbersIn = (text: string): FoundNumber[] => numberFinder()(text)

/** Finds the numbers of a paragraph that is read in several parts. */
export function numberFinder() {
  let isInLatin = false
  const read = (between: string) => {
    isInLatin = endsInLatin(between, isInLatin)
  }
  return (text: string): FoundNumber[] => {
    let end = 0
    const numbers: FoundNumber[] = []
    for (const { 0: found, index } of text.matchAll(markedOrNumber)) {
      if (marked.test(found) || !/\d/.test(found)) continue
      read(text.slice(end, index))
      numbers.push({ found, index, isInLatin })
      end = index + found.length
    }
    read(text.slice(end))
    return numbers
  }
}

/** Whether what follows a text is in a Latin phrase. `isInLatin`: whether the text itself is. */
export function endsInLatin(text: string, isInLatin: boolean): boolean {
  let last = text.length - 1
  while (last >= 0 && !strong.test(text.charAt(last))) last -= 1
  return last < 0 ? isInLatin : /\p{Script=Latin}/u.test(text.charAt(last))
}

/**
 * What determines the direction of the neutral characters and digits after it. A Dhivehi comma, the end of a line, an
 * isolate and an object in a line end a Latin phrase.
 */
const strong = /[\p{L}،؛؟\n\u2066-\u2069\ufffc]/u

/**
 * Isolates the numbers of a text of any script, such as the title of a case; isolated ones stay as they are. One in a Latin
 * phrase is embedded instead (LRE … PDF): it keeps its order and is drawn together with its phrase.
 */
export function isolateNumbers(text: string) {
  let end = 0
  const parts = numbersIn(text).map(({ found, index, isInLatin }) => {
    const before = text.slice(end, index)
    end = index + found.length
    return before + (isInLatin ? embedding + found + closingEmbedding : openings.ltr + found + closing)
  })
  return parts.join('') + text.slice(end)
}

/**
 * Fills the `{…}` placeholders of a sentence. A text of the other direction is isolated: the same direction cannot reorder
 * it.
 */
export function fill(sentence: string, values: Record<string, string | number> = {}) {
  const direction = directionOfText(sentence)
  const shown = (value: string | number) =>
    typeof value === 'string' && directionOfText(value) !== direction ? isolate(value) : String(value)
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => shown(values[name] ?? whole))
}

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Removes direction marks: typed and pasted values are stored and compared without them. */
export const stripDirectionMarks = (text: string) => text.replace(directionMarks, '')

/** A part of a text: plain, or isolated with parts of its own, or a number in a Latin phrase. */
export type IsolatedPart = string | { direction: Direction; isInLatin?: true; parts: IsolatedPart[] }

/** Splits a text at its isolates and embeddings, for elements. An isolate that is not closed ends with the text. */
export function isolatedParts(text: string): IsolatedPart[] {
  const all: IsolatedPart[] = []
  const open = [all]
  for (const token of text.split(/([\u2066\u2067\u2069\u202a\u202c])/)) {
    const parts = open.at(-1) ?? all
    const opened = partOpenedBy(token)
    if (opened) {
      const inside = open.length <= maxDepth ? opened.parts : parts
      if (inside !== parts) parts.push(opened)
      open.push(inside)
    } else if (token === closing || token === closingEmbedding) open.splice(Math.max(1, open.length - 1))
    else if (token !== '') parts.push(token)
  }
  return all
}

function partOpenedBy(token: string): Exclude<IsolatedPart, string> | undefined {
  if (token === openings.ltr) return { direction: 'ltr', parts: [] }
  if (token === openings.rtl) return { direction: 'rtl', parts: [] }
  return token === embedding ? { direction: 'ltr', isInLatin: true, parts: [] } : undefined
}

/** As of the bidirectional algorithm of Unicode: an isolate that is deeper has no effect. */
const maxDepth = 125
