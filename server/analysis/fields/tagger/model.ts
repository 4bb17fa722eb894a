import { readFileSync } from 'node:fs'
import { firstIndexWhere } from '#shared/binarySearch.ts'
import { tags, type Weights } from './decode.ts'

/**
 * The features that training has chosen, as ascending hashes, and their weights. In the file: the number of features, the factor
 * of the weights, the transitions (32-bit floats), the hashes, and a byte for each weight.
 */
export type Model = { hashes: Uint32Array; weights: Weights }

export const modelFile = new URL('weights.bin', import.meta.url)
const transitionCount = tags.length ** 2

let loaded: Model | undefined

/** The model of the repository (`npm run bench -- fields --train` writes it). */
export const loadModel = (): Model => (loaded ??= decodeModel(readFileSync(modelFile)))

export function decodeModel(bytes: Buffer): Model {
  // Typed arrays begin at a multiple of their size, which a buffer of Node need not.
  const { buffer } = Uint8Array.from(bytes)
  const [length = 0] = new Uint32Array(buffer, 0, 1)
  const [factor = 0] = new Float32Array(buffer, 4, 1)
  const transitions = new Float32Array(buffer, 8, transitionCount)
  const start = 8 + 4 * transitionCount
  const hashes = new Uint32Array(buffer, start, length)
  const features = Float32Array.from(new Int8Array(buffer, start + 4 * length), (value) => value * factor)
  return { hashes, weights: { features, transitions } }
}

/** The offsets of the weights of those features that the model has. */
export const offsetsOf = ({ hashes }: Model, features: readonly number[]): number[] =>
  features.flatMap((feature) => {
    const at = firstIndexWhere(hashes.length, (index) => (hashes[index] ?? 0) >= feature)
    return hashes[at] === feature ? [at * tags.length] : []
  })
