import { runChild } from '#server/analysis/child/runChild.ts'
import { AnalysisFailure } from '#server/analysis/failure.ts'
import type { FileResult } from '#server/analysis/child/messages.ts'
import type { Page } from '#server/analysis/types.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Db } from '#server/db/database.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import type { Offload } from '#server/workerPool/workerPool.ts'
import { limits } from '#shared/limits.ts'
import { readInputs } from './inputs.ts'
import { announceProgress, extendLease, failRun, type HeldRun, releaseRun, takeRun } from './runs.ts'
import { storeResult } from './storeResult.ts'

type AnalyzeDependencies = {
  db: Db
  files: FileStore
  offload: Offload
  /** Whether every run reads scanned pages. */
  readsScans: boolean
  /** Aborts when the worker stops. */
  stopping: AbortSignal
  /** Receives faults of ours, which a failed run does not show. */
  print: (line: string) => void
}

/**
 * The job of a run. A job may be delivered twice, late, or after its run has ended: only the worker that holds the run
 * writes, and only once. A worker that is killed leaves a lease that ends.
 */
export async function analyze(dependencies: AnalyzeDependencies, { run: id }: { run: number }): Promise<void> {
  const { db, readsScans, stopping } = dependencies
  const isStopping = () => stopping.aborted
  if (isStopping()) return
  const run = await takeRun(db, id, readsScans)
  if (!run) return
  if (run.deliveries > limits.analysis.deliveries) return failRun(db, run, new AnalysisFailure('interrupted'))
  try {
    await runHeld(dependencies, run)
  } catch (error) {
    // While the files are away no attempt is counted: the run waits, and is delivered again.
    if (isStopping() || areFilesAway(error)) return releaseRun(db, run)
    // Another worker, or a user, has ended this run.
    if (error instanceof LostRun) return
    if (!(error instanceof AnalysisFailure)) dependencies.print(`An analysis failed: ${faultOf(error)}`)
    await failRun(db, run, error instanceof AnalysisFailure ? error : new AnalysisFailure('crashed'))
  }
}

const areFilesAway = (error: unknown) => error instanceof ApiError && error.code === 'files-unavailable'

const faultOf = (error: unknown) => String(error instanceof Error ? error.stack : error)

/** The reason why a run is stopped: it was cancelled, or is held by another worker. */
class LostRun extends Error {}

async function runHeld({ db, files, offload, stopping, print }: AnalyzeDependencies, run: HeldRun): Promise<void> {
  const { sha256, ...input } = await readInputs(db, run.analysis_id)
  const file = await files.read(sha256)
  if (!file) throw new AnalysisFailure('file-missing')

  const heartbeat = new Heartbeat(db, run)
  const signal = AbortSignal.any([stopping, heartbeat.signal])
  const messages = runChild(file, { ...input, ocr: run.reads_scans, signal, onFault: print })
  try {
    const result = await readResult(messages, heartbeat)
    await storeResult({ db, offload }, run, result, pagesOf(messages))
  } catch (error) {
    // The process fails because its file does.
    throw areFilesAway(file.errored) ? file.errored : error
  } finally {
    await heartbeat.stop()
    // A result that is discarded leaves its process at its pages.
    await messages.return(undefined)
  }
}

type Messages = ReturnType<typeof runChild>

/** The result, after the progress. Its pages follow. */
async function readResult(messages: Messages, heartbeat: Heartbeat): Promise<FileResult> {
  for (let next = await messages.next(); !next.done; next = await messages.next()) {
    const message = next.value
    if (message.type === 'progress') heartbeat.progress = message
    if (message.type === 'result') return message.result
  }
  throw new AnalysisFailure('crashed')
}

async function* pagesOf(messages: Messages): AsyncGenerator<Page> {
  for await (const message of messages) if (message.type === 'page') yield message.page
}

/** Extends the lease of a run while it is worked on, and reports its progress. Aborts its signal when the run is lost. */
class Heartbeat {
  progress: { done: number; of: number | undefined } = { done: 0, of: undefined }
  readonly #db: Db
  readonly #run: HeldRun
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  #beat: Promise<void> = Promise.resolve()
  #reported = -1

  constructor(db: Db, run: HeldRun) {
    this.#db = db
    this.#run = run
    const beat = () => {
      this.#beat = this.#beat.then(() => this.#extend())
    }
    this.#timer = setInterval(beat, limits.analysis.heartbeat_ms)
    beat()
  }

  get signal() {
    return this.#controller.signal
  }

  async stop() {
    clearInterval(this.#timer)
    await this.#beat
  }

  async #extend() {
    const { progress } = this
    try {
      const isHeld = await extendLease(this.#db, this.#run, progress)
      if (!isHeld) this.#controller.abort(new LostRun())
      else if (progress.done !== this.#reported) await announceProgress(this.#db, this.#run.analysis_id)
      this.#reported = progress.done
    } catch {
      // A database that is away for longer than the lease gives the run to another worker: its token then decides.
    }
  }
}
