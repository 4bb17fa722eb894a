import { findCaseNumbers, readCaseNumber } from '../caseNumber.ts'
import type { IsCode } from '../courtCodes.ts'
import { foldText } from '../fold.ts'
import { dhivehiOperators, filterWords, type Operator, operators } from './operators.ts'
import type { FilterName } from './tree.ts'

type Typed = { start: number; end: number; text: string }

/** A piece of a query; `text` is all of it as it was typed. */
export type Token = Typed &
  (
    | { kind: 'open' | 'close' | 'minus' | 'plus' }
    /** `NEAR(` and the `, 5)` that may end it. */
    | { kind: 'nearOpen' }
    | { kind: 'nearClose'; distance: number }
    | { kind: 'quote'; inside: Typed; closed: boolean }
    | { kind: 'number'; keys: string[] }
    | { kind: 'operator'; operator: Operator; dhivehi: boolean }
    | { kind: 'near'; distance: number }
    | { kind: 'paragraph' }
    | { kind: 'filter'; name: FilterName; value: string; label: string }
    | { kind: 'chunk' }
  )

const quotes = '"“”„‟«»＂'
/** What ends a word that stands for itself, such as OR. */
const boundary = String.raw`(?=$|[\s()${quotes}])`
/** What is not seen may stand anywhere. */
const unseen = String.raw`[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]*`

type Rule = { pattern: RegExp; read: (typed: Typed, match: RegExpExecArray) => Token | undefined }

const pattern = (source: string, flags = '') => new RegExp(unseen + source + unseen, `uy${flags}`)

/** Tried in this order at every place; a rule that answers nothing passes on. */
const rules: readonly Rule[] = [
  {
    pattern: pattern(`[${quotes}](?<inside>[^${quotes}]*)(?<last>[${quotes}]|$)`),
    read: (typed, match) => {
      const inside = match.groups?.['inside'] ?? ''
      const start = typed.start + typed.text.search(new RegExp(`[${quotes}]`)) + 1
      const closed = match.groups?.['last'] !== ''
      return { ...typed, kind: 'quote', inside: { start, end: start + inside.length, text: inside }, closed }
    },
  },
  { pattern: pattern(String.raw`NEAR\s*\(`), read: (typed) => ({ ...typed, kind: 'nearOpen' }) },
  {
    pattern: pattern(String.raw`[,،]\s*(?<distance>[\d٠-٩۰-۹]{1,9})\s*\)`),
    read: (typed, match) => ({ ...typed, kind: 'nearClose', distance: numberOf(match) }),
  },
  { pattern: pattern(`(?:[wWnN]?/(?:p|P|para)|PARA)${boundary}`), read: (typed) => ({ ...typed, kind: 'paragraph' }) },
  {
    pattern: pattern(String.raw`(?:[wWnN]?|NEAR|near)/(?<distance>[\d٠-٩۰-۹]{1,9})${boundary}`),
    read: (typed, match) => ({ ...typed, kind: 'near', distance: numberOf(match) }),
  },
  { pattern: pattern(`NEAR${boundary}`), read: (typed) => ({ ...typed, kind: 'near', distance: usualDistance }) },
  { pattern: pattern(String.raw`(?:[A-Z]+|&{1,2}|\|{1,2}|[ހ-ް]+)${boundary}`), read: readOperator },
  {
    pattern: pattern(
      String.raw`(?<label>[\p{L}\p{M}]{2,20}):(?:[${quotes}](?<quoted>[^${quotes}]*)[${quotes}]?|(?<value>[^\s()${quotes}]*))`,
    ),
    read: readFilter,
  },
  { pattern: pattern(String.raw`[-−](?=[\p{L}\p{N}(${quotes}])`), read: (typed) => ({ ...typed, kind: 'minus' }) },
  { pattern: pattern(String.raw`\+(?=[\p{L}\p{N}])`), read: (typed) => ({ ...typed, kind: 'plus' }) },
  { pattern: pattern(String.raw`\(`), read: (typed) => ({ ...typed, kind: 'open' }) },
  { pattern: pattern(String.raw`\)`), read: (typed) => ({ ...typed, kind: 'close' }) },
  {
    pattern: new RegExp(String.raw`(?:(?![,،]\s*[\d٠-٩۰-۹]{1,9}\s*\))[^\s()${quotes}])+`, 'uy'),
    read: (typed) => ({ ...typed, kind: 'chunk' }),
  },
]

/** How far apart NEAR is when it does not say. */
const usualDistance = 10

/** A query in pieces. Every letter that is no space is in exactly one of them, whatever is typed. */
export function tokenize(text: string, isCode: IsCode): Token[] {
  const whole = wholeNumber(text, isCode)
  if (whole) return [whole]
  const numbers = findCaseNumbers(text, isCode)
  const tokens: Token[] = []
  for (let place = 0; place < text.length;) {
    const number = numbers.find(({ start }) => start === place)
    const token = number
      ? numberToken(text.slice(number.start, number.end), number.start, isCode)
      : tokenAt(text, place, numbers.find(({ start }) => start > place)?.start ?? text.length)
    if (token) tokens.push(token)
    place = token?.end ?? place + 1
  }
  return tokens
}

/** `stop`: where a case number begins, which no word runs into. */
function tokenAt(text: string, place: number, stop: number): Token | undefined {
  for (const { pattern, read } of rules) {
    pattern.lastIndex = place
    const match = pattern.exec(text)
    if (!match || match[0] === '') continue
    const token = read({ start: place, end: place + match[0].length, text: match[0] }, match)
    if (token?.kind === 'chunk' && token.end > stop) return { ...token, end: stop, text: text.slice(place, stop) }
    if (token) return token
  }
  return undefined
}

const numberToken = (text: string, start: number, isCode: IsCode): Token => ({
  kind: 'number',
  keys: readCaseNumber(text, isCode).keys,
  text,
  start,
  end: start + text.length,
})

/** A query that is a case number and nothing else may be written more freely than one inside other words. */
function wholeNumber(text: string, isCode: IsCode): Token | undefined {
  if (/["“”„‟«»＂*|&+]|^[\s\p{Cf}]*[-−]|\b(?:AND|OR|NOT|NEAR|PARA)\b/u.test(text)) return undefined
  if ([...text.matchAll(/([\p{L}\p{M}]{2,20}):(?=\S)/gu)].some(([, label = '']) => filterWords.has(foldText(label))))
    return undefined
  const trimmed = text.trim()
  return readCaseNumber(trimmed, isCode).keys.length > 0
    ? numberToken(trimmed, text.indexOf(trimmed), isCode)
    : undefined
}

function readOperator(typed: Typed): Token | undefined {
  const word = typed.text.replace(/[\p{Cf}]/gu, '')
  const latin = operators.get(word)
  const operator = latin ?? dhivehiOperators.get(word)
  return operator && { ...typed, kind: 'operator', operator, dhivehi: latin === undefined }
}

function readFilter(typed: Typed, match: RegExpExecArray): Token | undefined {
  const { label = '', quoted, value = '' } = match.groups ?? {}
  const name = filterWords.get(foldText(label))
  if (name === undefined || (quoted === undefined && value === '')) return undefined
  return { ...typed, kind: 'filter', name, label, value: (quoted ?? value).trim() }
}

const numberOf = (match: RegExpExecArray) => Number(foldText(match.groups?.['distance'] ?? ''))
