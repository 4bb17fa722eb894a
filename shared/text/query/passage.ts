import { limits } from '../../limits.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import type { Token } from './token.ts'
import type { ParsedQuery } from './tree.ts'

/**
 * True for the tokens of a pasted passage: many words, some of them adjacent, without OR, NOT, proximity or prefixes in a
 * form that no text contains by accident. It is used to find the case that contains it.
 */
export function isPassage(tokens: readonly Token[]): boolean {
  const isAdjacent = tokens.some((token, index) => isTerm(token) && isTerm(tokens[index + 1]))
  return isAdjacent && !tokens.some(isExplicit) && countWords(tokens) >= limits.search.passage_words
}

const isTerm = (token: Token | undefined) =>
  token?.kind === 'chunk' || token?.kind === 'number' || token?.kind === 'quote'

function isExplicit(token: Token): boolean {
  if (token.kind === 'operator') return !token.isDhivehi && token.operator !== 'and'
  if (token.kind === 'chunk') return /[\p{L}\p{M}\p{N}]\*\P{L}*$/u.test(token.text)
  return token.kind === 'near' || token.kind === 'nearOpen' || token.kind === 'paragraph'
}

const countWords = (tokens: readonly Token[]) =>
  tokens.reduce((count, { text }) => count + tokenizeWords(text).length, 0)

/** The tokens of a passage as its words: a hyphen is no minus, and the Dhivehi operators are words. */
export const toWords = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => {
    if (token.kind === 'minus') return []
    return token.kind === 'operator' && token.isDhivehi ? [{ ...token, kind: 'chunk' }] : [token]
  })

/** Whether a query exceeds its maximum length: that of a passage is higher. `length` is that of the text as typed. */
export function isTooLong(parsed: ParsedQuery, length = parsed.text.length): boolean {
  const { max_letters, passage_letters } = limits.search
  return length > passage_letters || (length > max_letters && parsed.isPassage !== true)
}
