import { expect, test } from 'vitest'
import { tags } from '#server/analysis/fields/tagger/decode.ts'
import { decodeModel } from '#server/analysis/fields/tagger/model.ts'
import { encodeModel, trainTagger } from './trainTagger.ts'

test('a model has the same features and nearly the same weights after it is written and read', () => {
  const weights = {
    features: Array.from({ length: 2 * tags.length }, (_, at) => at / 10),
    transitions: new Float32Array(49).fill(0.5),
  }
  const { hashes, weights: read } = decodeModel(encodeModel({ hashes: Uint32Array.of(7, 9), weights }))
  expect(hashes).toEqual(Uint32Array.of(7, 9))
  expect(read.transitions).toEqual(weights.transitions)
  for (const [at, weight] of weights.features.entries()) expect(read.features[at]).toBeCloseTo(weight, 1)
})

test('a feature of two arrangements decides after training, and one of a single arrangement is left out', () => {
  const [role, other, rare] = [11, 22, 33]
  const example = (style: string) => ({
    style,
    features: [[role], [other], style === 'one' ? [rare] : [other]],
    tags: [1, 0, 0],
  })
  const { hashes, weights } = trainTagger(
    ['one', 'two'].flatMap((style) => Array.from({ length: 20 }, () => example(style))),
  )
  expect(hashes).toContain(role)
  expect(hashes).not.toContain(rare)
  const at = hashes.indexOf(role) * tags.length
  expect(weights.features[at + 1]).toBeGreaterThan(weights.features[at] ?? 0)
})
