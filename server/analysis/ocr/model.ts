import { readFile } from 'node:fs/promises'
import type * as Runtime from 'onnxruntime-web'
import { type LineInput, lineRows } from './lineInput.ts'

/** Scores of the bases and after them of the marks, for each frame of four columns: `values[symbol * frames + frame]`. */
export type Scores = { values: Float32Array; frames: number }

export type Model = { run: (input: LineInput) => Promise<Scores>; close: () => Promise<void> }

let shared: Promise<Model> | undefined

/** The net of the product, one for the process: to open it takes longer than to read ten lines. It is never closed. */
export function sharedModel(): Promise<Model> {
  shared ??= openModel().then((model) => ({ ...model, close: () => Promise.resolve() }))
  return shared
}

/** The net of `scripts/train`. */
export async function openModel(path: string | URL = new URL('model/lines.onnx', import.meta.url)): Promise<Model> {
  const [runtime, bytes] = await Promise.all([openRuntime(), readFile(path)])
  const session = await runtime.InferenceSession.create(bytes, { intraOpNumThreads: 1, interOpNumThreads: 1 })
  return {
    async run({ values, columns }) {
      const line = new runtime.Tensor('float32', values, [1, 1, lineRows, columns])
      const { scores } = await session.run({ line })
      if (!(scores?.data instanceof Float32Array))
        throw new Error('the model gives no scores: was it exported by scripts/train?')
      return { values: scores.data, frames: Number(scores.dims[2]) }
    },
    close: () => session.release(),
  }
}

/** `onnxruntime-node` is about seven times as fast; it is used where someone has installed it, and never needed. */
async function openRuntime(): Promise<typeof Runtime> {
  const native: unknown = await import(['onnxruntime', 'node'].join('-')).catch(() => undefined)
  if (isRuntime(native)) return native

  const runtime = await import('onnxruntime-web')
  runtime.env.wasm.numThreads = 1
  runtime.env.logLevel = 'error'
  return runtime
}

const isRuntime = (module: unknown): module is typeof Runtime =>
  typeof module === 'object' && module !== null && 'InferenceSession' in module && 'Tensor' in module
