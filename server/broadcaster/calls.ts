import type { FastifyInstance, FastifyRequest } from 'fastify'
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

/** Answers `POST /apps/{id}/events` and `batch_events` as Pusher does, to whoever signs with the secret. */
export function serveBroadcaster(web: FastifyInstance, app: BroadcasterApp, hub: Pick<Hub, 'broadcast'>) {
  for (const [call, input] of Object.entries(calls)) {
    const path = `/apps/${app.id}/${call}`
    web.post(path, async (request, reply) => {
      const body = bodyOf(request)
      const query = new URLSearchParams(request.url.split('?')[1] ?? '')
      if (!isSignedCall(app, { method: 'POST', path, body }, query))
        return reply.code(401).type('text/plain').send('The call is not signed by this application.')
      const events = input.safeParse(parsed(body))
      if (!events.success) return reply.code(400).type('text/plain').send(z.prettifyError(events.error))
      for (const event of events.data) hub.broadcast(event)
      return reply.send({})
    })
  }
}

const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body.toString('utf8') : '')
