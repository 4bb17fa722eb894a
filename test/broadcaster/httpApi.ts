import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseJson } from '#server/live/protocol.ts'
import type { LiveKeys } from '#server/security/signing.ts'
import { socketId } from '#shared/calls/live.ts'
import { isSignedCall } from './auth.ts'
import type { Broadcast, Hub } from './hub.ts'

/** An application of Pusher's HTTP API. */
type BroadcasterApp = LiveKeys & { id: string }

/** The limits that Pusher documents. */
export const pusherLimits = { name_length: 200, channels: 100, batch: 10, data_bytes: 10_240 }

const name = z.string().min(1).max(pusherLimits.name_length)
const channel = z.string().regex(/^[\w=@,.;-]{1,200}$/)
const data = z.string().max(pusherLimits.data_bytes)
const one = z.object({ name, channel, data, socket_id: socketId.optional() })

/** The body of each call. */
const callInputs: Record<string, z.ZodType<Broadcast[]>> = {
  events: z
    .object({ name, data, socket_id: socketId.optional() })
    .and(z.union([z.object({ channels: z.array(channel).min(1).max(pusherLimits.channels) }), z.object({ channel })]))
    .transform((event) => [{ ...event, channels: 'channels' in event ? event.channels : [event.channel] }]),
  batch_events: z
    .object({ batch: z.array(one).min(1).max(pusherLimits.batch) })
    .transform((body) => body.batch.map((event) => ({ ...event, channels: [event.channel] }))),
}

/** Serves `POST /apps/{id}/events`, `batch_events` and `users/{id}/terminate_connections` as Pusher does. */
export function serveHttpApi(web: FastifyInstance, app: BroadcasterApp, hub: Pick<Hub, 'broadcast' | 'terminate'>) {
  const prefix = `/apps/${app.id}`
  web.post<{ Params: { user: string } }>(`${prefix}/users/:user/terminate_connections`, async (request, reply) => {
    if (!isSignedRequest(app, request)) return sendUnauthorized(reply)
    hub.terminate(request.params.user)
    return reply.send({})
  })
  for (const [call, input] of Object.entries(callInputs)) {
    web.post(`${prefix}/${call}`, async (request, reply) => {
      if (!isSignedRequest(app, request)) return sendUnauthorized(reply)
      const events = input.safeParse(parseJson(bodyOf(request)))
      if (!events.success) return reply.code(400).type('text/plain').send(z.prettifyError(events.error))
      for (const event of events.data) hub.broadcast(event)
      return reply.send({})
    })
  }
}

function isSignedRequest(app: BroadcasterApp, request: FastifyRequest<{ Params: unknown }>) {
  const [path = '', query = ''] = request.url.split('?', 2)
  return isSignedCall(app, { method: 'POST', path, body: bodyOf(request) }, new URLSearchParams(query))
}

const sendUnauthorized = (reply: FastifyReply) =>
  reply.code(401).type('text/plain').send('The call is not signed by this application.')

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body.toString('utf8') : '')
