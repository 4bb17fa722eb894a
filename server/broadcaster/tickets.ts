import { z } from 'zod'
import { isSigned, isUserSigned, type LiveKeys } from '#server/live/sign.ts'
import { parsed } from '#server/live/wire.ts'
import type { Member } from './members.ts'

/** What a socket may join, and as whom where its members are told of each other. */
export type Ticket = { channel: string; member: Member | undefined }

const grammar = /^(private-|presence-)?[\w=@,.;-]{1,164}$/
const memberOf = z.object({ user_id: z.string().min(1).max(100), user_info: z.unknown().optional() })

const userOf = z.object({ id: z.string().min(1).max(100) })

/** Whose a socket is, as the installation has signed it. */
export function readUser(keys: LiveKeys, socket_id: string, { auth, user_data }: Record<string, unknown>) {
  if (typeof auth !== 'string' || typeof user_data !== 'string') return undefined
  if (!isUserSigned(keys, socket_id, user_data, auth)) return undefined
  return userOf.safeParse(parsed(user_data)).data?.id
}

/** The channel of a person needs no ticket: the client joins it by itself as soon as it is known whose it is. */
export const readOwn = (user: string | undefined, { channel }: Record<string, unknown>): Ticket | undefined =>
  user !== undefined && channel === `#server-to-user-${user}` ? { channel, member: undefined } : undefined

/** What a socket may join: anything without a ticket that is not private, else exactly what was signed. */
export function readTicket(
  keys: LiveKeys,
  socket_id: string,
  { channel, auth, channel_data }: Record<string, unknown>,
): Ticket | undefined {
  const kind = typeof channel === 'string' ? grammar.exec(channel) : null
  if (typeof channel !== 'string' || !kind) return undefined
  if (kind[1] === undefined) return { channel, member: undefined }
  const said = typeof channel_data === 'string' ? channel_data : undefined
  if (typeof auth !== 'string' || !isSigned(keys, { socket_id, channel, channel_data: said }, auth)) return undefined
  if (kind[1] === 'private-') return { channel, member: undefined }
  const member = memberOf.safeParse(parsed(said ?? ''))
  return member.success ? { channel, member: member.data } : undefined
}
