import type Pusher from 'pusher-js'
import { hear } from './hear.ts'
import type { Place } from './house.ts'
import { change, type Line } from './line.ts'
import { hearOutside, keepSayingHere } from './outside.ts'
import { ticketsFor, userOf } from './tickets.ts'
import { waitBefore } from './waiting.ts'

/** A server that does not answer for so long is tried again later. */
const patience_ms = 5000

/** Opens the connection when there is somebody to open it for. Says nothing to one that is open. */
export async function open(line: Line) {
  clearTimeout(line.timer)
  if (line.isOpening || line.state === 'connected') return
  if (!line.isHere() || line.book.wanted().length === 0) {
    change(line, 'off')
    return
  }
  if (line.state === 'off') change(line, 'connecting')
  line.isOpening = true
  const [place, library] = await findWay(line).finally(() => (line.isOpening = false))
  if (typeof place === 'object' && library) line.pusher = start(line, library, place)
  // Who is refused the place has no session any more: the session says so itself.
  else if (place === 'refused') change(line, 'off')
  else if (line.pusher) line.pusher.connect()
  else tryLater(line)
}

/** Where the sockets are kept, and what speaks with them: its code is asked for again when it did not come. */
async function findWay(line: Line) {
  if (line.pusher) return []
  const place = await line.findPlace()
  if (typeof place !== 'object') return [place] as const
  return [place, await loadPusher().catch(() => undefined)] as const
}

/** It comes with the first channel that somebody listens to. */
const loadPusher = async () => (await import('pusher-js')).default

function start(line: Line, library: typeof Pusher, { key, host, port, isSecure, isOutside }: Place) {
  const opened = new library(key, {
    ...optionsOf(host, port, isSecure),
    channelAuthorization: ticketsFor(line),
    // A socket of nobody is not left open: it is opened anew.
    userAuthentication: userOf(line, () => lose(line)),
  })
  if (isOutside) opened.signin()
  keepSayingHere(line, isOutside)
  follow(line, opened, isOutside ? hearOutside : hear)
  opened.connect()
  return opened
}

const optionsOf = (host: string, port: number, isSecure: boolean) => ({
  cluster: '',
  wsHost: host,
  wsPort: port,
  wssPort: port,
  forceTLS: isSecure,
  enableStats: false,
  enabledTransports: ['ws' as const],
  unavailableTimeout: patience_ms,
  activityTimeout: 60_000,
  pongTimeout: patience_ms,
})

type Told = { event: string; channel?: string; data: unknown }

function follow(line: Line, opened: Pusher, listen: typeof hear) {
  const { connection } = opened
  connection.bind('connected', ({ socket_id }: { socket_id: string }) => {
    line.tries = 0
    line.ownIds.add(socket_id)
    for (const channel of line.book.wanted()) opened.subscribe(channel)
    change(line, 'connected')
  })
  connection.bind('message', ({ event, channel, data }: Told) => {
    if (channel !== undefined) listen(line, event, channel, data)
  })
  // The client would come back every second, together with everybody else.
  const goes = () => queueMicrotask(() => line.pusher === opened && lose(line))
  for (const end of ['connecting_in', 'unavailable', 'failed', 'disconnected']) connection.bind(end, goes)
}

function lose(line: Line) {
  const lost = line.pusher
  if (!lost) return
  // It ended by a word of the server, or of the network: the next one begins afresh.
  line.pusher = undefined
  lost.disconnect()
  if (line.state !== 'off') tryLater(line)
}

function tryLater(line: Line, wait = waitBefore(line.tries)) {
  change(line, line.isHere() ? 'offline' : 'off')
  line.tries += 1
  clearTimeout(line.timer)
  line.timer = setTimeout(() => void open(line), wait)
}

/** The network came back, or the machine woke: no reason to wait. */
export function hurry(line: Line) {
  if (line.state !== 'offline') return
  line.tries = 0
  tryLater(line, waitBefore(0) / 5)
}

/** The network is gone, or time has passed in which nothing was heard. */
export function drop(line: Line) {
  if (line.state !== 'off') lose(line)
}

export function close(line: Line) {
  clearTimeout(line.timer)
  clearInterval(line.hereTimer)
  change(line, 'off')
  line.pusher?.disconnect()
  line.pusher = undefined
}
