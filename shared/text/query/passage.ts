import { limits } from '../../limits.ts'
import { tokenizeWords } from '#shared/text/language/tokenizer.ts'
import type { ParsedQuery } from './tree.ts'

/** True for a pasted passage: many words without operators, used to find the case that contains them. */
export function isPassage({ root, text }: ParsedQuery): boolean {
  if (root?.kind !== 'and' || !root.of.every((part) => 'words' in part || part.kind === 'word')) return false
  return tokenizeWords(text).length >= limits.search.passage_words
}

/** Whether a query exceeds its maximum length: that of a passage is higher. `length` is that of the text as typed. */
export function isTooLong(parsed: ParsedQuery, length = parsed.text.length): boolean {
  const { max_letters, passage_letters } = limits.search
  return length > passage_letters || (length > max_letters && !isPassage(parsed))
}
