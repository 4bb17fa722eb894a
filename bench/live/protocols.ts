import type { LiveKeys } from '#server/security/signing.ts'
import { signChannelAuth } from '#server/live/channelAuth.ts'

/** The handshake and channel subscription of the two protocols. */

type Send = (text: string) => void
type Credentials = { keys: LiveKeys; session: string }

/** The protocol state of one socket. */
type Protocol = {
  begin: (send: Send) => void
  /** Handles every message that is not a list event. */
  onMessage: (text: string) => void
  /** Resolves when the socket is subscribed; waits for the handshake first. */
  join: (channel: string) => Promise<void>
}

export type ProtocolName = keyof typeof protocols

export const protocols = { pusher: pusherProtocol, 'socket.io': socketIoProtocol } as const

function pusherProtocol({ keys, session: session_id }: Credentials): Protocol {
  const handshake = deferred<string>()
  let send: Send = ignore
  let joined: () => void = ignore
  return {
    begin: (sender) => (send = sender),
    onMessage: (text) => {
      const { event, data } = JSON.parse(text) as { event: string; data: string }
      if (event === 'pusher:ping') send('{"event":"pusher:pong","data":{}}')
      if (event === 'pusher:connection_established')
        handshake.resolve((JSON.parse(data) as { socket_id: string }).socket_id)
      if (event === 'pusher_internal:subscription_succeeded') joined()
      // A rejected socket aborts the benchmark.
      if (/error/.test(event)) throw new Error(text)
    },
    join: async (channel) => {
      const subscribed = new Promise<void>((resolve) => (joined = resolve))
      const auth = signChannelAuth(keys, await handshake.promise, channel, { session_id })
      send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...auth } }))
      await subscribed
    },
  }
}

function socketIoProtocol(): Protocol {
  const handshake = deferred<true>()
  let send: Send = ignore
  let joined: () => void = ignore
  return {
    begin: (sender) => (send = sender),
    onMessage: (text) => {
      if (text.startsWith('0')) send('40')
      if (text === '2') send('3')
      if (text.startsWith('40')) handshake.resolve(true)
      if (text.startsWith('430')) joined()
    },
    join: async (channel) => {
      const subscribed = new Promise<void>((resolve) => (joined = resolve))
      await handshake.promise
      send(`420${JSON.stringify(['join', channel])}`)
      await subscribed
    },
  }
}

function ignore() {
  // Replaced before the first message.
}

function deferred<Value>() {
  let resolve: (value: Value) => void = ignore
  const promise = new Promise<Value>((sender) => (resolve = sender))
  return { promise, resolve: (value: Value) => resolve(value) }
}
