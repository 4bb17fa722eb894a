/**
 * Why a socket is closed or a message rejected, with the code of the Pusher protocol: from 4100 on, clients reconnect
 * after a delay; below it, they do not.
 */
export const errorCodes = {
  'no such application': 4001,
  'no such path': 4005,
  'this protocol is not spoken here': 4007,
  'the protocol must be named': 4008,
  'the session has ended': 4009,
  'too much at once': 4100,
  'no channel was joined': 4101,
  'the server stops': 4200,
  'no pong came': 4201,
  'clients send no events': 4301,
  'the message cannot be read': 4302,
} as const

export type ErrorReason = keyof typeof errorCodes

/** A message of a client. Its fields are checked where they are used. */
export type Message = { event: string; data: Record<string, unknown> }

/** Decodes a message of a client; undefined when it is malformed. */
export function decodeMessage(bytes: string): Message | undefined {
  const message = parseJson(bytes)
  if (!isObject(message) || typeof message['event'] !== 'string') return undefined
  // Clients send data as an object or as JSON in a string.
  const rawData = message['data']
  const data = typeof rawData === 'string' ? parseJson(rawData) : rawData
  return { event: message['event'], data: isObject(data) ? data : {} }
}

/** Parses JSON; undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Encodes a message to a client. Data travels as JSON in a string. */
export const encodeMessage = (event: string, data: unknown, channel?: string) =>
  JSON.stringify({ event, ...(channel !== undefined && { channel }), data: JSON.stringify(data) })

export const encodeError = (reason: ErrorReason) =>
  JSON.stringify({ event: 'pusher:error', data: { code: errorCodes[reason], message: reason } })

/** Encodes that a subscription was rejected or has ended. */
export const encodeSubscriptionError = (channel: string) =>
  JSON.stringify({
    event: 'pusher:subscription_error',
    channel,
    data: { type: 'AuthError', error: 'not allowed', status: 403 },
  })
