import { WebSocket } from 'ws'
import type { LiveKeys } from '#server/live/sign.ts'
import { writeTicket } from '#server/live/tickets.ts'

/** A process that holds many sockets and checks on each that everything comes once and in order. */

export type Work = {
  url: string
  speaks: 'pusher' | 'socket.io'
  sockets: number
  /** An address of this machine to come from: each has its own ports. */
  localAddress: string
  keys: LiveKeys
  sessions: string[]
}

/** What came in one phase: how many messages after how many milliseconds, and what was wrong. */
export type Came = {
  all: boolean
  messages: number
  reordered: number
  closed: number
  after: [ms: number, times: number][]
}

type Say = (text: string) => void

/** How each greets and joins; answers true when it is in. */
const languages = {
  pusher: (text: string, say: Say, session_id: string) => {
    const { event, data } = JSON.parse(text) as { event: string; data: string }
    if (event === 'pusher:ping') say('{"event":"pusher:pong","data":{}}')
    if (event === 'pusher:connection_established') {
      const channel = 'private-Court-Primary'
      const { socket_id } = JSON.parse(data) as { socket_id: string }
      const ticket = writeTicket(work.keys, socket_id, channel, { session_id })
      say(JSON.stringify({ event: 'pusher:subscribe', data: { channel, ...ticket } }))
    }
    return event === 'pusher_internal:subscription_succeeded'
  },
  'socket.io': (text: string, say: Say) => {
    if (text.startsWith('0')) say('40')
    if (text === '2') say('3')
    return text.startsWith('40')
  },
}

const work = JSON.parse(process.argv[2] ?? '') as Work
const mark = '#'.charCodeAt(0)
const next = new Uint32Array(work.sockets)
let expected = 0
let came: Came = fresh()
let byTime = new Map<number, number>()
let whole = 0

function fresh(): Came {
  return { all: false, messages: 0, reordered: 0, closed: 0, after: [] }
}

/** A row is named `#place@time`, both of so many digits that nothing has to be parsed to find them. */
function hear(socket: number, bytes: Buffer, at: number) {
  const place = Number(bytes.toString('latin1', at + 1, at + 8))
  const ms = Math.max(0, Date.now() - Number(bytes.toString('latin1', at + 9, at + 22)))
  came.messages += 1
  byTime.set(ms, (byTime.get(ms) ?? 0) + 1)
  if (place !== next[socket]) came.reordered += 1
  next[socket] = place + 1
  if (place === expected - 1) whole += 1
  if (whole === work.sockets && came.messages === expected * work.sockets) process.send?.({ all: true })
}

function open(index: number) {
  return new Promise<void>((settle, fail) => {
    const session_id = work.sessions[index % work.sessions.length] ?? ''
    const socket = new WebSocket(work.url, { localAddress: work.localAddress, perMessageDeflate: false })
    socket.on('message', (bytes: Buffer) => {
      const at = bytes.indexOf(mark)
      if (at >= 0) hear(index, bytes, at)
      else if (languages[work.speaks](bytes.toString(), (text) => socket.send(text), session_id)) settle()
    })
    socket.once('error', fail)
    socket.once('close', () => {
      came.closed += 1
      fail(new Error('closed'))
    })
  })
}

process.on('message', (said: { expect?: number; report?: true }) => {
  if (said.expect !== undefined) {
    expected = said.expect
    came = fresh()
    byTime = new Map()
    whole = 0
    next.fill(0)
    process.send?.({ ready: true })
  }
  if (said.report)
    process.send?.({ came: { ...came, all: came.messages === expected * work.sockets, after: [...byTime] } })
})
process.on('disconnect', () => process.exit())

// So many at a time: a door that everybody comes to at once is another question.
for (let from = 0; from < work.sockets; from += 50)
  await Promise.all(Array.from({ length: Math.min(50, work.sockets - from) }, (_, place) => open(from + place)))
process.send?.({ open: true })
