import { randomInt } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Viewer } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import type { Channel } from '#server/events/channels.ts'
import { frameOf } from './frame.ts'
import type { SocketUser } from './permissionInterner.ts'
import { type ErrorReason, errorCodes, encodeError } from './protocol.ts'

/** A channel that a socket has subscribed to or is subscribing to: until then, `pendingFrames` holds its frames. */
export type Subscription = { channel: Channel; pendingFrames: Buffer[] | undefined; info?: Viewer | undefined }

const { activity_seconds, pong_seconds, send_buffer_bytes, message_burst, messages_per_second, unsubscribed_seconds } =
  limits.live
const idLimit = 2 ** 47
const ping = frameOf(JSON.stringify({ event: 'pusher:ping', data: {} }))

/**
 * One open connection. It belongs to the session that first subscribes with it, and to no other after that. There can
 * be thousands, so none has a timer of its own.
 */
export class Socket {
  /** Two random numbers, in the format of the protocol. */
  readonly id = `${randomInt(idLimit)}.${randomInt(idLimit)}`
  session_id: string | undefined = undefined
  /** Its user and their permissions, once they are loaded. */
  user: SocketUser | undefined = undefined
  /** The network of the client. */
  readonly network: string
  readonly subscriptions = new Map<string, Subscription>()
  /** No session has subscribed with it yet. */
  isAnonymous = true

  readonly #connection: WebSocket
  readonly #stream: Duplex
  readonly #now: () => number
  readonly #openedAt: number
  #lastActivityAt: number
  #isPingSent = false
  #messageTokens: number = message_burst
  #tokensCountedAt: number

  /** `now`: milliseconds of a monotonic clock. */
  constructor(connection: WebSocket, stream: Duplex, network: string, now: () => number) {
    this.network = network
    this.#connection = connection
    this.#stream = stream
    this.#now = now
    this.#openedAt = now()
    this.#lastActivityAt = this.#openedAt
    this.#tokensCountedAt = this.#openedAt
  }

  send(text: string) {
    this.write(frameOf(text))
  }

  /** Writes frames, which may be shared with other sockets. A client that leaves too much unread is disconnected. */
  write(frames: Buffer) {
    if (this.#connection.readyState !== this.#connection.OPEN) return
    if (this.#connection.bufferedAmount > send_buffer_bytes) this.#connection.terminate()
    else this.#stream.write(frames)
  }

  /** Sends frames of a channel, or holds them until the subscription is complete. */
  deliver(subscription: Subscription, frames: Buffer) {
    if (subscription.pendingFrames) subscription.pendingFrames.push(frames)
    else this.write(frames)
  }

  /** Sends the reason and closes the connection. */
  close(reason: ErrorReason) {
    this.send(encodeError(reason))
    this.#connection.close(errorCodes[reason], reason)
    // Terminates the connection of a client that does not answer the close frame.
    setTimeout(() => this.#connection.terminate(), 1000).unref()
  }

  /** Records that the client is alive. */
  markActive() {
    this.#lastActivityAt = this.#now()
    this.#isPingSent = false
  }

  /** Token bucket: allows a burst of messages and then a rate per second. Returns false when the bucket is empty. */
  takeMessageToken(): boolean {
    const now = this.#now()
    const refill = ((now - this.#tokensCountedAt) / 1000) * messages_per_second
    this.#messageTokens = Math.min(message_burst, this.#messageTokens + refill) - 1
    this.#tokensCountedAt = now
    return this.#messageTokens >= 0
  }

  /** Heartbeat: pings a silent client, and closes the connection when no pong came or no channel was joined in time. */
  check(now: number) {
    if (this.isAnonymous && (now - this.#openedAt) / 1000 > unsubscribed_seconds) {
      this.close('no channel was joined')
      return
    }
    const silentSeconds = (now - this.#lastActivityAt) / 1000
    if (silentSeconds > activity_seconds + pong_seconds) this.close('no pong came')
    else if (silentSeconds > activity_seconds && !this.#isPingSent) {
      this.#isPingSent = true
      this.write(ping)
    }
  }
}
