import { formsOf } from '#shared/text/analyse.ts'
import { phrase, quote, search } from './match.ts'
import { formWord } from './ownWords.ts'
import { inFields, type Signal, times } from './signals.ts'

const most = 6

/** Words that were typed one after the other may stand so, or near each other. `rarity` is that of one word. */
export function togetherSignals(typed: readonly string[], rarity: (word: string) => number): Signal[] {
  const words = typed.slice(0, most)
  if (words.length < 2) return []
  const mean = words.reduce((sum, word) => sum + rarity(word), 0) / words.length
  const near = words.map((word) => quote([formWord(formsOf(word)[0] ?? word)])).join(' ')
  const pairs = words.slice(1).map((word, index) => phrase([words[index] ?? '', word]))
  const signals = [
    ...inFields(words, { t: 3, p: 4 }),
    ...pairs.map((match) => ({ match, weight: 2 / pairs.length })),
    // Among `signs` too: to leave that column out takes as long again, and its forms stand in the order of the words.
    { match: search(`(NEAR(${near}, ${12 + words.length}))`), weight: 1.5 },
  ]
  return signals.map((signal) => times(signal, mean))
}
