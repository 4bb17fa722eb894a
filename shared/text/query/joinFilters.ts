import { limits } from '../../limits.ts'
import { foldText } from '../fold.ts'
import { readDay } from './days.ts'
import type { Token } from './lexer.ts'
import { filterWords } from './operators.ts'
import type { FilterName } from './tree.ts'

type Label = { name: FilterName; label: string }
/** The value of a filter, and how many tokens behind the first it takes. */
type Valued = { value: string; taken: number }

/**
 * `court: "Civil Court"`: the value of a filter may stand apart, and a day in several words. A label with nothing behind
 * it is an empty filter. In a passage only quotes are a value, for it has headings.
 */
export function joinFilters(tokens: readonly Token[]): Token[] {
  const isPassage = tokens.length >= limits.search.passage_words
  const joined: Token[] = []
  for (let place = 0; place < tokens.length; place += 1) {
    const token = tokens[place]
    if (!token) continue
    const label = labelOf(token)
    const valued = label && valueAt(tokens, place, { label, isPassage })
    joined.push(label && valued ? filterOf(tokens.slice(place, place + valued.taken + 1), label, valued) : token)
    place += valued?.taken ?? 0
  }
  return joined
}

function labelOf(token: Token): Label | undefined {
  if (token.kind === 'filter') return token
  const label = token.kind === 'chunk' ? /^([\p{L}\p{M}]{2,20}):$/u.exec(token.text)?.[1] : undefined
  const name = label === undefined ? undefined : filterWords.get(foldText(label))
  return label === undefined || name === undefined ? undefined : { name, label }
}

type Standing = { label: Label; isPassage: boolean }

function valueAt(tokens: readonly Token[], place: number, { label, isPassage }: Standing): Valued | undefined {
  const [before, token, next] = [tokens[place - 1], tokens[place], tokens[place + 1]]
  if (token?.kind === 'filter') return (!isPassage && dayAt(tokens, place, label, token.value)) || undefined
  if (next?.kind === 'quote') return next.closed ? { value: next.inside.text.trim(), taken: 1 } : undefined
  if (isPassage) return undefined
  const day = dayAt(tokens, place, label, '')
  if (day) return day
  if (next?.kind === 'chunk' && /^[\p{L}\p{N}][^:]*$/u.test(next.text)) return { value: next.text, taken: 1 }
  const isWord = before?.kind === 'plus' || before?.kind === 'minus'
  return isWord || !endsValue(next) ? undefined : { value: '', taken: 0 }
}

/** `17 May 2019`: what the value begins with, and up to three words behind it. */
function dayAt(tokens: readonly Token[], place: number, { name }: Label, begun: string): Valued | undefined {
  if (name !== 'from' && name !== 'to') return undefined
  for (let taken = mostOfDay; taken > 0; taken -= 1) {
    const behind = tokens.slice(place + 1, place + 1 + taken)
    if (behind.length < taken || !behind.every(({ kind }) => kind === 'chunk' || kind === 'number')) continue
    const value = [begun, ...behind.map(({ text }) => text)].join(' ').trim()
    if (/\p{L}/u.test(value) && readDay(value, name) !== undefined) return { value, taken }
  }
  return undefined
}

const mostOfDay = 3

const ends: ReadonlySet<Token['kind']> = new Set(['filter', 'operator', 'near', 'paragraph', 'close', 'nearClose'])

/** Whether nothing can be meant as the value of a label that stands before this. */
const endsValue = (next: Token | undefined) => !next || ends.has(next.kind) || labelOf(next) !== undefined

function filterOf(of: readonly Token[], { name, label }: Label, { value }: Valued): Token {
  const [start, end] = [of[0]?.start ?? 0, of.at(-1)?.end ?? 0]
  const [text, typed] = [of.map((token) => token.text).join(' '), of.map((token) => token.typed).join(' ')]
  return { kind: 'filter', name, label, value, start, end, text, typed }
}
