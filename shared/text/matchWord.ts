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
 * How a folded word begins. Two words that share a form begin alike, so that most words need not be analysed: with one
 * letter and one kind of vowel. An Arabic word may hide its beginning behind the article, and the name of God is written
 * in both scripts.
 */
export const initialOf = (word: string): number => initialFrom(word.charCodeAt(0), word.charCodeAt(1))

/** How words begin that have this beginning: one letter says nothing of the vowel. */
export const initialsFrom = (word: string): number[] =>
  word.length > 1 ? [initialOf(word)] : oneOfEachKind.map((sign) => initialOf(word + sign))

/** The same of the first two units; the second is nothing that is known where there is none. */
export function initialFrom(unit: number, next: number): number {
  if (unit >= 0x0621 && unit <= 0x064a) return alifu * vowelKinds + 1
  const kind = vowelKindOf[next - firstVowel] ?? 0
  // އްލާ is އައްލާހު, ޖެނުއަރީ is ޖަނަވަރީ.
  const isLikeA = (unit === alifu && next === sukun) || (unit === javiyani && kind === 3)
  return unit * vowelKinds + (isLikeA ? 1 : kind)
}

const [alifu, javiyani, firstVowel, sukun] = ['އ', 'ޖ', 'ަ', 'ް'].map((sign) => sign.charCodeAt(0)) as Four
type Four = [number, number, number, number]

/** The signs from ަ to ް: endings make a long vowel short, and leave out or silence a u. */
const vowelKindOf = [1, 1, 2, 2, 0, 0, 3, 3, 4, 4, 0]
const vowelKinds = 5
const oneOfEachKind = vowelKindOf.map((_, sign) => String.fromCharCode(firstVowel + sign))
