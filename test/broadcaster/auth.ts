import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { isChannelSignatureValid, type LiveKeys, signUser } from '#server/security/signing.ts'
import { parseJson } from '#server/live/protocol.ts'
import { type HttpApiCall, md5, sign } from '#server/live/signedCall.ts'
import type { Subscription } from './channels.ts'

const channelPattern = /^(private-|presence-)?[\w=@,.;-]{1,164}$/
const memberShape = z.object({ user_id: z.string().min(1).max(100), user_info: z.unknown().optional() })
const userShape = z.object({ id: z.string().min(1).max(100) })

/** The user id of a signed `pusher:signin`; undefined for an invalid signature. */
export function readUser(keys: LiveKeys, socket_id: string, { auth, user_data }: Record<string, unknown>) {
  if (typeof auth !== 'string' || typeof user_data !== 'string') return undefined
  if (!isEqual(signUser(keys, socket_id, user_data), auth)) return undefined
  return userShape.safeParse(parseJson(user_data)).data?.id
}

/** The channel of a signed-in user needs no signature: the client joins it by itself. */
export const readOwnChannel = (
  user: string | undefined,
  { channel }: Record<string, unknown>,
): Subscription | undefined =>
  user !== undefined && channel === `#server-to-user-${user}` ? { channel, member: undefined } : undefined

/** The subscription that a client asks for: any public channel, or a signed private or presence channel. */
export function readSubscription(
  keys: LiveKeys,
  socket_id: string,
  { channel, auth, channel_data: data }: Record<string, unknown>,
): Subscription | undefined {
  const kind = typeof channel === 'string' ? channelPattern.exec(channel) : null
  if (typeof channel !== 'string' || !kind) return undefined
  if (kind[1] === undefined) return { channel, member: undefined }
  const channel_data = typeof data === 'string' ? data : undefined
  if (typeof auth !== 'string' || !isChannelSignatureValid(keys, { socket_id, channel, channel_data }, auth))
    return undefined
  if (kind[1] === 'private-') return { channel, member: undefined }
  const member = memberShape.safeParse(parseJson(channel_data ?? ''))
  return member.success ? { channel, member: member.data } : undefined
}

/** The accepted difference between the clocks of both sides, in seconds. */
const maxClockDifference_seconds = 600

/** Whether a call of the HTTP API is signed with the secret, has this body, and was made within the last ten minutes. */
export function isSignedCall(
  { key, secret }: LiveKeys,
  call: HttpApiCall,
  query: URLSearchParams,
  now = Date.now() / 1000,
) {
  const { auth_signature = '', ...parameters } = Object.fromEntries(query)
  // A repeated parameter is part of the signature only once.
  if (query.size !== Object.keys(parameters).length + 1) return false
  if (parameters['auth_key'] !== key || parameters['auth_version'] !== '1.0') return false
  if (!/^\d{1,12}$/.test(parameters['auth_timestamp'] ?? '')) return false
  if (Math.abs(now - Number(parameters['auth_timestamp'])) > maxClockDifference_seconds) return false
  if (parameters['body_md5'] !== md5(call.body)) return false
  return isEqual(sign(secret, call, parameters), auth_signature)
}

function isEqual(expected: string, actual: string) {
  const [one, other] = [Buffer.from(expected), Buffer.from(actual)]
  return one.length === other.length && timingSafeEqual(one, other)
}
