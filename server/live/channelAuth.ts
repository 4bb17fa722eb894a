import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { isChannelSignatureValid, type LiveKeys, signChannel, signUser } from '#server/security/signing.ts'

/**
 * The claims of a channel authorization: its session, its expiry (in seconds since 1970), and what the client knows: the last
 * change, and its permissions.
 */
const claimsSchema = z.object({
  session_id: z.uuid(),
  ends: z.int(),
  since: z.int().min(0).optional(),
  /** The digest of the permissions that the client knows. */
  permissions: z.string().optional(),
  /** What a presence channel publishes about the user. */
  user_id: z.string().optional(),
  user_info: z.object({ name: z.string(), doing: z.enum(['View', 'Update']) }).optional(),
})

type Claims = z.infer<typeof claimsSchema>

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Signs the authorization of one socket for one channel, valid for a minute. The caller has checked the permission. */
export function signChannelAuth(keys: LiveKeys, socket_id: string, channel: string, claims: Omit<Claims, 'ends'>) {
  const channel_data = JSON.stringify({
    ...claims,
    ends: nowSeconds() + limits.live.channel_auth_seconds,
  } satisfies Claims)
  return { auth: signChannel(keys, { socket_id, channel, channel_data }), channel_data }
}

/**
 * Signs the authorization in the format of an external broadcaster. It contains only what the other members of the
 * channel may see.
 */
export function signExternalChannelAuth(
  keys: LiveKeys,
  socket_id: string,
  channel: string,
  { user_id, user_info }: Pick<Claims, 'user_id' | 'user_info'>,
) {
  if (user_id === undefined) return { auth: signChannel(keys, { socket_id, channel }) }
  const channel_data = JSON.stringify({ user_id, user_info })
  return { auth: signChannel(keys, { socket_id, channel, channel_data }), channel_data }
}

/** Signs the user authentication for an external broadcaster, so that all connections of one user can be terminated. */
export function signUserAuth(keys: LiveKeys, socket_id: string, user_id: number) {
  const user_data = JSON.stringify({ id: String(user_id) })
  return { auth: signUser(keys, socket_id, user_data), user_data }
}

/** The claims of an authorization; undefined when it is forged, expired, or for another socket or channel. */
export function verifyChannelAuth(
  keys: LiveKeys,
  request: { socket_id: string; channel: string; auth: unknown; channel_data: unknown },
): Claims | undefined {
  const { socket_id, channel, auth, channel_data } = request
  if (typeof auth !== 'string' || typeof channel_data !== 'string') return undefined
  if (!isChannelSignatureValid(keys, { socket_id, channel, channel_data }, auth)) return undefined
  const result = claimsSchema.safeParse(JSON.parse(channel_data))
  return result.success && result.data.ends >= nowSeconds() ? result.data : undefined
}
