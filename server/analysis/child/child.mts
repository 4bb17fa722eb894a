/**
 * The process that analyzes one file: it receives a line of JSON and the bytes of the file on stdin, and says a line of
 * JSON on stdout for each page that it has read, for the result, for each page of the result, or for its failure.
 */
import { writeSync } from 'node:fs'
import { AnalysisFailure } from '#server/analysis/failure.ts'
import { deltaOf } from '#server/analysis/delta.ts'
import type { ChildHeader, ChildMessage } from './messages.ts'

const newline = 10
const pause = new Int32Array(new SharedArrayBuffer(4))

/** PostgreSQL stores no NUL, and no half of a surrogate pair; a replacement of the same length keeps the offsets. */
const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value

// What libraries print would not be JSON; some print when they are loaded.
for (const name of ['log', 'info', 'debug', 'warn', 'error'] as const) console[name] = () => undefined
const { analyzeFile } = await import('#server/analysis/analyzeFile.ts')

try {
  const { header, bytes } = await readInput()
  const { pages, ...result } = await analyzeFile(bytes, {
    lists: header.lists,
    court: header.court,
    letters: new Map(header.letters),
    ocr: header.ocr,
    onPage: (progress) => say({ type: 'progress', ...progress }),
  })
  say({ type: 'result', result: { ...result, content: deltaOf(pages) } })
  for (const page of pages) say({ type: 'page', page })
} catch (error) {
  if (!(error instanceof AnalysisFailure)) process.stderr.write(String(error instanceof Error ? error.stack : error))
  say({ type: 'failure', code: error instanceof AnalysisFailure ? error.code : 'crashed' })
}
process.exit()

async function readInput() {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  const input = Buffer.concat(chunks)
  const end = input.indexOf(newline)
  // Written by the process that started this one.
  const header = JSON.parse(input.toString('utf8', 0, end)) as ChildHeader
  return { header, bytes: input.subarray(end + 1) }
}

function say(message: ChildMessage) {
  const line = Buffer.from(`${JSON.stringify(message, storable)}\n`)
  for (let at = 0; at < line.length;) at += writeSome(line, at)
}

/** A pipe that is full is waited for: the reader decides the pace. */
function writeSome(line: Buffer, at: number): number {
  try {
    return writeSync(1, line, at)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    Atomics.wait(pause, 0, 0, 5)
    return 0
  }
}
