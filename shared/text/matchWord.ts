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
  const isWanted = remember(20_000, (word) => same.has(word) || formsOf(word).some((form) => forms.has(form)))
  // Most words begin otherwise, and are not even remembered.
  return (word) => initials.has(initialOf(word)) && isWanted(word)
}

/**
 * Two words that share a form begin alike, so that most words need not be analysed. An Arabic word may hide its beginning
 * behind the article, and the name of God is written in both scripts.
 */
export function initialOf(word: string): number {
  const unit = word.charCodeAt(0)
  return unit >= 0x0621 && unit <= 0x064a ? alifu : unit
}

const alifu = 'އ'.charCodeAt(0)
