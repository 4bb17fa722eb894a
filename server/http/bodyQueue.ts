import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { Size } from '#server/security/boundedQueue.ts'
import { limits } from '#shared/limits.ts'

type Capacity = {
  /** Large bodies that are read and handled at once. */
  total: number
  /** Those of one user, so that the slow connections of one user do not delay the others. */
  per_user: number
  /** How long a request waits, its body unread, before it is rejected. */
  wait_seconds: number
}

type Waiting = { user: number | undefined; start: () => void }

/**
 * A `preParsing` hook for the routes with a large body limit: only a few of their bodies are in memory at once. The others
 * wait for their turn, oldest first; a small body waits for nothing. A turn ends with the response.
 */
export function createBodyQueue({ total, per_user, wait_seconds }: Capacity) {
  const running: (number | undefined)[] = []
  const waiting: Waiting[] = []

  const mayStart = (user: number | undefined) =>
    running.length < total && running.filter((one) => one === user).length < per_user

  function startNext() {
    const at = waiting.findIndex(({ user }) => mayStart(user))
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    next?.start()
  }

  /** Resolves when the request may start; false after the longest wait. */
  const turnOf = (user: number | undefined) =>
    new Promise<boolean>((resolve) => {
      const request = { user, start: () => start(true) }
      const timer = setTimeout(() => start(false), wait_seconds * 1000)
      function start(isTurn: boolean) {
        clearTimeout(timer)
        if (isTurn) running.push(user)
        else waiting.splice(waiting.indexOf(request), 1)
        resolve(isTurn)
      }
      if (mayStart(user)) request.start()
      else waiting.push(request)
    })

  async function waitForTurn(request: FastifyRequest, reply: FastifyReply) {
    const bytes = Number(request.headers['content-length'] ?? Infinity)
    if (bytes <= limits.request.body_bytes) return
    const user = request.session?.user_id
    if (!(await turnOf(user))) throw new ApiError('unavailable', { retryAfterSeconds: wait_seconds })

    const end = () => {
      running.splice(running.indexOf(user), 1)
      startNext()
    }
    // The client can have disconnected while the request waited.
    if (reply.raw.destroyed) end()
    else reply.raw.once('close', end)
  }
  return Object.assign(waitForTurn, { size: (): Size => ({ running: running.length, waiting: waiting.length }) })
}
