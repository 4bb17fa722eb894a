import type { ReadSign, Sign } from './decode.ts'

/**
 * In a typeface unlike those of its training the net takes one letter for another wherever a page draws it, as faafu for laamu,
 * with one or two per cent left for faafu, where a true laamu leaves a thousandth. Which share parts the two on this page is
 * learned from its words: those that only the other letter makes a word of the lexicon speak for the change, those that it
 * unmakes against it. Then all letters above that share change, in names and unknown words too, and none below it: no word is
 * chosen by itself.
 */
export function adaptLetters(
  lines: readonly (readonly ReadSign[])[],
  isKnown: (word: string) => boolean,
): readonly (readonly ReadSign[])[] {
  let read = lines
  const settled = new Set<string>()
  for (let round = 0; round < maxChanges; round++) {
    const change = bestChange(groupsOf(read, settled), isKnown)
    if (!change) return read
    const places = new Map(change.taken.map((letter) => [letter.place, letter]))
    for (const place of places.keys()) settled.add(place)
    read = read.map((signs, line) =>
      signs.map((sign, at) => {
        const letter = places.get(placeOf(line, at))
        return letter ? changedTo(letter, change.threshold) : sign
      }),
    )
  }
  return read
}

const maxChanges = 30
/** Distances are natural logarithms of how much likelier the other letter is. Below this one nothing says that it may be there. */
const least = -9
/** The clearest of the letters that change is at least so near: where all are far, some words only resemble others. */
const nearest = -2
/** Letters less likely than the last that a word speaks for change within this distance. */
const margin = 1
/** Different words, not occurrences: a name that the lexicon lacks may be one letter from a word that it has. */
const fewestWords = 2
/** How many words for a change one word against it outweighs. */
const weightAgainst = 3
/** Shorter words resemble others too often. */
const fewestLetters = 3

/** A letter that may be another one. `distance` is the logarithm of how much likelier the other is. */
type Letter = { place: string; sign: ReadSign; other: ReadSign['others'][number]; distance: number; word: Word }
/** The places and signs of a word of Thaana, in logical order. */
type Word = { place: string; sign: ReadSign }[]
type Change = { taken: Letter[]; threshold: number; gain: number }

const placeOf = (line: number, at: number) => `${line} ${at}`
const isThaana = ({ base }: Sign) => /^[\u0780-\u07b1]$/u.test(base)

/** What may be changed together: each letter to each other one, and all letters to one. The likeliest are first. */
function groupsOf(lines: readonly (readonly ReadSign[])[], settled: ReadonlySet<string>): Letter[][] {
  const groups = new Map<string, Letter[]>()
  const letters = lines.flatMap(wordsOf).flatMap(lettersOf)
  for (const letter of letters.filter(({ place }) => !settled.has(place)))
    for (const key of [letter.other.sign.base, letter.other.sign.base + letter.sign.base]) {
      const group = groups.get(key)
      if (group) group.push(letter)
      else groups.set(key, [letter])
    }
  return [...groups.values()].map((group) => group.sort((a, b) => b.distance - a.distance))
}

function wordsOf(signs: readonly ReadSign[], line: number): Word[] {
  const words: Word[] = []
  const places = signs.map((sign, at) => ({ place: placeOf(line, at), sign })).reverse()
  places.forEach((one, i) => {
    const before = places[i - 1]
    if (!isThaana(one.sign)) return
    if (before && isThaana(before.sign)) words.at(-1)?.push(one)
    else words.push([one])
  })
  return words
}

function lettersOf(word: Word): Letter[] {
  return word.flatMap(({ place, sign }) =>
    sign.others
      .filter((other) => other.sign.base !== sign.base)
      .map((other) => ({ place, sign, other, word, distance: Math.log(other.probability / sign.probability) }))
      .filter(({ distance }) => distance >= least),
  )
}

/** The change that most words speak for. */
function bestChange(groups: readonly Letter[][], isKnown: (word: string) => boolean): Change | undefined {
  return groups.reduce<Change | undefined>((best, group) => {
    const change = changeOf(group, isKnown)
    return change && change.gain > (best?.gain ?? 0) ? change : best
  }, undefined)
}

function changeOf(group: readonly Letter[], isKnown: (word: string) => boolean): Change | undefined {
  const votes = { for: new Set<string>(), against: new Set<string>() }
  const changed = new Set<string>()
  let [gain, end, next] = [0, Infinity, -Infinity]
  for (const letter of group) {
    if (votes.for.size === 0 && letter.distance < nearest) return undefined
    changed.add(letter.place)
    const vote = voteOf(letter, changed, isKnown)
    if (!vote) continue
    votes[vote].add(textOf(letter.word))
    const sum = votes.for.size - weightAgainst * votes.against.size
    if (vote === 'against') next = Math.max(next, letter.distance)
    else if (sum > gain && sum >= fewestWords) [gain, end, next] = [sum, letter.distance, -Infinity]
  }
  if (gain === 0) return undefined
  const threshold = Math.max(end - margin, (end + next) / 2)
  return { taken: group.filter(({ distance }) => distance >= threshold), threshold, gain }
}

const textOf = (word: Word) => word.map(({ sign }) => sign.base + sign.mark).join('')

/** What a word says of a change of this letter, together with its letters that are nearer to it. */
function voteOf(
  { word, other }: Letter,
  changed: ReadonlySet<string>,
  isKnown: (word: string) => boolean,
): 'for' | 'against' | undefined {
  if (word.length < fewestLetters) return undefined
  const after = word.map(({ place, sign }) => (changed.has(place) ? other.sign.base : sign.base) + sign.mark).join('')
  const [was, becomes] = [isKnown(textOf(word)), isKnown(after)]
  return was === becomes ? undefined : becomes ? 'for' : 'against'
}

/** With the probabilities that both letters have when the threshold is even odds. */
function changedTo({ sign, other, distance }: Letter, threshold: number): ReadSign {
  const both = sign.probability + other.probability
  const probability = both / (1 + Math.exp(threshold - distance))
  const former = { sign: { base: sign.base, mark: sign.mark }, probability: both - probability }
  const rest = sign.others
    .filter((one) => one !== other)
    .map((one) => ofLetter(one, sign, { ...other.sign, probability }))
  const others = [former, ...rest].sort((a, b) => b.probability - a.probability)
  return { ...sign, ...other.sign, probability, others }
}

type Likely = Sign & { probability: number }

/** Another mark of a letter that changed is one of the new letter. */
const ofLetter = (one: Letter['other'], before: Likely, after: Likely): Letter['other'] =>
  one.sign.base === before.base
    ? {
        sign: { base: after.base, mark: one.sign.mark },
        probability: (one.probability * after.probability) / before.probability,
      }
    : one
