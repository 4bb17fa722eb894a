import { readFileSync } from 'node:fs'
import type { Scores } from './model.ts'

/** A sign as it is seen: one letter with its mark, or another character. */
export type Sign = { base: string; mark: string }

/** A sign that the net reads, with its probability and those of the gaps at its sides (that nothing else is there). */
export type ReadSign = Sign & {
  probability: number
  /** The probability that no further sign is between this one and the next at the right. */
  gap: number
  /** The frame where it is clearest. */
  frame: number
  /** Other signs that it may be, the likeliest first. */
  others: { sign: Sign; probability: number }[]
}

type Alphabet = { plain: string; letters: string; marks: string }

const isAlphabet = (data: unknown): data is Alphabet =>
  typeof data === 'object' && data !== null && 'plain' in data && 'letters' in data && 'marks' in data

function readAlphabet(): Alphabet {
  const data: unknown = JSON.parse(readFileSync(new URL('model/alphabet.json', import.meta.url), 'utf8'))
  if (!isAlphabet(data)) throw new Error('model/alphabet.json is not an alphabet')
  return data
}

const alphabet = readAlphabet()
// Index 0 is the blank of CTC.
const bases = ['', ...Array.from(alphabet.plain), ...Array.from(alphabet.letters)]
const marks = ['', ...Array.from(alphabet.marks)]
const firstLetter = 1 + Array.from(alphabet.plain).length

type Frame = { base: number; mark: number; probability: number }
type Probabilities = { bases: Float32Array; marks: Float32Array; frames: number }

/** The likeliest sign of each frame; the same sign in neighboring frames is one. From left to right. */
export function decode({ values, frames }: Scores): ReadSign[] {
  const probabilities = {
    bases: softmax(values, 0, bases.length, frames),
    marks: softmax(values, bases.length, marks.length, frames),
    frames,
  }
  const found: (Frame & { at: number })[] = []
  let before: Frame = { base: 0, mark: 0, probability: 1 }
  for (let at = 0; at < frames; at++) {
    const frame = bestOf(probabilities, at)
    const last = found.at(-1)
    const same = frame.base === before.base && frame.mark === before.mark
    if (frame.base !== 0 && !same) found.push({ ...frame, at })
    else if (frame.base !== 0 && last && frame.probability > last.probability) Object.assign(last, frame, { at })
    before = frame
  }
  return found.map((frame, i) => readSign(probabilities, frame, found[i + 1]))
}

/** Of the scores of `count` classes from the class `first` on, in each frame. */
function softmax(values: Float32Array, first: number, count: number, frames: number): Float32Array {
  const probabilities = new Float32Array(count * frames)
  for (let at = 0; at < frames; at++) {
    let highest = -Infinity
    for (let i = 0; i < count; i++) highest = Math.max(highest, values[(first + i) * frames + at] ?? 0)
    let sum = 0
    for (let i = 0; i < count; i++) sum += Math.exp((values[(first + i) * frames + at] ?? 0) - highest)
    for (let i = 0; i < count; i++)
      probabilities[i * frames + at] = Math.exp((values[(first + i) * frames + at] ?? 0) - highest) / sum
  }
  return probabilities
}

const probabilityOf = (values: Float32Array, index: number, frames: number, at: number) =>
  values[index * frames + at] ?? 0

function largest(values: Float32Array, from: number, to: number, frames: number, at: number): number {
  let best = from
  for (let i = from + 1; i < to; i++)
    if (probabilityOf(values, i, frames, at) > probabilityOf(values, best, frames, at)) best = i
  return best
}

/** A letter competes with its likeliest mark, a character without marks alone. */
function bestOf({ bases: ofBases, marks: ofMarks, frames }: Probabilities, at: number): Frame {
  const plain = largest(ofBases, 0, firstLetter, frames, at)
  const letter = largest(ofBases, firstLetter, bases.length, frames, at)
  const mark = largest(ofMarks, 0, marks.length, frames, at)
  const plainProbability = probabilityOf(ofBases, plain, frames, at)
  const probability = probabilityOf(ofBases, letter, frames, at) * probabilityOf(ofMarks, mark, frames, at)
  return probability > plainProbability
    ? { base: letter, mark, probability }
    : { base: plain, mark: 0, probability: plainProbability }
}

const signOf = (base: number, mark: number): Sign => ({ base: bases[base] ?? '', mark: marks[mark] ?? '' })

function readSign(
  probabilities: Probabilities,
  frame: Frame & { at: number },
  next: (Frame & { at: number }) | undefined,
): ReadSign {
  return {
    ...signOf(frame.base, frame.mark),
    probability: frame.probability,
    gap: gapAfter(probabilities, frame, next),
    frame: frame.at,
    others: frame.base < firstLetter ? [] : othersOf(probabilities, frame),
  }
}

/** One minus the probability of a sign, of a space above all, in the frames between two that were read. */
function gapAfter(
  { bases: ofBases, frames }: Probabilities,
  frame: Frame & { at: number },
  next: (Frame & { at: number }) | undefined,
): number {
  let missed = 0
  for (let at = frame.at + 1; at < (next?.at ?? frames); at++) {
    const expected = [...new Set([0, frame.base, next?.base ?? 0])]
    const known = expected.reduce((sum, base) => sum + probabilityOf(ofBases, base, frames, at), 0)
    missed = Math.max(missed, 1 - known)
  }
  return Math.min(1, Math.max(0, 1 - missed))
}

/** Letters, and marks; in a typeface unlike those of the training the right one is not always the second. */
const mostOthers = 6

function othersOf(
  { bases: ofBases, marks: ofMarks, frames }: Probabilities,
  { base, mark, at }: Frame & { at: number },
) {
  const byProbability = (values: Float32Array, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => from + i)
      .sort((a, b) => probabilityOf(values, b, frames, at) - probabilityOf(values, a, frames, at))
      .slice(0, mostOthers)
  const product = (otherBase: number, otherMark: number) =>
    probabilityOf(ofBases, otherBase, frames, at) * probabilityOf(ofMarks, otherMark, frames, at)
  return [
    ...byProbability(ofBases, firstLetter, bases.length).map((other) => [other, mark] as const),
    ...byProbability(ofMarks, 0, marks.length).map((other) => [base, other] as const),
  ]
    .filter(([otherBase, otherMark]) => otherBase !== base || otherMark !== mark)
    .map(([otherBase, otherMark]) => ({
      sign: signOf(otherBase, otherMark),
      probability: product(otherBase, otherMark),
    }))
    .sort((a, b) => b.probability - a.probability)
}
