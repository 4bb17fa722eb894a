import { formsOf } from './analyse.ts'
import { remember } from './remember.ts'

/** Whether a folded word of a text is what is looked for. */
export type WordMatcher = (word: string) => boolean

/**
 * Whether a folded word is one of the folded words that are looked for: the same word in any spelling and inflection, or
 * with `exact` the very same. Answers are remembered, so that a text is read fast.
 */
export function buildMatcher(wanted: readonly string[], { exact = false } = {}): WordMatcher {
  const same = new Set(wanted)
  if (exact) return (word) => same.has(word)
  const forms = new Set(wanted.flatMap(formsOf))
  const initials = new Set([...same, ...forms].map(initialOf))
  return remember(
    20_000,
    (word) => same.has(word) || (initials.has(initialOf(word)) && formsOf(word).some((form) => forms.has(form))),
  )
}

/**
 * Two words that share a form begin alike, so that most words need not be analysed. An Arabic word may hide its beginning
 * behind the article, and the name of God is written in both scripts.
 */
const initialOf = (word: string) => (/^[އ\u0621-\u064a]/.test(word) ? 'އ' : word.charAt(0))
