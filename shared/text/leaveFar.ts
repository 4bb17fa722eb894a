import type { Match } from './matchTerms.ts'
import type { Nearness } from './query.ts'
import { endsParagraph, words } from './words.ts'

/** What was found in a text. */
export type FoundIn = { text: string; matches: readonly Match[] }

/**
 * Leaves out the words that were to be near others and stand far from them, in all parts of one judgment: whoever asks
 * for `a w/5 b` wants to see those that made it found. Where none stands near, as in one that was found without
 * nearness, all stay, also those that something else wants near.
 */
export function leaveFar<Part extends FoundIn>(parts: readonly Part[], near: readonly Nearness[]): readonly Part[] {
  if (near.length === 0) return parts
  const standing = parts.map(placeMatches)
  const kept = new Set<Match>()
  const [bound, free] = [new Set<number>(), new Set<number>()]
  for (const one of near) {
    const standsNear = standing.flatMap((placed) => nearOf(placed, one))
    for (const match of standsNear) kept.add(match)
    if (standsNear.length > 0) for (const term of one.bound) bound.add(term)
    else for (const term of one.parts.flat()) free.add(term)
  }
  return parts.map((part) => ({
    ...part,
    matches: part.matches.filter((match) => !bound.has(match.term) || free.has(match.term) || kept.has(match)),
  }))
}

/** A match with its paragraph, and its first and last word counted from the beginning of the text. */
type Placed = { match: Match; paragraph: number; first: number; last: number }

function placeMatches({ text, matches }: FoundIn): Placed[] {
  if (matches.length < 2) return []
  const starts = words(text).map(({ start }) => start)
  let [word, paragraph, read] = [0, 0, 0]
  return matches.map((match) => {
    while ((starts[word + 1] ?? Infinity) <= match.start) word += 1
    const first = word
    while ((starts[word + 1] ?? Infinity) < match.end) word += 1
    for (; read < match.start; read += 1) if (endsParagraph(text[read] ?? '')) paragraph += 1
    return { match, paragraph, first, last: word }
  })
}

/** The matches that have one of each other part near them. */
function nearOf(placed: readonly Placed[], { parts, distance }: Nearness): Match[] {
  const ofParts = parts.map((terms) => placed.filter(({ match }) => terms.includes(match.term)))
  return ofParts.flatMap((ones, index) => {
    const others = ofParts.toSpliced(index, 1)
    return ones
      .filter((one) => others.every((other) => other.some((two) => isNear(one, two, distance))))
      .map(({ match }) => match)
  })
}

const isNear = (one: Placed, two: Placed, distance: number) =>
  one.paragraph === two.paragraph && Math.max(two.first - one.last, one.first - two.last) <= distance
