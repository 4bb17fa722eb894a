import { buildRandom, type Random } from '#db/seed/random.ts'
import { decode, tags } from '#server/analysis/fields/tagger/decode.ts'
import type { Model } from '#server/analysis/fields/tagger/model.ts'
import type { Example } from './examples.ts'

/** Passes over the examples, and the share of its features that a word loses in each, so that no rare one decides alone. */
const epochs = 6
const dropped = 0.35
/** A feature of fewer arrangements is left out. */
const minStyles = 2
/** A feature all of whose weights are below this share of the largest is left out. */
const minWeight = 0.01

type Sequence = { offsets: number[][]; tags: number[] }

/** Trains the tagger: an averaged structured perceptron, with the tags of the whole judgment as one sequence. */
export function trainTagger(examples: readonly Example[]): Model {
  const hashes = featuresOfStyles(examples)
  const offsets = new Map([...hashes].map((hash, index) => [hash, index * tags.length]))
  const sequences = examples.map(({ features, tags: of }) => ({
    offsets: features.map((some) => some.flatMap((feature) => offsets.get(feature) ?? [])),
    tags: of,
  }))
  return prune({ hashes, weights: average(sequences, hashes.length * tags.length) })
}

/** The features of several arrangements, ascending. */
function featuresOfStyles(examples: readonly Example[]): Uint32Array {
  const styles = new Map<number, Set<string>>()
  for (const { style, features } of examples)
    for (const feature of features.flat()) {
      const of = styles.get(feature) ?? new Set()
      if (of.size < minStyles) styles.set(feature, of.add(style))
    }
  return Uint32Array.from([...styles].filter(([, of]) => of.size >= minStyles).map(([feature]) => feature)).sort()
}

/** Weights after each example, averaged: `late` has each change times the number of examples before it. */
function average(sequences: readonly Sequence[], size: number): { features: Float32Array; transitions: Float32Array } {
  const random = buildRandom(1)
  const now = { features: new Float64Array(size), transitions: new Float64Array(tags.length ** 2) }
  const late = { features: new Float64Array(size), transitions: new Float64Array(tags.length ** 2) }
  let step = 1
  const change = (part: 'features' | 'transitions', at: number, by: number) => {
    now[part][at] = (now[part][at] ?? 0) + by
    late[part][at] = (late[part][at] ?? 0) + by * step
  }
  for (let epoch = 0; epoch < epochs; epoch += 1)
    for (const { offsets, tags: right } of shuffle(sequences, random)) {
      const some = offsets.map((of) => of.filter(() => !random.chance(dropped)))
      const found = decode(some, now)
      for (const [at, of] of some.entries()) {
        const [wanted = 0, wrong = 0] = [right[at], found[at]]
        if (wanted !== wrong)
          for (const offset of of) {
            change('features', offset + wanted, 1)
            change('features', offset + wrong, -1)
          }
        const before = [right[at - 1] ?? 0, found[at - 1] ?? 0] as const
        if (wanted === wrong && before[0] === before[1]) continue
        change('transitions', before[0] * tags.length + wanted, 1)
        change('transitions', before[1] * tags.length + wrong, -1)
      }
      step += 1
    }
  const averaged = (part: 'features' | 'transitions') =>
    Float32Array.from(now[part], (value, at) => value - (late[part][at] ?? 0) / step)
  return { features: averaged('features'), transitions: averaged('transitions') }
}

const shuffle = <Item>(items: readonly Item[], random: Random): Item[] =>
  items
    .map((item) => ({ item, place: random.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)

/** Without the features that decide next to nothing. */
function prune({
  hashes,
  weights: { features, transitions },
}: {
  hashes: Uint32Array
  weights: ReturnType<typeof average>
}): Model {
  const least = minWeight * features.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const isUsed = (index: number) =>
    features.slice(index * tags.length, (index + 1) * tags.length).some((weight) => Math.abs(weight) >= least)
  const used = Array.from(hashes.keys()).filter(isUsed)
  return {
    hashes: Uint32Array.from(used, (index) => hashes[index] ?? 0),
    weights: {
      features: Float32Array.from(
        used.flatMap((index) => [...features.slice(index * tags.length, (index + 1) * tags.length)]),
      ),
      transitions,
    },
  }
}

/** The file of a model, which `decodeModel` reads. */
export function encodeModel({ hashes, weights }: Model): Buffer {
  const values = Array.from(weights.features)
  const factor = values.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE) / 127
  return Buffer.concat([
    bytesOf(Uint32Array.of(hashes.length)),
    bytesOf(Float32Array.of(factor)),
    bytesOf(Float32Array.from(weights.transitions)),
    bytesOf(hashes),
    bytesOf(Int8Array.from(values, (value) => Math.round(value / factor))),
  ])
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) => Buffer.from(buffer, byteOffset, byteLength)
