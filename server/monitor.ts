import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Env } from '#server/config/env.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import type { Scanner } from '#server/files/scanner.ts'
import { createAdmission } from '#server/http/admission.ts'
import { commonHeaders } from '#server/http/headers.ts'
import { createReadiness, type Readiness } from '#server/http/health.ts'
import { metricTable } from '#server/metricTable.ts'
import type { Stores } from '#server/stores.ts'
import { openEventLoopMonitor } from '#server/telemetry/eventLoop.ts'
import type { WorkerPool } from '#server/workerPool/workerPool.ts'

/** What is known only when the server runs. */
type Running = {
  app: FastifyInstance
  worker: { state: () => Readiness['queue'] }
  live: { sockets: () => number }
  workerPool: Pick<WorkerPool, 'size'>
}

/**
 * Opens what watches this process: admission control, readiness, traces of requests, and where METRICS_PORT is set
 * metrics, whose package is loaded only then. The metrics are served once the server runs.
 */
export async function openMonitor(
  env: Env,
  { pools, reserved, search, tracing, scanner, files }: Stores & { scanner: Scanner | undefined; files: FileStore },
) {
  const eventLoop = openEventLoopMonitor()
  const admission = createAdmission({ loopDelay_ms: eventLoop.delay_ms, pool: pools.ordinary })
  const metrics = env.METRICS_PORT === undefined ? undefined : await createMetricsOf(env.METRICS_PORT, env)
  let running: Running | undefined
  let closePort = async () => {}
  return {
    admission,
    readiness: createReadiness({
      askDatabase: () => sql`select`.execute(reserved),
      hasIndex: () => search.deletionsAppliedUpTo() !== undefined,
      queue: () => running?.worker.state() ?? 'stopped',
      askScanner: scanner?.ping,
      askFiles: files.ping,
    }),
    instruments: [tracing, metrics].flatMap((one) => one?.instrument ?? []),
    start: async (started: Running) => {
      running = started
      const { app, workerPool, live } = started
      metrics?.add(
        metricTable({ app, db: reserved, pools, search, admission, eventLoop, sockets: live.sockets, workerPool }),
      )
      closePort = (await metrics?.listen())?.close ?? closePort
    },
    close: async () => {
      eventLoop.close()
      await closePort()
    },
  }
}

async function createMetricsOf(port: number, { METRICS_HOST: host }: Env) {
  const { createMetrics } = await import('#server/telemetry/metrics.ts')
  const { listen, ...metrics } = createMetrics()
  return { ...metrics, listen: () => listen({ port, host, headers: commonHeaders }) }
}
