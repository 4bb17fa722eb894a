import { fold, isFili } from '#shared/text/language/fold.ts'

/**
 * The consonants, Latin letters and digits of a folded text, without vowel signs, spaces and punctuation: what a
 * recognizer confuses least. `starts` are offsets in the original. Digits become `#`, so that no label matches across one.
 */
export type Skeleton = { text: string; starts: number[]; mask: number }

export function skeletonOf(original: string): Skeleton {
  const folded = fold(original)
  const starts: number[] = []
  let text = ''
  let mask = 0
  for (let index = 0; index < folded.text.length; index += 1) {
    const unit = folded.text.charCodeAt(index)
    if (isFili(unit) || !isLetterOrDigit(unit)) continue
    const letter = unit >= 48 && unit <= 57 ? '#' : (folded.text[index] ?? '')
    text += letter
    mask |= maskOf(letter.charCodeAt(0))
    starts.push(folded.starts[index] ?? 0)
  }
  return { text, starts, mask }
}

const isLetterOrDigit = (unit: number) =>
  (unit >= 0x0780 && unit <= 0x07b1) || (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57)

const maskOf = (unit: number) => 1 << (unit % 31)

/** Pairs of letters that a recognizer confuses; replacing one by the other costs half of another replacement. */
const similar = new Set(
  'ނރ ވލ ތކ ބޓ މހ ޑޓ ޗޖ ޖޒ ޓޒ ޕފ ދވ ޏނ ޔސ ޅލ ލޅ އހ ސށ ޒސ ޓބ ތއ ޒދ'
    .split(' ')
    .flatMap((pair) => [
      (pair.charCodeAt(0) << 16) | pair.charCodeAt(1),
      (pair.charCodeAt(1) << 16) | pair.charCodeAt(0),
    ]),
)

const replacementCost = (one: number, other: number) => (one === other ? 0 : similar.has((one << 16) | other) ? 0.5 : 1)

/** A place in the original text where a phrase is, up to errors. */
type Match = { start: number; end: number; cost: number }

/**
 * Finds a phrase by approximate matching of skeletons (Sellers): the best place that begins at the beginning of a word,
 * when it costs at most a sixth of the phrase's letters. Undefined when there is none.
 */
export function findPhrase(
  phrase: Skeleton,
  { text, starts, mask }: Skeleton,
  original: string,
  from = 0,
): Match | undefined {
  const limit = limitOf(phrase.text.length)
  if (countBits(phrase.mask & ~mask) > Math.floor(limit * 2) || text.length < phrase.text.length - limit)
    return undefined
  let best: { from: number; to: number; cost: number } | undefined
  for (const place of align(phrase.text, text, limit)) {
    if ((starts[place.from] ?? 0) < from || !startsWord(original, starts[place.from] ?? 0)) continue
    if (!best || place.cost < best.cost) best = place
  }
  return best && { start: starts[best.from] ?? 0, end: endOfLetter(original, starts[best.to] ?? 0), cost: best.cost }
}

/** A place of a skeleton, with the letters of the next 1, 2, … of it as bits. */
export type SkeletonPlace = { index: number; masks?: Int32Array }

export function placeAt({ text }: Skeleton, index: number): SkeletonPlace {
  const masks = new Int32Array(Math.min(text.length - index, maxPhrase))
  let mask = 0
  for (let at = 0; at < masks.length; at += 1) masks[at] = mask |= maskOf(text.charCodeAt(index + at))
  return { index, masks }
}

/** As `findPhrase`, for a phrase that must begin at a place of the skeleton; `last` is the place of its last letter. */
export function matchAt(
  phrase: Skeleton,
  { text, starts }: Skeleton,
  original: string,
  { index, masks }: SkeletonPlace,
  limit = limitOf(phrase.text.length),
): (Match & { last: number }) | undefined {
  const length = Math.min(text.length - index, phrase.text.length + Math.floor(limit))
  if (length < phrase.text.length - limit || !mayBegin(phrase.text, text, index)) return undefined
  if (masks && countBits(phrase.mask & ~(masks[length - 1] ?? 0)) > Math.floor(limit * 2)) return undefined
  const best = alignFrom(phrase.text, text, { from: index, to: index + length, limit })
  if (!best) return undefined
  const end = endOfLetter(original, starts[best.last] ?? 0)
  return { start: starts[index] ?? 0, end, cost: best.cost, last: best.last }
}

/** Whether one of the first two letters of a phrase is one of those of a text: others are not worth an alignment. */
function mayBegin(phrase: string, text: string, index: number): boolean {
  const [first, second] = [text.charCodeAt(index), text.charCodeAt(index + 1)]
  const [one, other] = [phrase.charCodeAt(0), phrase.charCodeAt(1)]
  return one === first || other === second || other === first || one === second || replacementCost(one, first) < 1
}

