import { findCaseNumbers, isPartOfNumber, readCaseNumber } from '../caseNumber.ts'
import type { IsCode } from '../courtCodes.ts'
import { foldText } from '../fold.ts'
import { joinFilters } from './joinFilters.ts'
import { dhivehiOperators, filterWords, type Operator, operators } from './operators.ts'
import type { FilterName } from './tree.ts'
import { seenOf, type Typed } from './unseen.ts'

/** A piece of a query; `text` is all of it as it is seen. */
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

type TypedAt = (start: number, end: number) => Typed
type Rule = { pattern: RegExp; read: (typed: Typed, match: RegExpExecArray, typedAt: TypedAt) => Token | undefined }

const pattern = (source: string) => new RegExp(source, 'uy')

/** Tried in this order at every place; a rule that answers nothing passes on. */
const rules: readonly Rule[] = [
  {
    pattern: pattern(`[${quotes}](?<inside>[^${quotes}]*)(?<last>[${quotes}]|$)`),
    read: (typed, match, typedAt) => {
      const start = match.index + 1
      const inside = typedAt(start, start + (match.groups?.['inside'] ?? '').length)
      return { ...typed, kind: 'quote', inside, closed: match.groups?.['last'] !== '' }
    },
  },
  { pattern: pattern(String.raw`NEAR\s*\(`), read: (typed) => ({ ...typed, kind: 'nearOpen' }) },
  {
    pattern: pattern(String.raw`[,،]\s*(?<distance>[\d٠-٩۰-۹]{1,9})\s*\)`),
    read: (typed, match) => ({ ...typed, kind: 'nearClose', distance: numberOf(match) }),
  },
  {
    pattern: pattern(String.raw`(?:(?:/|[wWnN]\s?/\s?)(?:p|P|para)|PARA)${boundary}`),
    read: (typed) => ({ ...typed, kind: 'paragraph' }),
  },
  {
    pattern: pattern(String.raw`(?:/|(?:[wWnN]|NEAR|near)\s?/\s?)(?<distance>[\d٠-٩۰-۹]{1,9})${boundary}`),
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
    pattern: pattern(String.raw`(?:(?![,،]\s*[\d٠-٩۰-۹]{1,9}\s*\))[^\s()${quotes}])+`),
    read: (typed) => ({ ...typed, kind: 'chunk' }),
  },
]

/** How far apart NEAR is when it does not say. */
export const usualDistance = 10

/** A query in pieces. Every letter that is seen and no space is in exactly one of them, whatever is typed. */
export function tokenize(text: string, isCode: IsCode): Token[] {
  const { seen, typedAt } = seenOf(text)
  const whole = wholeNumber(seen, isCode)
  if (whole) return [numberToken(typedAt(whole.start, whole.end), isCode)]
  const numbers = findCaseNumbers(seen, isCode)
  const tokens: Token[] = []
  for (let place = 0; place < seen.length;) {
    const number = numbers.find(({ start }) => start === place)
    const found = number
      ? { token: numberToken(typedAt(place, number.end), isCode), end: number.end }
      : tokenAt(seen, place, numbers.find(({ start }) => start > place)?.start ?? seen.length, typedAt)
    const token = found && numbered(found.token, isCode)
    if (token) tokens.push(isLiteral(tokens.at(-1)) ? literal(token) : token)
    place = found?.end ?? place + 1
  }
  return joinFilters(tokens)
}

/** What stands behind a plus or a minus is no operator. */
const isLiteral = (before: Token | undefined) => before?.kind === 'plus' || before?.kind === 'minus'

const literal = (token: Token): Token =>
  token.kind === 'operator' || token.kind === 'near' || token.kind === 'paragraph' ? { ...token, kind: 'chunk' } : token

/** `stop`: where a case number begins, which no word runs into. */
function tokenAt(seen: string, place: number, stop: number, typedAt: TypedAt) {
  for (const { pattern, read } of rules) {
    pattern.lastIndex = place
    const match = pattern.exec(seen)
    if (!match || match[0] === '') continue
    const end = place + match[0].length
    const token = read(typedAt(place, end), match, typedAt)
    if (token?.kind === 'chunk' && end > stop) return { token: { ...token, ...typedAt(place, stop) }, end: stop }
    if (token) return { token, end }
  }
  return undefined
}

const numberToken = (typed: Typed, isCode: IsCode): Token => ({
  ...typed,
  kind: 'number',
  keys: readCaseNumber(typed.text, isCode).keys,
})

/** A part of a number has no key, and is looked for in either order of its pieces. */
const numbered = (token: Token, isCode: IsCode): Token =>
  token.kind === 'chunk' && isPartOfNumber(token.text, isCode) ? { ...token, kind: 'number', keys: [] } : token

/** A query that is a case number and nothing else may be written more freely than one inside other words. */
function wholeNumber(text: string, isCode: IsCode) {
  if (/["“”„‟«»＂*|&+]|^\s*[-−]|\b(?:AND|OR|NOT|NEAR|PARA)\b/u.test(text)) return undefined
  if ([...text.matchAll(/([\p{L}\p{M}]{2,20}):(?=\S)/gu)].some(([, label = '']) => filterWords.has(foldText(label))))
    return undefined
  const trimmed = text.trim()
  const start = text.indexOf(trimmed)
  return readCaseNumber(trimmed, isCode).keys.length > 0 ? { start, end: start + trimmed.length } : undefined
}

function readOperator(typed: Typed): Token | undefined {
  const latin = operators.get(typed.text)
  const operator = latin ?? dhivehiOperators.get(typed.text)
  return operator && { ...typed, kind: 'operator', operator, dhivehi: latin === undefined }
}

function readFilter(typed: Typed, match: RegExpExecArray): Token | undefined {
  const { label = '', quoted, value = '' } = match.groups ?? {}
  const name = filterWords.get(foldText(label))
  if (name === undefined || (quoted === undefined && value === '')) return undefined
  return { ...typed, kind: 'filter', name, label, value: (quoted ?? value).trim() }
}

const numberOf = (match: RegExpExecArray) => Number(foldText(match.groups?.['distance'] ?? ''))
