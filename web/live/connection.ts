import type { LiveMessage } from '#shared/calls/live.ts'
import type { House } from './house.ts'
import { join, type Line, socketIdOf } from './line.ts'
import { close, drop, hurry, open } from './open.ts'
import { sayGone } from './outside.ts'

export type LiveConnection = ReturnType<typeof buildConnection>

/** The one connection of a tab: opened when somebody listens, and opened again whenever it is lost. */
export function buildConnection(house: House) {
  const line: Line = { ...house, state: 'off', ownIds: new Set(), tries: 0 }
  return {
    open: () => open(line),
    /** Joins what is wanted and was shut: whoever sits here may have been given a right back. */
    rejoin: () => {
      for (const channel of house.book.wanted()) join(line, channel)
    },
    state: () => line.state,
    socketId: () => socketIdOf(line),
    /** Whether a change was made in this tab. */
    isOwn: ({ from }: LiveMessage) => from !== null && line.ownIds.has(from),
    membersOf: (channel: string) => membersOf(line, channel),
    join: (channel: string) => join(line, channel),
    leave: (channel: string) => {
      line.pusher?.unsubscribe(channel)
      sayGone(line, channel)
    },
    hurry: () => hurry(line),
    drop: () => drop(line),
    close: () => close(line),
  }
}

/** As the library keeps them: by the number of the person. */
function membersOf({ pusher }: Line, channel: string): Record<string, unknown> {
  const found = pusher?.channel(channel)
  return found && 'members' in found ? { ...(found.members as { members: Record<string, unknown> }).members } : {}
}
