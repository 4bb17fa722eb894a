import type { FastifyInstance } from 'fastify'

/** The parts that a ready server needs, each with its state. */
export type Readiness = {
  database: 'ok' | 'unreachable'
  /** `building`: for the first time, or again after damage; `unreachable`: OpenSearch does not answer. Searches are refused. */
  index: 'ok' | 'building' | 'unreachable'
  /** `stopped`: this process runs no jobs, such as e-mails, at the moment; `off`: an operator has turned them off; `elsewhere`: it never does. */
  queue: 'ok' | 'stopped' | 'off' | 'elsewhere'
  /** `unreachable`: uploads are refused, all else works, so that the server is ready; `off`: uploads are not scanned. */
  scanner: 'ok' | 'unreachable' | 'off'
  /** `unreachable`: files are neither stored nor opened, all else works, so that the server is ready. */
  files: 'ok' | 'unreachable'
}

type Parts = {
  /** Resolves when the database answers. */
  askDatabase: () => Promise<unknown>
  hasIndex: () => boolean
  /** Resolves when what has the cases answers. */
  askIndex: () => Promise<unknown>
  queue: () => Readiness['queue']
  /** Resolves when the virus scanner answers, where there is one. */
  askScanner?: (() => Promise<unknown>) | undefined
  /** Resolves when files can be stored and read. */
  askFiles: () => Promise<unknown>
}

const longestAnswer_ms = 3000
const cached_ms = 1000

/** The state of each part. Database, search, scanner and files are asked once a second at most, however often the state is. */
export function createReadiness(
  { askDatabase, askIndex, hasIndex, queue, askScanner, askFiles }: Parts,
  now = () => performance.now(),
): () => Promise<Readiness> {
  const databaseAnswers = onceASecond(askDatabase, now)
  const filesAnswer = onceASecond(askFiles, now)
  const indexAnswers = onceASecond(askIndex, now)
  const scannerAnswers = askScanner && onceASecond(askScanner, now)
  const scanner = async () => {
    if (!scannerAnswers) return 'off'
    return (await scannerAnswers()) ? 'ok' : 'unreachable'
  }
  const index = async () => {
    if (!(await indexAnswers())) return 'unreachable'
    return hasIndex() ? 'ok' : 'building'
  }
  // Together: two that are slow would take longer than a proxy waits.
  return async () => {
    const [database, indexState, scannerState, files] = await Promise.all([
      databaseAnswers(),
      index(),
      scanner(),
      filesAnswer(),
    ])
    return {
      database: database ? 'ok' : 'unreachable',
      index: indexState,
      queue: queue(),
      scanner: scannerState,
      files: files ? 'ok' : 'unreachable',
    }
  }
}

function onceASecond(ask: () => Promise<unknown>, now: () => number) {
  let asked: { at: number; answers: Promise<boolean> } | undefined
  return () => {
    if (!asked || now() - asked.at >= cached_ms) asked = { at: now(), answers: answersInTime(ask()) }
    return asked.answers
  }
}

async function answersInTime(asked: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  // An event loop that was blocked first reads what has arrived meanwhile.
  const timer = setTimeout(() => setImmediate(() => resolve(false)), longestAnswer_ms)
  const answer = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

const isFine: ReadonlySet<string> = new Set(['ok', 'off', 'elsewhere'])

type Options = { readiness: () => Promise<Readiness>; isDraining: () => boolean }

/**
 * Serves `/healthz`, by which a supervisor decides to restart the process, and `/readyz`, by which a proxy decides to send
 * requests to it. Without session, limits and log lines.
 */
export function serveHealth(app: FastifyInstance, { readiness, isDraining }: Options) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    // A proxy that waits for the parts goes on to send calls.
    const parts: Partial<Readiness> & { server: string } = isDraining()
      ? { server: 'draining' }
      : { server: 'ok', ...(await readiness()) }
    const { scanner: _, files: _files, ...needed } = parts
    const isReady = Object.values(needed).every((state) => isFine.has(state))
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not-ready', parts })
  })
}
