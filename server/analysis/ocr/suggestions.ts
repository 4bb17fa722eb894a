import type { Reading } from '#server/analysis/types.ts'
import type { ReadSign, Sign } from './decode.ts'

const minProbability = 0.03

/**
 * What a word unknown to the lexicon may be: the known words that differ from it by one letter or mark which the net holds
 * possible. They are only offered next to the text.
 */
export function suggestionsFor(signs: readonly ReadSign[], isKnown: (word: string) => boolean): Reading[] {
  const isThaana = signs.every(({ base }) => /^[\u0780-\u07b1]$/u.test(base))
  if (signs.length < 2 || !isThaana || isKnown(wordOf(signs))) return []

  return signs
    .flatMap((sign, i) =>
      sign.others
        .filter(({ probability }) => probability > minProbability * sign.probability)
        .map(({ sign: other, probability }) => ({
          engine: 'recognizer' as const,
          text: wordOf(signs.with(i, { ...sign, ...other })),
          confidence: probability,
        })),
    )
    .filter(({ text }) => isKnown(text))
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, 2)
}

const wordOf = (signs: readonly Sign[]) => signs.map(({ base, mark }) => base + mark).join('')
