import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { codeOf } from '#server/config/errorCode.ts'
import type { Env } from '#server/config/env.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import type { Scanner } from '#server/files/scanner.ts'
import { createAdmission } from '#server/http/admission.ts'
import { commonHeaders } from '#server/http/headers.ts'
import { createReadiness, type Readiness } from '#server/http/health.ts'
import { metricTable } from './metricTable.ts'
import type { SearchIndex } from '#server/search/port.ts'
import type { Stores } from './stores.ts'
import { openEventLoopMonitor } from '#server/telemetry/eventLoop.ts'
import type { Log } from '#server/telemetry/log.ts'
import type { WorkerPool } from '#server/workerPool/workerPool.ts'

/** What is known only when the server runs. */
type Running = {
  app: FastifyInstance
  /** Without one, other processes run the jobs. */
  worker: { state: () => Readiness['queue'] } | undefined
  live: { sockets: () => number }
  workerPool: Pick<WorkerPool, 'size'>
}

type Monitored = Stores & { log: Log; search: SearchIndex; scanner: Scanner | undefined; files: FileStore }

/**
 * Opens what watches this process: admission control, readiness, traces of requests, and where METRICS_PORT is set
 * metrics, whose package is loaded only then. The metrics are served once the server runs.
 */
export async function openMonitor(
  env: Env,
  { log, pools, replica, reserved, search, tracing, scanner, files }: Monitored,
) {
  const eventLoop = openEventLoopMonitor()
  const admission = createAdmission({ loopDelay_ms: eventLoop.delay_ms, pool: pools.ordinary })
  const metrics = env.METRICS_PORT === undefined ? undefined : await createMetricsOf(env.METRICS_PORT, env, log)
  let running: Running | undefined
  let closePort = async () => {}
  return {
    admission,
    readiness: createReadiness({
      askDatabase: () => sql`select`.execute(reserved),
      askIndex: search.ping,
      hasIndex: () => search.deletionsAppliedUpTo() !== undefined,
      queue: () => (running ? (running.worker?.state() ?? 'elsewhere') : 'stopped'),
      askScanner: scanner?.ping,
      askFiles: files.ping,
    }),
    instruments: [tracing, metrics].flatMap((one) => one?.instrument ?? []),
    start: async (started: Running) => {
      running = started
      const { live, ...rest } = started
      const measured = { db: reserved, pools, replica, search, admission, eventLoop, sockets: live.sockets }
      metrics?.add(metricTable({ ...rest, ...measured }))
      closePort = (await metrics?.listen())?.close ?? closePort
    },
    close: async () => {
      eventLoop.close()
      await closePort()
    },
  }
}

async function createMetricsOf(port: number, { METRICS_HOST: host }: Env, log: Log) {
  const { createMetrics } = await import('#server/telemetry/metrics.ts')
  const { listen, ...metrics } = createMetrics()
  const open = () => listen({ port, host, headers: commonHeaders })
  const onFailure = (reason: string) => log.error({ reason }, `The metrics are not served at ${host}:${port}`)
  return { ...metrics, listen: cluster.isWorker ? async () => whenFree(open, onFailure) : open }
}

/** Ten seconds: the process that is replaced has ended long before. */
const attemptsBeforeReport = 50

/** Opens a port as soon as the process that this one replaces has closed it. */
function whenFree(open: () => Promise<{ close: () => Promise<void> }>, onFailure: (reason: string) => void) {
  const closing = new AbortController()
  const opening = (async () => {
    for (let attempts = 1; !closing.signal.aborted; attempts += 1)
      try {
        return await open()
      } catch (error) {
        const isTaken = codeOf(error) === 'EADDRINUSE'
        if (!isTaken || attempts === attemptsBeforeReport) onFailure(String(error))
        if (!isTaken) return undefined
        await sleep(200, undefined, { ref: false })
      }
    return undefined
  })()
  return {
    close: async () => {
      closing.abort()
      await (await opening)?.close()
    },
  }
}
