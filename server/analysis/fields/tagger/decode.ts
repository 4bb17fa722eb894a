/** What a word is: no part of a name, or the first or a further word of a name of one role. */
export const tags = ['other', 'claimant', 'claimant+', 'respondant', 'respondant+', 'judges', 'judges+'] as const
export type Tag = (typeof tags)[number]

const count = tags.length

/**
 * The weights of a linear-chain model: of a feature `count` values from its offset on, one for each tag, and of a tag after
 * another.
 */
export type Weights = { features: ArrayLike<number>; transitions: ArrayLike<number> }

/** The most probable tags of a sequence (Viterbi). `offsets` are those of the features of each word. */
export function decode(offsets: readonly ArrayLike<number>[], { features, transitions }: Weights): number[] {
  const sources: Uint8Array[] = []
  let scores = new Float64Array(count)
  for (const [position, of] of offsets.entries()) {
    const [next, source] = [new Float64Array(count), new Uint8Array(count)]
    for (let tag = 0; tag < count; tag += 1) {
      let best = -Infinity
      for (let previous = 0; previous < count; previous += 1) {
        if (!mayFollow(tag, previous) || (position === 0 && previous > 0)) continue
        const score = (scores[previous] ?? 0) + (transitions[previous * count + tag] ?? 0)
        if (score > best) [best, source[tag]] = [score, previous]
      }
      next[tag] = best + sumOf(of, features, tag)
    }
    sources.push(source)
    scores = next
  }
  return backtrack(sources, scores)
}

/** A further word follows a word of a name of the same role. */
const mayFollow = (tag: number, previous: number) => !isFurther(tag) || previous === tag || previous === tag - 1
export const isFurther = (tag: number) => tag > 0 && tag % 2 === 0

function sumOf(offsets: ArrayLike<number>, features: ArrayLike<number>, tag: number): number {
  let sum = 0
  for (let at = 0; at < offsets.length; at += 1) sum += features[(offsets[at] ?? 0) + tag] ?? 0
  return sum
}

function backtrack(sources: readonly Uint8Array[], scores: Float64Array): number[] {
  let tag = scores.indexOf(Math.max(...scores))
  const found: number[] = []
  for (const source of sources.toReversed()) {
    found.push(tag)
    tag = source[tag] ?? 0
  }
  return found.reverse()
}
