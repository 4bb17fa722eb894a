import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** After this time the connections that are still in use are closed too. */
const longestDrain_ms = 6000
const idleCheck_ms = 50
/**
 * The server goes on for so long, and closes each connection with its next answer. A request may be on its way on a connection
 * that is idle: closing it at once would be a failed request. A proxy that asks `/readyz` each second sends no more by then;
 * one that is late still sends, and the server goes on until no call has come for a second.
 */
const grace = { shortest_ms: 2000, withoutCalls_ms: 1000, longest_ms: 4000 }

/**
 * Graceful shutdown: calls in flight are answered, with `Connection: close`, and idle connections are closed, after a moment,
 * until none is left. Without it, the server waits until browsers drop the connections that they hold open. Returns whether
 * it has begun.
 */
export function drainOnClose(app: FastifyInstance) {
  let timers: NodeJS.Timeout[] | undefined
  let lastCall = performance.now()
  app.addHook('onRequest', async ({ url }) => {
    if (!probes.has(url)) lastCall = performance.now()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (timers) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    timers = []
    // Node closes idle connections as soon as it stops to listen.
    const begun = performance.now()
    const mayClose = () => {
      const [passed_ms, withoutCalls_ms] = [performance.now() - begun, performance.now() - lastCall]
      return (
        passed_ms >= grace.longest_ms || (passed_ms >= grace.shortest_ms && withoutCalls_ms >= grace.withoutCalls_ms)
      )
    }
    while (!mayClose() && (await hasConnections(app.server))) await sleep(idleCheck_ms)
    timers = [
      setInterval(() => app.server.closeIdleConnections(), idleCheck_ms),
      setTimeout(() => app.server.closeAllConnections(), longestDrain_ms),
    ]
  })
  app.addHook('onClose', async () => {
    for (const timer of timers ?? []) clearTimeout(timer)
  })
  return { isDraining: () => timers !== undefined }
}

const probes = new Set(['/readyz', '/healthz'])

const hasConnections = (server: Server) =>
  new Promise<boolean>((resolve) => server.getConnections((_error, count) => resolve(count > 0)))
