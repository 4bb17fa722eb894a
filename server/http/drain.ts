import type { FastifyInstance } from 'fastify'

/** After this time the connections that are still in use are closed too. */
const longestDrain_ms = 6000
const idleCheck_ms = 50

/**
 * Graceful shutdown: calls in flight are answered, with `Connection: close`, and idle connections are closed until none is
 * left. Without it, the server waits until browsers drop the connections that they hold open. Returns whether it has begun.
 */
export function drainOnClose(app: FastifyInstance) {
  let timers: NodeJS.Timeout[] | undefined
  app.addHook('onSend', async (_request, reply) => {
    if (timers) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
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
