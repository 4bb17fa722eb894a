import { randomInt } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Viewer } from '#shared/calls/live.ts'
import { limits } from '#shared/limits.ts'
import type { Channel } from '#server/events/channels.ts'
import { frameOf } from './frame.ts'
import type { Person } from './person.ts'
import { type Trouble, troubles, writeTrouble } from './protocol.ts'

/** A channel that a socket has joined, or is about to: until then the frames that come on it wait here. */
export type Subscription = { channel: Channel; waiting: Buffer[] | undefined; info?: Viewer | undefined }

const { activity_seconds, pong_seconds, send_buffer_bytes, message_burst, messages_per_second, unsubscribed_seconds } =
  limits.live
const half = 2 ** 47
const ping = frameOf(JSON.stringify({ event: 'pusher:ping', data: {} }))

/**
 * One open connection. It belongs to the session that first joins a channel with it, and to no other after that. There
 * are thousands: none has a timer of its own.
 */
export class Socket {
  /** Two numbers, as the protocol has them, that nobody guesses. */
  readonly id = `${randomInt(half)}.${randomInt(half)}`
  session_id: string | undefined = undefined
  /** Whose it is and what he may do, once that is known. */
  reader: Person | undefined = undefined
  readonly subscriptions = new Map<string, Subscription>()
  /** Nobody has signed a ticket for it yet. */
  isStranger = true

  readonly #connection: WebSocket
  readonly #stream: Duplex
  readonly #openedAt = Date.now()
  #heardAt = Date.now()
  #isAsked = false
  #mayStillSay: number = message_burst
  #countedAt = Date.now()

  constructor(connection: WebSocket, stream: Duplex) {
    this.#connection = connection
    this.#stream = stream
  }

  send(text: string) {
    this.write(frameOf(text))
  }

  /** Writes frames that others may be sent too; a reader who leaves too much unread is dropped. */
  write(frames: Buffer) {
    if (this.#connection.readyState !== this.#connection.OPEN) return
    if (this.#connection.bufferedAmount > send_buffer_bytes) this.#connection.terminate()
    else this.#stream.write(frames)
  }

  /** What comes on a channel: until it is joined it waits. */
  tell(subscription: Subscription, frames: Buffer) {
    if (subscription.waiting) subscription.waiting.push(frames)
    else this.write(frames)
  }

  /** Says why, and closes. */
  close(trouble: Trouble) {
    this.send(writeTrouble(trouble))
    this.#connection.close(troubles[trouble], trouble)
    // Whoever does not answer the closing is not waited for.
    setTimeout(() => this.#connection.terminate(), 1000).unref()
  }

  /** Somebody is there. */
  hear() {
    this.#heardAt = Date.now()
    this.#isAsked = false
  }

  /** Counts a message: so many at once, and so many a second after that. False when there are too many. */
  mayTalk(): boolean {
    const now = Date.now()
    const more = ((now - this.#countedAt) / 1000) * messages_per_second
    this.#mayStillSay = Math.min(message_burst, this.#mayStillSay + more) - 1
    this.#countedAt = now
    return this.#mayStillSay >= 0
  }

  /** Asks whether anybody is there when nothing was heard for long, and closes when nobody answered, or a stranger stays. */
  check(now: number) {
    if (this.isStranger && (now - this.#openedAt) / 1000 > unsubscribed_seconds) {
      this.close('no channel was joined')
      return
    }
    const silent = (now - this.#heardAt) / 1000
    if (silent > activity_seconds + pong_seconds) this.close('no pong came')
    else if (silent > activity_seconds && !this.#isAsked) {
      this.#isAsked = true
      this.write(ping)
    }
  }
}
