import { limits } from '#shared/limits.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import { isPrefix } from './parseTerm.ts'
import type { Token } from './token.ts'
import type { ParsedQuery } from './tree.ts'

/**
 * True for the tokens of a pasted passage: many words, some of them adjacent, without OR, NOT, proximity, prefixes or so many
 * ANDs in a form that no text contains by accident. It is used to find the case that contains it.
 */
export function isPassage(tokens: readonly Token[]): boolean {
  const isAdjacent = tokens.some((token, index) => isTerm(token) && isTerm(tokens[index + 1]))
  const words = countWords(tokens)
  return isAdjacent && words >= limits.search.passage_words && !tokens.some(isExplicit) && !isJoined(tokens, words)
}

/** Whether every fourth word is an AND. */
const isJoined = (tokens: readonly Token[], words: number) => 4 * tokens.filter(isAnd).length >= words

const isAnd = (token: Token) => token.kind === 'operator' && !token.isDhivehi && token.operator === 'and'

const isTerm = (token: Token | undefined) =>
  token?.kind === 'chunk' || token?.kind === 'number' || token?.kind === 'quote'

function isExplicit(token: Token): boolean {
  if (token.kind === 'operator') return !token.isDhivehi && !isAnd(token)
  if (token.kind === 'chunk') return holdsPrefix(token.text)
  return token.kind === 'near' || token.kind === 'nearOpen' || token.kind === 'paragraph'
}

function holdsPrefix(text: string): boolean {
  const [word, ...others] = text.includes('*') ? tokenizeWords(text) : []
  return word !== undefined && others.length === 0 && isPrefix(text, word.word)
}

const countWords = (tokens: readonly Token[]) =>
  tokens.reduce((count, { text }) => count + tokenizeWords(text).length, 0)

/** The tokens of a passage as its words: a hyphen is no minus, an AND joins none, and the Dhivehi operators are words. */
export const toWords = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => {
    if (token.kind === 'minus' || isAnd(token)) return []
    return token.kind === 'operator' && token.isDhivehi ? [{ ...token, kind: 'chunk' }] : [token]
  })

/** Whether a query exceeds its maximum length: that of a passage is higher. `length` is that of the text as typed. */
export function isTooLong(parsed: ParsedQuery, length = parsed.text.length): boolean {
  const { max_letters, passage_letters } = limits.search
  return length > passage_letters || (length > max_letters && parsed.isPassage !== true)
}
