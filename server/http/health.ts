import type { FastifyInstance, FastifyReply } from 'fastify'

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

const maxAnswer_ms = 3000
const cached_ms = 1000

/** Asks for the state of every part, or of the database alone. */
export type ReadinessProbe = { all: () => Promise<Readiness>; database: () => Promise<Readiness['database']> }

/** The state of each part. Database, search, scanner and files are asked once a second at most, however often the state is. */
export function createReadiness(
  { askDatabase, askIndex, hasIndex, queue, askScanner, askFiles }: Parts,
  now = () => performance.now(),
): ReadinessProbe {
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
  const database = async () => ((await databaseAnswers()) ? 'ok' : 'unreachable')
  return {
    database,
    // Together: two that are slow would take longer than a proxy waits.
    all: async () => {
      const [databaseState, indexState, scannerState, files] = await Promise.all([
        database(),
        index(),
        scanner(),
        filesAnswer(),
      ])
      return {
        database: databaseState,
        index: indexState,
        queue: queue(),
        scanner: scannerState,
        files: files ? 'ok' : 'unreachable',
      }
    },
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
  const timer = setTimeout(() => setImmediate(() => resolve(false)), maxAnswer_ms)
  const answer = asked.then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

const fineStates: ReadonlySet<string> = new Set(['ok', 'off', 'elsewhere'])

const areFine = (states: readonly string[]) => states.every((state) => fineStates.has(state))

const isReady = ({ scanner: _, files: _files, ...needed }: Readiness) => areFine(Object.values(needed))

/**
 * After its start a server that is not ready gets no requests for so long: another one answers them meanwhile. Later it gets
 * them without its index, as all servers may have to build theirs.
 */
const maxStart_ms = 60_000

type Options = { readiness: ReadinessProbe; isDraining: () => boolean; now?: () => number }

/**
 * Serves `/healthz`, by which a supervisor decides to restart the process, `/readyz`, which names each part for monitoring, and
 * `/readyz/proxy`, by which a proxy decides to send requests to the server: it must not refuse all of them while only searches
 * or e-mails have to wait. Without session, limits and log lines.
 */
export function serveHealth(app: FastifyInstance, { readiness, isDraining, now = () => performance.now() }: Options) {
  const send = (reply: FastifyReply, isFine: boolean, parts: Partial<Readiness> & { server: string }) =>
    reply.code(isFine ? 200 : 503).send({ status: isFine ? 'ready' : 'not-ready', parts })
  // A proxy that waits for the parts goes on to send calls.
  const sendDraining = (reply: FastifyReply) => send(reply, false, { server: 'draining' })

  app.get('/healthz', (_request, reply) => reply.send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return sendDraining(reply)
    const parts = await readiness.all()
    return send(reply, isReady(parts), { server: 'ok', ...parts })
  })

  const startedAt = now()
  let hasStarted = false
  app.get('/readyz/proxy', async (_request, reply) => {
    if (isDraining()) return sendDraining(reply)
    hasStarted ||= now() - startedAt >= maxStart_ms || isReady(await readiness.all())
    const parts = { server: hasStarted ? 'ok' : 'starting', database: await readiness.database() }
    return send(reply, areFine(Object.values(parts)), parts)
  })
}
