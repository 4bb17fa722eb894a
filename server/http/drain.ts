import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The process itself ends within ten seconds (`server/shutdown.ts`): after this time connections in use are closed too. */
const maxDrain_ms = 8000
const check_ms = 50

/**
 * How long a server that stops goes on to accept connections. A proxy sends calls until `/readyz/proxy` has said that the server
 * stops. Before that, a refused connection costs a call: Caddy repeats none that has a body.
 */
const grace = {
  /** A server whose readiness was asked for so recently is behind a proxy. */
  probed_ms: 10_000,
  /** After the first proxy was notified: others ask within the same second, and what they sent before arrives. */
  afterNotice_ms: 2000,
  /** When no proxy asks any more. */
  longest_ms: 5000,
  /** Without a proxy: for clients whose next call is on its way on a connection that they hold open. */
  withoutProxy_ms: 2000,
}

const probePaths: ReadonlySet<string> = new Set(['/readyz', '/readyz/proxy'])

/**
 * Graceful shutdown: the readiness says at once that the server stops, every answer closes its connection, and only when proxies
 * have had the time to notice the server stops to accept connections and closes those that are idle, until none is left.
 * Without it, the server waits until browsers drop the connections that they hold open. Returns whether it has begun.
 */
export function drainOnClose(app: FastifyInstance) {
  let begunAt: number | undefined
  let probedAt = -Infinity
  let notifiedAt = Infinity
  const timers: NodeJS.Timeout[] = []
  app.addHook('onSend', async (_request, reply) => {
    if (begunAt !== undefined) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async ({ url }, { statusCode }) => {
    if (!probePaths.has(url)) return
    probedAt = performance.now()
    if (begunAt !== undefined && statusCode === 503) notifiedAt = Math.min(notifiedAt, probedAt)
  })
  app.addHook('preClose', async () => {
    const begun = (begunAt = performance.now())
    if (begun - probedAt < grace.probed_ms)
      await until(() => performance.now() >= Math.min(notifiedAt + grace.afterNotice_ms, begun + grace.longest_ms))
    else
      await until(async () => performance.now() >= begun + grace.withoutProxy_ms || !(await hasConnections(app.server)))
    timers.push(
      setInterval(() => app.server.closeIdleConnections(), check_ms),
      setTimeout(() => app.server.closeAllConnections(), begun + maxDrain_ms - performance.now()),
    )
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
  })
  return { isDraining: () => begunAt !== undefined }
}

async function until(isReached: () => boolean | Promise<boolean>) {
  while (!(await isReached())) await sleep(check_ms)
}

const hasConnections = (server: Server) =>
  new Promise<boolean>((resolve) => server.getConnections((_error, count) => resolve(count > 0)))
