import type { TextMatch } from './matchTerms.ts'
import type { ProximityConstraint } from './highlightQuery.ts'
import { endsParagraph, tokenizeWords } from '#shared/text/language/tokenizer.ts'

/** A text and the matches found in it. */
export type MatchedText = { text: string; matches: readonly TextMatch[] }

/**
 * Filters the highlights of one judgment by proximity: for `a w/5 b`, only matches that satisfy the distance stay. A
 * constraint that no match satisfies is ignored, because the query was then relaxed; its matches all stay, even where
 * another constraint names the same term.
 */
export function filterByProximity<Part extends MatchedText>(
  parts: readonly Part[],
  near: readonly ProximityConstraint[],
): readonly Part[] {
  if (near.length === 0) return parts
  const positioned = parts.map(locateMatches)
  const satisfied = new Set<TextMatch>()
  const [constrained, unconstrained] = [new Set<number>(), new Set<number>()]
  for (const constraint of near) {
    const satisfying = positioned.flatMap((matches) => matchesWithin(matches, constraint))
    for (const match of satisfying) satisfied.add(match)
    if (satisfying.length > 0) for (const term of constraint.bound) constrained.add(term)
    else for (const term of constraint.parts.flat()) unconstrained.add(term)
  }
  return parts.map((part) => ({
    ...part,
    matches: part.matches.filter(
      (match) => !constrained.has(match.term) || unconstrained.has(match.term) || satisfied.has(match),
    ),
  }))
}

/** A match with its paragraph and the indexes of its first and last word in the text. */
type PositionedMatch = { match: TextMatch; paragraph: number; first: number; last: number }

function locateMatches({ text, matches }: MatchedText): PositionedMatch[] {
  if (matches.length < 2) return []
  const starts = tokenizeWords(text).map(({ start }) => start)
  let [word, paragraph, read] = [0, 0, 0]
  return matches.map((match) => {
    while ((starts[word + 1] ?? Infinity) <= match.start) word += 1
    const first = word
    while ((starts[word + 1] ?? Infinity) < match.end) word += 1
    for (; read < match.start; read += 1) if (endsParagraph(text[read] ?? '')) paragraph += 1
    return { match, paragraph, first, last: word }
  })
}

/** The matches that satisfy a constraint: a match of every other part lies within the distance. */
function matchesWithin(matches: readonly PositionedMatch[], { parts, distance }: ProximityConstraint): TextMatch[] {
  const ofParts = parts.map((terms) => matches.filter(({ match }) => terms.includes(match.term)))
  return ofParts.flatMap((ones, index) => {
    const others = ofParts.toSpliced(index, 1).map((other) => nearestOf(other))
    return ones
      .filter((one) => others.every((nearest) => nearest(one).some((two) => isNear(one, two, distance))))
      .map(({ match }) => match)
  })
}

/** Finds the nearest matches before and after each match of another part, which are asked for in order. */
function nearestOf(matches: readonly PositionedMatch[]) {
  let next = 0
  return ({ first }: PositionedMatch): PositionedMatch[] => {
    while ((matches[next]?.first ?? Infinity) <= first) next += 1
    return matches.slice(Math.max(0, next - 1), next + 1)
  }
}

const isNear = (one: PositionedMatch, two: PositionedMatch, distance: number) =>
  one.paragraph === two.paragraph && Math.max(two.first - one.last, one.first - two.last) <= distance
