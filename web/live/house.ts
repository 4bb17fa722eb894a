import type { AtRecord, BroadcastingAuth, BroadcastingMissed, BroadcastingUser } from '#shared/calls/live.ts'
import type { Book } from './book.ts'

/** `off` while nobody is here or nobody listens; `offline` while the server cannot be reached, and is tried again. */
export type LiveState = 'off' | 'connecting' | 'connected' | 'offline'

/** With `isOutside` the sockets are kept by a broadcaster that says only up to which change something is new. */
export type Place = { key: string; host: string; port: number; isSecure: boolean; isOutside: boolean }
/** `later` is what may pass by itself; a refusal stays one. */
export type Trouble = 'later' | 'refused'

export type House = {
  book: Book
  /** Whether somebody is signed in, whose session lets him ask. */
  isHere: () => boolean
  findPlace: () => Promise<Place | Trouble>
  askTicket: (socketId: string, channel: string, since: number | undefined) => Promise<BroadcastingAuth | Trouble>
  /** Says to a broadcaster outside whose the socket is, so that what is taken from him ends there too. */
  askUser: (socketId: string) => Promise<BroadcastingUser | Trouble>
  /** Says at which records this tab is, where the sockets are kept outside. */
  sayHere: (socketId: string, records: string[]) => void
  /** What came on a channel since a change: for sockets that are kept outside. */
  findMissed: (channel: string, since: number | undefined) => Promise<BroadcastingMissed | Trouble>
  onState: (state: LiveState) => void
  /** Who looks at the record of a presence channel has changed. */
  onMembers: (channel: string) => void
  /** Who is at one record of a list, and who is at all of them. */
  onRecord: (channel: string, told: AtRecord) => void
  onRecords: (channel: string, told: AtRecord[]) => void
}
