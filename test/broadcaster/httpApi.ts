import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parsed } from '#server/live/wire.ts'
import type { LiveKeys } from '#server/live/sign.ts'
import { socketId } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import type { Broadcast, Hub } from './hub.ts'
import { isSignedCall } from '#server/live/signedCall.ts'

/** An installation that has its channels with us. */
export type BroadcasterApp = LiveKeys & { id: string }

const { name_letters, channels, batch, data_bytes } = limits.broadcaster
const name = z.string().min(1).max(name_letters)
const channel = z.string().regex(/^[\w=@,.;-]{1,200}$/)
const data = z.string().max(data_bytes)
const one = z.object({ name, channel, data, socket_id: socketId.optional() })

/** What each call of Pusher's HTTP API reads from its body. */
const calls: Record<string, z.ZodType<Broadcast[]>> = {
  events: z
    .object({ name, data, socket_id: socketId.optional() })
    .and(z.union([z.object({ channels: z.array(channel).min(1).max(channels) }), z.object({ channel })]))
    .transform((event) => [{ ...event, channels: 'channels' in event ? event.channels : [event.channel] }]),
  batch_events: z
    .object({ batch: z.array(one).min(1).max(batch) })
    .transform((body) => body.batch.map((event) => ({ ...event, channels: [event.channel] }))),
}

/**
 * Answers `POST /apps/{id}/events`, `batch_events` and `users/{id}/terminate_connections` as Pusher does, to whoever
 * signs with the secret.
 */
export function serveBroadcaster(web: FastifyInstance, app: BroadcasterApp, hub: Pick<Hub, 'broadcast' | 'terminate'>) {
  const own = `/apps/${app.id}`
  web.post<{ Params: { user: string } }>(`${own}/users/:user/terminate_connections`, async (request, reply) => {
    if (!isOurs(app, request)) return refuse(reply)
    hub.terminate(request.params.user)
    return reply.send({})
  })
  for (const [call, input] of Object.entries(calls)) {
    web.post(`${own}/${call}`, async (request, reply) => {
      const body = bodyOf(request)
      if (!isOurs(app, request)) return refuse(reply)
      const events = input.safeParse(parsed(body))
      if (!events.success) return reply.code(400).type('text/plain').send(z.prettifyError(events.error))
      for (const event of events.data) hub.broadcast(event)
      return reply.send({})
    })
  }
}

function isOurs(app: BroadcasterApp, request: FastifyRequest<{ Params: unknown }>) {
  const [path = '', query = ''] = request.url.split('?', 2)
  return isSignedCall(app, { method: 'POST', path, body: bodyOf(request) }, new URLSearchParams(query))
}

const refuse = (reply: FastifyReply) =>
  reply.code(401).type('text/plain').send('The call is not signed by this application.')

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body.toString('utf8') : '')
