import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** What is known of a stream of bytes when it has ended. */
export type Tally = { bytes: number; sha256: string }
export type RowTally = Tally & { rows: number }

const newline = 0x0a

/** Counts and hashes what passes. `lines` is the number of newlines, where they are asked for. */
export function openTally({ countsLines = false } = {}) {
  const hash = createHash('sha256')
  let [bytes, lines] = [0, 0]
  return {
    pass,
    /** Once the stream has ended. */
    result: (): RowTally => ({ rows: lines, bytes, sha256: hash.digest('hex') }),
  }

  async function* pass(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      if (countsLines) for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1
      yield chunk
    }
  }
}

/** Reads a stream to its end. */
export async function tallyOf(source: AsyncIterable<Buffer>, options?: Parameters<typeof openTally>[0]) {
  const tally = openTally(options)
  for await (const _ of tally.pass(source));
  return tally.result()
}

export async function tallyOfFile(path: string): Promise<Tally> {
  const { bytes, sha256 } = await tallyOf(createReadStream(path))
  return { bytes, sha256 }
}
