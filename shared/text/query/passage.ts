import { limits } from '../../limits.ts'
import { words } from '../words.ts'
import { parseQuery } from './parse.ts'

/** Whether somebody pasted a passage: many words, joined by nothing, which look for the case that they stand in. */
export function isPassage(text: string): boolean {
  const { root } = parseQuery(text)
  if (root?.kind !== 'and' || !root.of.every((part) => 'words' in part || part.kind === 'word')) return false
  return words(text).length >= limits.search.passage_words
}

/** A passage may be longer than what is put together by hand. What is longer than either is not even read. */
export function isTooLong(text: string): boolean {
  const { max_letters, passage_letters } = limits.search
  return text.length > passage_letters || (text.length > max_letters && !isPassage(text))
}
