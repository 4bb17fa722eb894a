import { randomInt } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Present } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import type { Channel } from './channels.ts'
import { type Trouble, troubles, writeTrouble } from './wire.ts'

/** A channel that a socket has joined, or is about to: until then what comes on it waits here. */
export type Subscription = { channel: Channel; waiting: string[] | undefined; info?: Present | undefined }

/** One open connection. It belongs to the session that first joins a channel with it, and to no other after that. */
export type Socket = {
  readonly id: string
  session_id: string | undefined
  /** Whose it is and what he may do, once that is known. */
  reader: { user_id: number; abilities: readonly string[] } | undefined
  readonly subscriptions: Map<string, Subscription>
  /** Sends now; a reader who leaves too much unread is dropped. */
  send: (text: string) => void
  /** Says why, and closes. */
  close: (trouble: Trouble) => void
  /** Counts a message. False when there are too many. */
  mayTalk: () => boolean
  /** Asks whether anybody is there when nothing was heard for long, and closes when nobody answered. */
  check: (now: number) => void
}

const half = 2 ** 47

/** Two numbers, as the protocol has them, that nobody guesses. */
const newId = () => `${randomInt(half)}.${randomInt(half)}`

export function openSocket(connection: WebSocket): Socket {
  const { activity_seconds, pong_seconds, unread_bytes } = limits.live
  let heardAt = Date.now()
  let asked = false
  const heard = () => {
    heardAt = Date.now()
    asked = false
  }
  connection.on('message', heard)
  connection.on('pong', heard)

  const socket: Socket = {
    id: newId(),
    session_id: undefined,
    reader: undefined,
    subscriptions: new Map(),
    mayTalk: countTalk(),
    send(text) {
      if (connection.readyState !== connection.OPEN) return
      if (connection.bufferedAmount > unread_bytes) connection.terminate()
      else connection.send(text)
    },
    close(trouble) {
      socket.send(writeTrouble(trouble))
      connection.close(troubles[trouble], trouble)
      // Whoever does not answer the closing is not waited for.
      setTimeout(() => connection.terminate(), 1000).unref()
    },
    check(now) {
      const silent = (now - heardAt) / 1000
      if (silent > activity_seconds + pong_seconds) socket.close('no pong came')
      else if (silent > activity_seconds && !asked) {
        asked = true
        socket.send(JSON.stringify({ event: 'pusher:ping', data: {} }))
      }
    },
  }
  return socket
}

/** So many at once, and so many a second after that. */
function countTalk() {
  const { messages_at_once, messages_per_second } = limits.live
  let left: number = messages_at_once
  let at = Date.now()
  return () => {
    const now = Date.now()
    left = Math.min(messages_at_once, left + ((now - at) / 1000) * messages_per_second)
    at = now
    left -= 1
    return left >= 0
  }
}
