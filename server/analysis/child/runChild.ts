import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { limits } from '#shared/limits.ts'
import { AnalysisFailure } from '#server/analysis/failure.ts'
import { confinedCommand } from './confinement.ts'
import { type ChildHeader, childMessage, type ChildMessage } from './messages.ts'
import { type Use, watchUse } from './watchUse.ts'

type Child = ChildProcessByStdio<Writable, Readable, Readable>

type ChildOptions = ChildHeader & {
  /** Kills the process. */
  signal?: AbortSignal
  /** Receives what the process prints when it fails by a fault of ours. */
  onFault?: (text: string) => void
}

/** The longest text of a fault that is reported. */
const faultLength = 4000

/**
 * Analyzes a file in a confined process of its own, and yields what it says. Throws an `AnalysisFailure` when the process
 * fails, takes too long, or uses too much memory, and the reason of the signal when that is aborted. The process ends with
 * the loop over it.
 */
export async function* runChild(
  file: Readable,
  options: ChildOptions,
): AsyncGenerator<Exclude<ChildMessage, { type: 'failure' }>> {
  const { signal, onFault = () => undefined, ...header } = options
  signal?.throwIfAborted()
  const child = startChild()
  const end = endOf(child)
  const watch = new Watch(child, header.ocr)
  const fault = readFault(child.stderr)
  const abort = () => watch.kill()
  signal?.addEventListener('abort', abort)
  try {
    sendInput(child, file, header, watch)
    let isComplete = false
    for await (const line of linesOf(child.stdout)) {
      const message = readMessage(line)
      if (message.type === 'failure') throw new AnalysisFailure(message.code)
      if (message.type === 'progress') watch.atPage(message)
      isComplete = message.type === 'page' || message.type === 'result'
      yield message
    }
    await end
    signal?.throwIfAborted()
    if (watch.failure) throw watch.failure
    if (!isComplete) throw new AnalysisFailure('crashed')
  } catch (error) {
    signal?.throwIfAborted()
    const failure = watch.failure ?? error
    if (failure instanceof AnalysisFailure && failure.code === 'crashed') onFault(fault())
    throw failure
  } finally {
    signal?.removeEventListener('abort', abort)
    watch.kill()
    file.destroy()
  }
}

function startChild(): Child {
  const { command, parameters, env } = confinedCommand(join(import.meta.dirname, 'child.mts'))
  return spawn(command, parameters, { env, stdio: ['pipe', 'pipe', 'pipe'] })
}

const endOf = (child: Child) => {
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  // A process that ends early closes its input.
  child.stdin.on('error', () => undefined)
  return ended
}

function sendInput(child: Child, file: Readable, header: ChildHeader, watch: Watch) {
  child.stdin.write(`${JSON.stringify(header)}\n`)
  file.once('error', () => watch.fail('file-missing'))
  file.pipe(child.stdin)
}

/** The first part of what a stream says. */
function readFault(stream: Readable) {
  let text = ''
  stream.on('data', (bytes: Buffer) => {
    if (text.length < faultLength) text += bytes.toString('utf8', 0, faultLength)
  })
  return () => text
}

/**
 * Ends a process whose file takes too long or too much memory, and knows why. Its time is that of the processor: it has the
 * lowest priority, so on a busy machine it waits for others, which is no fault of the file.
 */
class Watch {
  failure: AnalysisFailure | undefined
  readonly #child: Child
  readonly #perPage: { page_seconds: number; seconds_per_page: number }
  readonly #stopSampling: () => void
  #used_seconds = 0
  #page: Deadline
  #total: Deadline
  #page_count: number | undefined

  constructor(child: Child, ocr: boolean) {
    const { analysis } = limits
    this.#child = child
    this.#perPage = ocr
      ? { page_seconds: analysis.ocr_page_seconds, seconds_per_page: analysis.ocr_seconds_per_page }
      : { page_seconds: analysis.page_seconds, seconds_per_page: analysis.total_seconds_per_page }
    this.#page = this.#deadline('page-time', analysis.page_seconds)
    this.#total = this.#deadline('total-time', analysis.total_seconds)
    this.#stopSampling = watchUse(child.pid, (use) => this.#check(use))
  }

  /** A page has its own time from the end of the one before, and the last one until the result. */
  atPage({ of }: { of: number }) {
    clearTimeout(this.#page.timer)
    this.#page = this.#deadline('page-time', this.#perPage.page_seconds)
    if (of === this.#page_count) return
    this.#page_count = of
    clearTimeout(this.#total.timer)
    this.#total = this.#deadline('total-time', limits.analysis.total_seconds + of * this.#perPage.seconds_per_page)
  }

  fail(code: AnalysisFailure['code']) {
    this.failure ??= new AnalysisFailure(code)
    this.kill()
  }

  kill() {
    clearTimeout(this.#page.timer)
    clearTimeout(this.#total.timer)
    this.#stopSampling()
    this.#child.kill('SIGKILL')
  }

  #check({ memory_bytes, processor_seconds }: Use) {
    this.#used_seconds = processor_seconds
    if (memory_bytes > limits.analysis.memory_bytes) this.fail('memory')
    for (const { code, at } of [this.#page, this.#total]) if (processor_seconds > at) this.fail(code)
  }

  /** `seconds` of the processor from now, and by the clock `clock_factor` times as many. */
  #deadline(code: AnalysisFailure['code'], seconds: number): Deadline {
    const timer = setTimeout(() => this.fail(code), seconds * limits.analysis.clock_factor * 1000)
    return { code, at: this.#used_seconds + seconds, timer }
  }
}

type Deadline = {
  code: AnalysisFailure['code']
  /** The processor time of the process, in seconds, at which it is over. */
  at: number
  timer: NodeJS.Timeout
}

const newline = 10

/** The lines of a stream, of bounded length. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    let rest = chunk as Buffer
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      yield Buffer.concat([...parts, rest.subarray(0, end)]).toString('utf8')
      parts = []
      length = 0
      rest = rest.subarray(end + 1)
    }
    parts.push(rest)
    length += rest.length
    if (length > limits.analysis.message_bytes) throw new AnalysisFailure('too-large')
  }
}

/** A process that was taken over by its file may say anything. */
function readMessage(line: string): ChildMessage {
  try {
    return childMessage.parse(JSON.parse(line))
  } catch (error) {
    throw new AnalysisFailure('crashed', { cause: error })
  }
}
