import { foldText } from '#shared/text/language/fold.ts'
import { parseDay } from './parseDay.ts'
import { isPassage } from './passage.ts'
import type { Token } from './token.ts'
import { filterLabels } from './operators.ts'
import type { FilterName } from './tree.ts'

type Label = { name: FilterName; label: string }
/** The value of a filter, and how many tokens after the label it consumes. */
type FilterValue = { value: string; consumed: number }

/**
 * Merges a filter label and the tokens of its value into one filter token. A space may follow the label
 * (`court: "Civil Court"`), and a date may consist of several words. A label without a value is an empty filter. In a
 * pasted passage only a quoted value counts, because passages contain headings. `inPassage`: whether the tokens are one.
 */
export function mergeFilterTokens(tokens: readonly Token[], inPassage: boolean): Token[] {
  const merged: Token[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token) continue
    const label = labelOf(token)
    const filterValue = label && valueAt(tokens, index, { label, inPassage })
    if (label && filterValue)
      merged.push(filterOf(tokens.slice(index, index + filterValue.consumed + 1), label, filterValue))
    else merged.push(inPassage && isUnquoted(token) ? { ...token, kind: 'chunk' } : token)
    index += filterValue?.consumed ?? 0
  }
  return merged
}

/** Whether the tokens besides filters, their labels and quoted values are those of a pasted passage. */
export const isPassageWithFilters = (tokens: readonly Token[]) =>
  isPassage(tokens.filter((token, index) => !labelOf(token) && !(token.kind === 'quote' && isLabel(tokens[index - 1]))))

const isLabel = (token: Token | undefined) => token?.kind === 'chunk' && labelOf(token) !== undefined

/** `court:HC`, not `court:"HC"`. */
const isUnquoted = (token: Token) => token.kind === 'filter' && token.text.endsWith(token.value)

function labelOf(token: Token): Label | undefined {
  if (token.kind === 'filter') return token
  const label = token.kind === 'chunk' ? /^([\p{L}\p{M}]{2,20}):$/u.exec(token.text)?.[1] : undefined
  const name = label === undefined ? undefined : filterLabels.get(foldText(label))
  return label === undefined || name === undefined ? undefined : { name, label }
}

type LabelContext = { label: Label; inPassage: boolean }

function valueAt(tokens: readonly Token[], index: number, { label, inPassage }: LabelContext): FilterValue | undefined {
  const [previous, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  if (token?.kind === 'filter') return (!inPassage && dayAt(tokens, index, label, token.value)) || undefined
  if (next?.kind === 'quote') return next.closed ? { value: next.content.text.trim(), consumed: 1 } : undefined
  if (inPassage) return undefined
  const day = dayAt(tokens, index, label, '')
  if (day) return day
  if (next?.kind === 'chunk' && /^[\p{L}\p{N}][^:]*$/u.test(next.text)) return { value: next.text, consumed: 1 }
  const isWord = previous?.kind === 'plus' || previous?.kind === 'minus'
  return isWord || !endsValue(next) ? undefined : { value: '', consumed: 0 }
}

/** A date in words, `17 May 2019`: the start of the value and up to three tokens after it. */
function dayAt(tokens: readonly Token[], index: number, { name }: Label, firstWord: string): FilterValue | undefined {
  if (name !== 'from' && name !== 'to') return undefined
  for (let consumed = maxDateTokens; consumed > 0; consumed -= 1) {
    const words = tokens.slice(index + 1, index + 1 + consumed)
    if (words.length < consumed || !words.every(({ kind }) => kind === 'chunk' || kind === 'number')) continue
    const value = [firstWord, ...words.map(({ text }) => text)].join(' ').trim()
    if (/\p{L}/u.test(value) && parseDay(value, name) !== undefined) return { value, consumed }
  }
  return undefined
}

const maxDateTokens = 3

const valueEnds: ReadonlySet<Token['kind']> = new Set(['filter', 'operator', 'near', 'paragraph', 'close', 'nearClose'])

/** True when this token cannot be the value of a label before it. */
const endsValue = (next: Token | undefined) => !next || valueEnds.has(next.kind) || labelOf(next) !== undefined

function filterOf(parts: readonly Token[], { name, label }: Label, { value }: FilterValue): Token {
  const [start, end] = [parts[0]?.start ?? 0, parts.at(-1)?.end ?? 0]
  const [text, raw] = [parts.map((token) => token.text).join(' '), parts.map((token) => token.raw).join(' ')]
  return { kind: 'filter', name, label, value, start, end, text, raw }
}
