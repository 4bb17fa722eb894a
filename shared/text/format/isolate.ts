import { isDhivehi } from '#shared/text/language/script.ts'

type Direction = 'ltr' | 'rtl'

/** Opens an isolate of Unicode: LRI or RLI. PDI closes it. */
const openings: Record<Direction, string> = { ltr: '\u2066', rtl: '\u2067' }
const closing = '\u2069'

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
 * amount together with its currency: `MVR 500`. A part contains whole parentheses, as in `12/Cv(A)/2019`: one that is opened
 * before the number belongs to the sentence.
 */
const part = String.raw`(?:[A-Za-z0-9]|\([A-Za-z0-9]{1,16}\)){1,40}`
const number = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?:(?:MVR|USD|Rf\.?)\s?\d+(?:[.,]\d+)*(?![\p{L}\p{N}])|${part}(?:[/\-.,:–]+${part})+)`,
  'gu',
)

/** The numbers of a text that lose their order inside Dhivehi, with their offsets. */
export const numbersIn = (text: string) =>
  [...text.matchAll(number)].filter(([found]) => /\d/.test(found)).map(({ 0: found, index }) => ({ found, index }))

/** Isolates the numbers of a text of any script, such as the title of a case; isolated ones stay as they are. */
export const isolateNumbers = (text: string) =>
  text.replace(isolatedOrNumber, (found) => (/^[^\u2066]*\d/.test(found) ? `${openings.ltr}${found}${closing}` : found))

const isolatedOrNumber = new RegExp(`\u2066[^\u2066\u2069]*\u2069|${number.source}`, 'gu')

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

/** A part of a text: plain, or isolated with parts of its own. */
export type IsolatedPart = string | { direction: Direction; parts: IsolatedPart[] }

/** Splits a text at its isolates, for elements. An isolate that is not closed ends with the text. */
export function isolatedParts(text: string): IsolatedPart[] {
  const all: IsolatedPart[] = []
  const open = [all]
  for (const token of text.split(/([\u2066\u2067\u2069])/)) {
    const parts = open.at(-1) ?? all
    const direction = token === openings.ltr ? 'ltr' : token === openings.rtl ? 'rtl' : undefined
    if (direction) {
      const inside: IsolatedPart[] = open.length <= maxDepth ? [] : parts
      if (inside !== parts) parts.push({ direction, parts: inside })
      open.push(inside)
    } else if (token === closing) open.splice(Math.max(1, open.length - 1))
    else if (token !== '') parts.push(token)
  }
  return all
}

/** As of the bidirectional algorithm of Unicode: an isolate that is deeper has no effect. */
const maxDepth = 125
