/** Why a socket is closed or a message refused, in the numbers of the protocol: from 4100 a client waits and comes back, below it stays away. */
export const troubles = {
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

export type Trouble = keyof typeof troubles

/** What a client sends: its name, and fields that are checked where they are used. */
export type Message = { event: string; data: Record<string, unknown> }

/** A message of a client; undefined when it is none. */
export function readMessage(bytes: string): Message | undefined {
  const message = parsed(bytes)
  if (!isObject(message) || typeof message['event'] !== 'string') return undefined
  // Clients write data as an object or as JSON in a string.
  const given = message['data']
  const data = typeof given === 'string' ? parsed(given) : given
  return { event: message['event'], data: isObject(data) ? data : {} }
}

/** What a text says; undefined when it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A message to a client. Data travels as JSON in a string. */
export const write = (event: string, data: unknown, channel?: string) =>
  JSON.stringify({ event, ...(channel !== undefined && { channel }), data: JSON.stringify(data) })

export const writeTrouble = (trouble: Trouble) =>
  JSON.stringify({ event: 'pusher:error', data: { code: troubles[trouble], message: trouble } })

/** A subscription that was refused, or that ended. */
export const writeRefused = (channel: string) =>
  JSON.stringify({
    event: 'pusher:subscription_error',
    channel,
    data: { type: 'AuthError', error: 'not allowed', status: 403 },
  })
