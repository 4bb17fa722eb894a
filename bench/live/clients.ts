import type { LiveKeys } from '#server/live/sign.ts'
import { greetings, type Speaks } from './languages.ts'
import { type Heard, openLine } from './line.ts'

/** A process that holds many sockets and checks on each that everything comes once and in order. */

export type Work = {
  url: string
  speaks: Speaks
  sockets: number
  /** An address of this machine to come from: each has its own ports. */
  localAddress: string
  keys: LiveKeys
  sessions: string[]
  /** The sockets are divided over them; all look at the first when they are told to. */
  channels: string[]
}

/** What came in one phase: how many messages after how many milliseconds, and what was wrong. */
export type Came = {
  /** So many were to come. */
  expected: number
  messages: number
  reordered: number
  closed: number
  after: [ms: number, times: number][]
}

/** What the parent says: everybody looks at the first list from now on; so many come on each; what came? */
export type Order = { gather?: true; expect?: number[]; report?: true }

const work = JSON.parse(process.argv[2] ?? '') as Work
const mark = '#'.charCodeAt(0)
const zero = '0'.charCodeAt(0)
const next = new Uint32Array(work.sockets)
/** Which of the lists each looks at. */
const place = Uint8Array.from({ length: work.sockets }, (_, index) => index % work.channels.length)
const joins: ((channel: string) => Promise<void>)[] = []
let came: Came = fresh()
/** How many came after so many milliseconds; the last stands for all that took longer. */
const byTime = new Uint32Array(131_072)

function fresh(): Came {
  return { expected: 0, messages: 0, reordered: 0, closed: 0, after: [] }
}

const channelOf = (index: number) => work.channels[place[index] ?? 0] ?? ''

/** Where the mark stood last: most messages have it there. */
let usual = 0

/** A row is named `#place@time`, both of so many digits that nothing has to be parsed to find them. */
function hear(index: number, { bytes, from, to, now }: Heard): boolean {
  if (bytes[from + usual] !== mark || from + usual >= to) {
    const at = bytes.indexOf(mark, from)
    if (at < 0 || at >= to) return false
    usual = at - from
  }
  const at = from + usual
  const number = digits(bytes, at + 1, 7)
  // The last eight of its digits are more than a day.
  const ms = Math.max(0, (now % 1e8) - digits(bytes, at + 14, 8))
  const slot = Math.min(ms, byTime.length - 1)
  byTime[slot] = (byTime[slot] ?? 0) + 1
  came.messages += 1
  if (number !== next[index]) came.reordered += 1
  next[index] = number + 1
  if (came.messages === came.expected) process.send?.({ all: true })
  return true
}

function digits(bytes: Buffer, from: number, count: number): number {
  let number = 0
  for (let at = from; at < from + count; at += 1) number = number * 10 + (bytes[at] ?? 0) - zero
  return number
}

async function open(index: number) {
  const session = work.sessions[index % work.sessions.length] ?? ''
  const greet = greetings[work.speaks]({ keys: work.keys, session })
  joins[index] = greet.join
  await openLine({
    url: new URL(work.url),
    localAddress: work.localAddress,
    begin: greet.begin,
    hear: (heard) => {
      if (!hear(index, heard)) greet.hear(heard.bytes.toString('utf8', heard.from, heard.to))
    },
    gone: () => (came.closed += 1),
  })
  await greet.join(channelOf(index))
}

/** So many at a time: a door that everybody comes to at once is another question. */
async function each(of: (index: number) => Promise<void>) {
  for (let from = 0; from < work.sockets; from += 50)
    await Promise.all(Array.from({ length: Math.min(50, work.sockets - from) }, (_, number) => of(from + number)))
}

async function gather() {
  const wereAt = Uint8Array.from(place)
  place.fill(0)
  await each(async (index) => {
    if (wereAt[index] !== 0) await joins[index]?.(channelOf(index))
  })
  process.send?.({ gathered: true })
}

process.on('message', ({ gather: together, expect, report }: Order) => {
  if (together) void gather()
  if (expect) {
    came = { ...fresh(), expected: place.reduce((sum, list) => sum + (expect[list] ?? 0), 0) }
    byTime.fill(0)
    next.fill(0)
    process.send?.({ ready: true })
  }
  if (report) process.send?.({ came: { ...came, after: [...byTime.entries()].filter(([, times]) => times > 0) } })
})
process.on('disconnect', () => process.exit())

await each(open)
process.send?.({ open: true })
