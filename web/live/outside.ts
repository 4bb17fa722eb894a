import type { LiveMessage } from '#shared/calls/live.ts'
import { type Line, shut, socketIdOf } from './line.ts'
import { waitBefore } from './waiting.ts'

/** Where the sockets are kept outside, the server is told so often at which records this tab is. */
const here_ms = 20_000

/** A broadcaster outside tells nothing itself: what is new is asked of the server. */
export function hearOutside(line: Line, event: string, channel: string) {
  if (event.startsWith('pusher_internal:')) line.onMembers(channel)
  if (event === 'pusher_internal:subscription_succeeded' && isOfRecord(channel)) sayHere(line)
  if (event === 'pusher_internal:subscription_succeeded' || event === 'Changed') void catchUp(line, channel)
}

async function catchUp(line: Line, channel: string) {
  const missed = await line.findMissed(channel, line.book.since(channel))
  if (missed === 'later') setTimeout(() => void catchUp(line, channel), waitBefore(2))
  if (missed === 'refused') shut(line, channel)
  if (typeof missed !== 'object') return
  for (const { data } of missed.messages) line.book.heard(channel, data as LiveMessage)
  line.book.joined(channel, missed)
  if (missed.records) line.onRecords(channel, missed.records)
}

/** From now on it is said again and again where the tab is, or no longer. */
export function keepSayingHere(line: Line, isOutside: boolean) {
  clearInterval(line.hereTimer)
  line.hereTimer = isOutside ? setInterval(() => sayHere(line), here_ms) : undefined
}

/** Nothing is said of no record, but that the last one was left. */
function sayHere(line: Line) {
  const records = line.book.wanted().filter(isOfRecord)
  const id = socketIdOf(line)
  if (id !== undefined && (records.length > 0 || line.wasHere)) line.sayHere(id, records)
  line.wasHere = records.length > 0
}

export function sayGone(line: Line, channel: string) {
  if (line.hereTimer !== undefined && isOfRecord(channel)) sayHere(line)
}

const isOfRecord = (channel: string) => channel.startsWith('presence-')
