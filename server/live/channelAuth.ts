import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { isSigned, type LiveKeys, sign, signUser } from '#server/security/signing.ts'

/** Whose ticket it is, until when (in seconds), and from which change on. */
const claims = z.object({
  session_id: z.uuid(),
  ends: z.int(),
  since: z.int().min(0).optional(),
  /** As presence channels tell it to the others. */
  user_id: z.string().optional(),
  user_info: z.object({ name: z.string(), doing: z.enum(['View', 'Update']) }).optional(),
})

export type Claims = z.infer<typeof claims>

const seconds = () => Math.floor(Date.now() / 1000)

/** A ticket for one socket to one channel, for a minute. Whoever makes one has checked the right. */
export function writeTicket(keys: LiveKeys, socket_id: string, channel: string, said: Omit<Claims, 'ends'>) {
  const channel_data = JSON.stringify({ ...said, ends: seconds() + limits.live.channel_auth_seconds } satisfies Claims)
  return { auth: sign(keys, { socket_id, channel, channel_data }), channel_data }
}

/** A ticket that a broadcaster outside understands: it is told no more of a person than the others of a channel are. */
export function writeOutsideTicket(
  keys: LiveKeys,
  socket_id: string,
  channel: string,
  { user_id, user_info }: Pick<Claims, 'user_id' | 'user_info'>,
) {
  if (user_id === undefined) return { auth: sign(keys, { socket_id, channel }) }
  const channel_data = JSON.stringify({ user_id, user_info })
  return { auth: sign(keys, { socket_id, channel, channel_data }), channel_data }
}

/** Says to a broadcaster outside whose a socket is, as the protocol signs it: all of one person can be ended at once. */
export function writeUserTicket(keys: LiveKeys, socket_id: string, user_id: number) {
  const user_data = JSON.stringify({ id: String(user_id) })
  return { auth: signUser(keys, socket_id, user_data), user_data }
}

/** What a ticket says; undefined when it is not ours, not for this, or has ended. */
export function readTicket(
  keys: LiveKeys,
  ticket: { socket_id: string; channel: string; auth: unknown; channel_data: unknown },
): Claims | undefined {
  const { socket_id, channel, auth, channel_data } = ticket
  if (typeof auth !== 'string' || typeof channel_data !== 'string') return undefined
  if (!isSigned(keys, { socket_id, channel, channel_data }, auth)) return undefined
  const result = claims.safeParse(JSON.parse(channel_data))
  return result.success && result.data.ends >= seconds() ? result.data : undefined
}
