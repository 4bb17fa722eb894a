import { findCaseNumbers, isPartialCaseNumber, parseCaseNumber } from '#shared/text/caseNumbers/caseNumber.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { isCaseSuffix } from '#shared/text/language/caseSuffixes.ts'
import { foldText } from '#shared/text/language/fold.ts'
import { limits } from '#shared/limits.ts'
import { isPassageWithFilters, mergeFilterTokens } from './mergeFilterTokens.ts'
import { dhivehiOperators, filterLabels, operators } from './operators.ts'
import { isNamedDay } from './parseDay.ts'
import { stripInvisible, type SourceSpan } from './stripInvisible.ts'
import type { Token } from './token.ts'

const quotes = '"“”„‟«»＂'
/** The end of a keyword such as OR. */
const boundary = String.raw`(?=$|[\s()${quotes}])`

const digit = '[\\d٠-٩۰-۹]'
const notDistance = String.raw`(?![,،]\s*${digit}{1,9}\s*\))`
/** `2 /2014`: copied numbers may have a space before a slash; after a whole case number or a filter it is no part of them. */
const spaceInNumber = String.raw`(?<=${digit})\s+(?=/${digit})`
/** What is no other token. A comma, a semicolon or a Dhivehi question mark ends it, but not between digits. */
const chunk = `(?!\\s)(?:${notDistance}(?:[^\\s()${quotes},;،؛؟]|(?<=${digit})[,;،؛؟](?=${digit})|${spaceInNumber}))+(?:${notDistance}[,;،؛؟])*|[,;،؛؟]`

type SpanAt = (start: number, end: number) => SourceSpan
type Rule = { pattern: RegExp; read: (span: SourceSpan, match: RegExpExecArray, spanAt: SpanAt) => Token | undefined }

const pattern = (source: string) => new RegExp(source, 'uy')

/** The lexer rules, tried in this order at every offset. A rule that returns nothing falls through to the next. */
const rules: readonly Rule[] = [
  {
    pattern: pattern(`[${quotes}](?<inside>[^${quotes}]*)(?<last>[${quotes}]|$)`),
    read: (span, match, spanAt) => {
      const start = match.index + 1
      const content = spanAt(start, start + (match.groups?.['inside'] ?? '').length)
      return { ...span, kind: 'quote', content, closed: match.groups?.['last'] !== '' }
    },
  },
  { pattern: pattern(String.raw`NEAR\s*\(`), read: (span) => ({ ...span, kind: 'nearOpen' }) },
  {
    pattern: pattern(String.raw`[,،]\s*(?<distance>[\d٠-٩۰-۹]{1,9})\s*\)`),
    read: (span, match) => ({ ...span, kind: 'nearClose', distance: numberOf(match) }),
  },
  {
    pattern: pattern(String.raw`(?:(?:/|[wWnN]\s?/\s?)(?:p|P|para)|PARA)${boundary}`),
    read: (span) => ({ ...span, kind: 'paragraph' }),
  },
  {
    pattern: pattern(String.raw`(?:/|(?<name>[wWnN]|NEAR|near)\s?/\s?)(?<distance>[\d٠-٩۰-۹]{1,9})${boundary}`),
    read: readNear,
  },
  { pattern: pattern(`NEAR${boundary}`), read: (span) => ({ ...span, kind: 'near', distance: defaultDistance }) },
  { pattern: pattern(String.raw`(?:[A-Z]+|&{1,2}|\|{1,2}|[ހ-ް]+)${boundary}`), read: readOperator },
  {
    pattern: pattern(
      String.raw`(?<label>[\p{L}\p{M}]{2,20}):(?:[${quotes}](?<quoted>[^${quotes}]*)[${quotes}]?|(?<value>[^\s()${quotes}]*))`,
    ),
    read: readFilter,
  },
  {
    // `Ali -v- State` contains no minus.
    pattern: pattern(String.raw`(?<=^|[\s(])[-−](?=[\p{L}\p{N}(${quotes}])(?![^\s()${quotes}]*[-−](?:$|[\s)]))`),
    read: (span) => ({ ...span, kind: 'minus' }),
  },
  { pattern: pattern(String.raw`\+(?=[\p{L}\p{N}])`), read: (span) => ({ ...span, kind: 'plus' }) },
  { pattern: pattern(String.raw`\(`), read: (span) => ({ ...span, kind: 'open' }) },
  { pattern: pattern(String.raw`\)`), read: (span) => ({ ...span, kind: 'close' }) },
  { pattern: pattern(chunk), read: (span) => ({ ...span, kind: 'chunk' }) },
]

/** The distance of NEAR without a number. */
export const defaultDistance = 10

/**
 * Lexer: splits a query into tokens. Every visible character that is not a space belongs to exactly one token, whatever
 * is typed. `isPassage`: whether they are a pasted passage.
 */
