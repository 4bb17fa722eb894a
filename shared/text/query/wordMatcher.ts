import { formsOf } from '#shared/text/language/analyze.ts'
import { memoize } from '#shared/text/language/memoize.ts'
import { startsOfVerb } from '#shared/text/language/verbs.ts'

/** Whether a folded word of a text matches. */
export type WordMatcher = (word: string) => boolean

/**
 * Builds a matcher for folded words: it accepts the wanted words in any spelling and inflection, or with `exact` only the
 * same folded words. Results are memoized, so that a text is read fast.
 */
export function buildMatcher(words: readonly string[], { exact = false } = {}): WordMatcher {
  const same = new Set(words)
  if (exact) return (word) => same.has(word)
  const forms = new Set(words.flatMap(formsOf))
  const initials = new Set([...same, ...forms].flatMap(initialKeysOfForm))
  const isWanted = memoize(20_000, (word) => same.has(word) || formsOf(word).some((form) => forms.has(form)))
  // Most words have another initial and are not even memoized.
  return (word) => initials.has(initialKey(word)) && isWanted(word)
}

/** The initial keys of all words that may have this form: those of a verb change their vowel and take a negation in front. */
export const initialKeysOfForm = (form: string): number[] => [
  initialKey(form),
  ...(startsOfVerb(form) ?? []).flatMap(initialKeysOfPrefix),
]

/**
 * The initial key of a folded word: its first letter and the kind of its first vowel. Words that share a form share the
 * initial key, or are forms of one verb (`initialKeysOfForm`), so most words can be rejected without analysis. All Arabic words share one key, because the article may
 * hide their initial and the name of God is written in both scripts.
 */
export const initialKey = (word: string): number => initialKeyOfUnits(word.charCodeAt(0), word.charCodeAt(1))

/** The initial keys of all words with this prefix; a prefix of one letter leaves the vowel open. */
export const initialKeysOfPrefix = (word: string): number[] =>
  word.length > 1 ? [initialKey(word)] : oneOfEachKind.map((sign) => initialKey(word + sign))

/** The initial key from the first two UTF-16 units; `next` is 0 or NaN when there is no second one. */
export function initialKeyOfUnits(unit: number, next: number): number {
  if (unit >= 0x0621 && unit <= 0x064a) return alifu * vowelKinds + 1
  const kind = vowelKindOf[next - firstVowel] ?? 0
  // އްލާ stands for އައްލާހު, ޖެނުއަރީ for ޖަނަވަރީ, ރެޖިސްޓްރީ for ރަޖިސްޓްރީ, ޑައިރެކްޓަރު for ޑިރެކްޓަރު.
  const isLikeA =
    (unit === alifu && next === sukun) || (kind === 3 && (unit === javiyani || unit === raa)) || unit === daviyani
  return unit * vowelKinds + (isLikeA ? 1 : kind)
}

const [alifu, javiyani, raa, daviyani, firstVowel, sukun] = ['އ', 'ޖ', 'ރ', 'ޑ', 'ަ', 'ް'].map((sign) =>
  sign.charCodeAt(0),
) as Six
type Six = [number, number, number, number, number, number]

/** The vowel kind of each sign from ަ to ް: suffixes shorten long vowels and drop or silence a u. */
const vowelKindOf = [1, 1, 2, 2, 0, 0, 3, 3, 4, 4, 0]
const vowelKinds = 5
const oneOfEachKind = vowelKindOf.map((_, sign) => String.fromCharCode(firstVowel + sign))
