import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The public name of an installation's channels, and what their rights are signed with. */
export type LiveKeys = { key: string; secret: string }

/** Both of an installation follow from the secrets that it has; the secret is no other key of it. */
export function liveKeysOf(secret: string): LiveKeys {
  const made = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', info, bytes)).toString('hex')
  return { key: made('hukum/live/key/v1', 10), secret: made('hukum/live/secret/v1', 32) }
}

/** What is signed: one socket and one channel, and whatever was said about the person. */
export type Ticket = { socket_id: string; channel: string; channel_data?: string | undefined }

/** Pusher's signature of a ticket: `key:hex`. */
export function sign({ key, secret }: LiveKeys, { socket_id, channel, channel_data }: Ticket): string {
  const text = [socket_id, channel, ...(channel_data === undefined ? [] : [channel_data])].join(':')
  return `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`
}

/** No channel is named so: the protocol writes `socket::user::data`. */
const user = ':user:'

/** Pusher's signature of whose a socket is. */
export const signUser = (keys: LiveKeys, socket_id: string, user_data: string) =>
  sign(keys, { socket_id, channel: user, channel_data: user_data })

/** Whether a signature is ours, for exactly this ticket. */
export function isSigned(keys: LiveKeys, ticket: Ticket, auth: string): boolean {
  const expected = Buffer.from(sign(keys, ticket))
  const given = Buffer.from(auth)
  return given.length === expected.length && timingSafeEqual(given, expected)
}
