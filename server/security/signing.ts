import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The public key and the secret of the live channels of an installation (in the terms of Pusher). */
export type LiveKeys = { key: string; secret: string }

/** Derives both from the secret of the installation; no other key is derived with these labels. */
export function liveKeysOf(secret: string): LiveKeys {
  const derive = (info: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', info, bytes)).toString('hex')
  return { key: derive('hukum/live/key/v1', 10), secret: derive('hukum/live/secret/v1', 32) }
}

/** What is signed: a socket, a channel, and data about the user. */
type ChannelAuthRequest = { socket_id: string; channel: string; channel_data?: string | undefined }

/** Pusher's signature of a channel authorization: `key:hex`. */
export function signChannel(
  { key, secret }: LiveKeys,
  { socket_id, channel, channel_data }: ChannelAuthRequest,
): string {
  const text = [socket_id, channel, ...(channel_data === undefined ? [] : [channel_data])].join(':')
  return `${key}:${createHmac('sha256', secret).update(text).digest('hex')}`
}

/** Not a valid channel name: the protocol signs `socket::user::data`. */
const userChannel = ':user:'

/** Pusher's signature of the user of a socket. */
export const signUser = (keys: LiveKeys, socket_id: string, user_data: string) =>
  signChannel(keys, { socket_id, channel: userChannel, channel_data: user_data })

/** Verifies the signature of a channel authorization: whether it is ours, of exactly this request. */
export function isChannelSignatureValid(keys: LiveKeys, request: ChannelAuthRequest, auth: string): boolean {
  const expected = Buffer.from(signChannel(keys, request))
  const actual = Buffer.from(auth)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