export function tokenize(text: string, isCode: IsCode): { tokens: Token[]; isPassage: boolean } {
  const { visible, spanAt } = stripInvisible(text)
  const whole = wholeCaseNumber(visible, isCode)
  if (whole) return { tokens: [numberToken(spanAt(whole.start, whole.end), isCode)], isPassage: false }
  const numbers = findCaseNumbers(visible, isCode)
  const tokens: Token[] = []
  for (let offset = 0; offset < visible.length;) {
    const number = numbers.find(({ start }) => start === offset)
    const end = number && endOfSuffix(visible, number.end)
    const found = end
      ? { token: numberToken(spanAt(offset, end), isCode), end }
      : tokenAt(visible, offset, numbers.find(({ start }) => start > offset)?.start ?? visible.length, spanAt)
    const token = found && asPartialNumber(found.token, isCode)
    if (token) tokens.push(isLiteral(tokens.at(-1)) ? toLiteral(token) : token)
    offset = found?.end ?? offset + 1
  }
  const isPassage = isPassageWithFilters(tokens)
  const merged = mergeFilterTokens(tokens, isPassage)
  return { tokens: isPassage ? merged : mergeDayTokens(text, merged), isPassage }
}

/** The end of the case suffix after a number: `2013/HC-A/80ގެ`, `2013/HC-A/80 ގެ`. */
function endOfSuffix(text: string, end: number): number {
  const [suffix = '', letters = ''] =
    /^[ -]?([ހ-ޱ]+)(?![\p{L}\p{M}\p{N}])/u.exec(text.slice(end, end + maxSuffix)) ?? []
  return isCaseSuffix(foldText(letters)) ? end + suffix.length : end
}

/** In UTF-16 units. */
const maxSuffix = 40

/** After a plus or a minus, an operator is an ordinary word. */
const isLiteral = (before: Token | undefined) => before?.kind === 'plus' || before?.kind === 'minus'

const toLiteral = (token: Token): Token =>
  token.kind === 'operator' || token.kind === 'near' || token.kind === 'paragraph' ? { ...token, kind: 'chunk' } : token

/** `stop`: the start of the next case number, at which a word ends. */
function tokenAt(visible: string, offset: number, stop: number, spanAt: SpanAt) {
  for (const { pattern, read } of rules) {
    pattern.lastIndex = offset
    const match = pattern.exec(visible)
    if (!match || match[0] === '') continue
    const end = offset + match[0].length
    const token = read(spanAt(offset, end), match, spanAt)
    if (token?.kind === 'chunk' && end > stop) return { token: { ...token, ...spanAt(offset, stop) }, end: stop }
    if (token) return { token, end }
  }
  return undefined
}

const numberToken = (span: SourceSpan, isCode: IsCode): Token => ({
  ...span,
  kind: 'number',
  keys: parseCaseNumber(span.text, isCode).keys,
})

/** A partial case number has no key; the search matches its words in either order. */
const asPartialNumber = (token: Token, isCode: IsCode): Token =>
  token.kind === 'chunk' && isPartialCaseNumber(token.text, isCode) ? { ...token, kind: 'number', keys: [] } : token

/** A query that is only a case number may be written more freely than a case number among other words. */
function wholeCaseNumber(text: string, isCode: IsCode) {
  if (/["“”„‟«»＂*|&+]|^\s*[-−]|\b(?:AND|OR|NOT|NEAR|PARA)\b/u.test(text)) return undefined
  if ([...text.matchAll(/([\p{L}\p{M}]{2,20}):(?=\S)/gu)].some(([, label = '']) => filterLabels.has(foldText(label))))
    return undefined
  const trimmed = text.trim()
  const start = text.indexOf(trimmed)
  return parseCaseNumber(trimmed, isCode).keys.length > 0 ? { start, end: start + trimmed.length } : undefined
}

function readOperator(span: SourceSpan): Token | undefined {
  const latin = operators.get(span.text)
  const operator = latin ?? dhivehiOperators.get(span.text)
  return operator && { ...span, kind: 'operator', operator, isDhivehi: latin === undefined }
}

/** A slash alone needs a valid distance: `/2014` is a year. */
function readNear(span: SourceSpan, match: RegExpExecArray): Token | undefined {
  const distance = numberOf(match)
  const isValid = match.groups?.['name'] !== undefined || distance <= limits.search.max_near
  return isValid ? { ...span, kind: 'near', distance } : undefined
}

function readFilter(span: SourceSpan, match: RegExpExecArray): Token | undefined {
  const { label = '', quoted, value = '' } = match.groups ?? {}
  const name = filterLabels.get(foldText(label))
  if (name === undefined || (quoted === undefined && value === '')) return undefined
  return { ...span, kind: 'filter', name, label, value: (quoted ?? value).trim() }
}

const numberOf = (match: RegExpExecArray) => Number(foldText(match.groups?.['distance'] ?? ''))

/** Merges the words of a named day, or of a month with its English name, into one chunk: March alone is a word. */
function mergeDayTokens(text: string, tokens: readonly Token[]): Token[] {
  const merged: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const length = dayLengths.find((one) => isDayOf(tokens.slice(at, at + one), one)) ?? 1
    const words = tokens.slice(at, at + length)
    merged.push(...(length === 1 ? words : [chunkOf(text, words)]))
    at += length
  }
  return merged
}

/** A day has three words, a month two. */
const dayLengths = [3, 2]

const isDayOf = (words: readonly Token[], length: number) =>
  words.length === length &&
  words.every(({ kind }) => kind === 'chunk') &&
  isNamedDay(foldText(words.map((word) => word.text).join(' ')))

function chunkOf(text: string, words: readonly Token[]): Token {
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0]
  return { kind: 'chunk', text: words.map((word) => word.text).join(' '), raw: text.slice(start, end), start, end }
}
