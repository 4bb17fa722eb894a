import { snapToLetter } from '#shared/text/language/tokenizer.ts'

/** The maximum length of a displayed query; a passage may have thousands of characters. */
const max_characters = 160

/** Truncates a long query for display, never between a letter and its vowel sign. */
export function shortQuery(q: string): string {
  return q.length <= max_characters ? q : `${q.slice(0, snapToLetter(q, max_characters)).trimEnd()}…`
}