/** The cheapest end of a phrase that begins at `from`, when it costs at most `limit`. */
function alignFrom(
  phrase: string,
  text: string,
  { from, to, limit }: { from: number; to: number; limit: number },
): { last: number; cost: number } | undefined {
  const size = phrase.length
  for (let index = 0; index <= size; index += 1) costs[index] = index
  let best: { last: number; cost: number } | undefined
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at)
    let diagonal = costs[0] ?? 0
    let lowest = (costs[0] = diagonal + 1)
    for (let index = 1; index <= size; index += 1) {
      const above = costs[index] ?? 0
      const replaced = diagonal + replacementCost(phrase.charCodeAt(index - 1), unit)
      const cost = Math.min(replaced, above + 1, (costs[index - 1] ?? 0) + 1)
      costs[index] = cost
      if (cost < lowest) lowest = cost
      diagonal = above
    }
    // The costs of later letters are never below the lowest of this one.
    if (lowest > limit) break
    const cost = costs[size] ?? size
    if (cost <= limit && (!best || cost < best.cost)) best = { last: at, cost }
  }
  return best
}

/** How much a phrase may differ, by its number of letters. */
export const limitOf = (letters: number) =>
  letters < 4 ? 0 : letters < 5 ? 0.5 : letters < 8 ? 1 : Math.min(2.5, letters / 6)

/** The cheapest places of the phrase by their ends; `from` and `to` are indexes of the skeleton. */
function* align(phrase: string, text: string, limit: number): Generator<{ from: number; to: number; cost: number }> {
  const size = phrase.length
  // `costs[i]`: the cheapest way to match the first i letters of the phrase so that it ends here; `begins[i]`: where it begins.
  for (let index = 0; index <= size; index += 1) costs[index] = index
  begins.fill(0, 0, size + 1)
  for (let at = 0; at < text.length; at += 1) {
    let diagonalCost = 0
    let diagonalBegin = at
    begins[0] = at + 1
    for (let index = 1; index <= size; index += 1) {
      const [aboveCost, aboveBegin] = [costs[index] ?? 0, begins[index] ?? 0]
      const replaced = diagonalCost + replacementCost(phrase.charCodeAt(index - 1), text.charCodeAt(at))
      const lost = (costs[index - 1] ?? 0) + 1
      const added = aboveCost + 1
      const cost = Math.min(replaced, added, lost)
      begins[index] = cost === replaced ? diagonalBegin : cost === added ? aboveBegin : (begins[index - 1] ?? 0)
      costs[index] = cost
      diagonalCost = aboveCost
      diagonalBegin = aboveBegin
    }
    const cost = costs[size] ?? size
    if (cost <= limit) yield { from: begins[size] ?? 0, to: at, cost }
  }
}

const maxPhrase = 128
const costs = new Float64Array(maxPhrase)
const begins = new Int32Array(maxPhrase)

const startsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{M}]/u.test(text[at - 1] ?? '')

/** The end of a letter with its vowel signs. */
function endOfLetter(text: string, at: number): number {
  let end = at + 1
  while (isFili(text.charCodeAt(end))) end += 1
  return end
}

function countBits(mask: number): number {
  let rest = mask
  let count = 0
  for (; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/** The share of letters in which two skeletons differ, 0 to 1 and more. */
export function differenceOf(one: string, other: string): number {
  const longest = Math.max(one.length, other.length)
  if (longest > maxCompared || Math.abs(one.length - other.length) > longest / 2) return 1
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let index = 1; index <= one.length; index += 1) {
    const next = [index]
    for (let at = 1; at <= other.length; at += 1)
      next.push(
        Math.min(
          (row[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (row[at - 1] ?? 0) + replacementCost(one.charCodeAt(index - 1), other.charCodeAt(at - 1)),
        ),
      )
    row = next
  }
  return (row[other.length] ?? 0) / Math.max(1, one.length, other.length)
}

/** No name or word is longer; the time grows with the square. */
const maxCompared = 300

/** Whether a skeleton is one of a set, or, when it is long enough, differs from one by little. */
export function isNearly(skeleton: string, set: ReadonlySet<string>): boolean {
  if (set.has(skeleton)) return true
  if (skeleton.length < minNearLetters) return false
  const known = near.get(set) ?? new Map<string, boolean>()
  near.set(set, known)
  const cached = known.get(skeleton)
  if (cached !== undefined) return cached
  if (known.size > maxKnown) known.clear()
  const isNear = [...set].some(
    (other) => other.length >= minNearLetters && differenceOf(skeleton, other) <= maxNearDifference,
  )
  known.set(skeleton, isNear)
  return isNear
}

/** Cache: the words of judgments repeat. */
const near = new WeakMap<ReadonlySet<string>, Map<string, boolean>>()
const maxKnown = 20_000
const minNearLetters = 4
const maxNearDifference = 0.2
