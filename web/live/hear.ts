import type { LiveMessage } from '#shared/calls/live.ts'
import { type Line, shut } from './line.ts'
import { isAtRecord, isAtRecords } from './told.ts'

type Joined = { sequence: number; reload?: boolean; records?: unknown }

/** What our own server tells on a channel. */
export function hear(line: Line, event: string, channel: string, data: unknown) {
  if (event === 'pusher_internal:subscription_succeeded') {
    const told = data as Joined
    line.book.joined(channel, told)
    line.onMembers(channel)
    if (isAtRecords(told.records)) line.onRecords(channel, told.records)
  } else if (event === 'pusher:subscription_error') shut(line, channel)
  else if (event.startsWith('pusher_internal:member')) line.onMembers(channel)
  else if (event === 'Presence' && isAtRecord(data)) line.onRecord(channel, data)
  else if (!event.startsWith('pusher')) line.book.heard(channel, data as LiveMessage)
}
