import type Pusher from 'pusher-js'
import type { House, LiveState } from './house.ts'

type Timer = ReturnType<typeof setTimeout>

/** The one connection of a tab, as it stands, beside what it asks and tells. */
export type Line = House & {
  state: LiveState
  pusher?: Pusher | undefined
  /** All the sockets that this tab has had. */
  ownIds: Set<string>
  isOpening?: boolean
  /** How often it was tried since it was last open, and when it is tried again. */
  tries: number
  timer?: Timer
  /** Runs where the sockets are kept outside. */
  hereTimer?: Timer | undefined
  /** Whether the tab was at a record when that was last said. */
  wasHere?: boolean
}

export function change(line: Line, next: LiveState) {
  if (line.state === next) return
  line.state = next
  line.onState(next)
}

export function join({ state, pusher, book }: Line, channel: string) {
  if (state === 'connected' && book.isWanted(channel)) pusher?.subscribe(channel)
}

/** The right to it is gone. The library would think that it is still joined, and not ask again when it is wanted anew. */
export function shut({ pusher, book }: Line, channel: string) {
  pusher?.unsubscribe(channel)
  book.refused(channel)
}

/** What calls are made beside, and what a broadcaster outside knows this tab by. */
export const socketIdOf = ({ state, pusher }: Line) =>
  state === 'connected' ? pusher?.connection.socket_id : undefined
