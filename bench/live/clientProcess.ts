import type { LiveKeys } from '#server/security/signing.ts'
import { protocols, type ProtocolName } from './protocols.ts'
import { type Frame, openWebSocket } from './webSocketClient.ts'

/** A client process: opens many sockets and checks that every message arrives once and in order on each. */

export type ClientOptions = {
  url: string
  protocol: ProtocolName
  sockets: number
  /** The local address to connect from; each has its own port range. */
  localAddress: string
  keys: LiveKeys
  sessions: string[]
  /** The sockets are spread over the channels; after `gather` all are subscribed to the first. */
  channels: string[]
}

/** The messages received in one phase: a latency histogram and the faults. */
export type Received = {
  /** The number of expected messages. */
  expected: number
  messages: number
  reordered: number
  closed: number
  after: [ms: number, times: number][]
}

/** A command of the parent: subscribe all to the first channel; expect a number of messages on each; report. */
export type Command = { gather?: true; expect?: number[]; report?: true }

const work = JSON.parse(process.argv[2] ?? '') as ClientOptions
const mark = '#'.charCodeAt(0)
const zero = '0'.charCodeAt(0)
const next = new Uint32Array(work.sockets)
/** The channel index of each socket. */
const channelIndexes = Uint8Array.from({ length: work.sockets }, (_, index) => index % work.channels.length)
const joins: ((channel: string) => Promise<void>)[] = []
let received: Received = emptyResult()
/** The latency histogram in milliseconds; the last slot counts all longer latencies. */
const byTime = new Uint32Array(131_072)

function emptyResult(): Received {
  return { expected: 0, messages: 0, reordered: 0, closed: 0, after: [] }
}

const channelOf = (index: number) => work.channels[channelIndexes[index] ?? 0] ?? ''

/** The last offset of the marker; most messages have it there. */
let lastOffset = 0

/** A row is named `#number@time` with fixed digits, so that no parsing is needed. */
function countRow(index: number, { bytes, from, to, now }: Frame): boolean {
  if (bytes[from + lastOffset] !== mark || from + lastOffset >= to) {
    const at = bytes.indexOf(mark, from)
    if (at < 0 || at >= to) return false
    lastOffset = at - from
  }
  const at = from + lastOffset
  const number = digits(bytes, at + 1, 7)
  // The last eight digits of the time cover more than a day.
  const ms = Math.max(0, (now % 1e8) - digits(bytes, at + 14, 8))
  const slot = Math.min(ms, byTime.length - 1)
  byTime[slot] = (byTime[slot] ?? 0) + 1
  received.messages += 1
  if (number !== next[index]) received.reordered += 1
  next[index] = number + 1
  if (received.messages === received.expected) process.send?.({ all: true })
  return true
}

function digits(bytes: Buffer, from: number, count: number): number {
  let number = 0
  for (let at = from; at < from + count; at += 1) number = number * 10 + (bytes[at] ?? 0) - zero
  return number
}

async function open(index: number) {
  const session = work.sessions[index % work.sessions.length] ?? ''
  const protocol = protocols[work.protocol]({ keys: work.keys, session })
  joins[index] = protocol.join
  await openWebSocket({
    url: new URL(work.url),
    localAddress: work.localAddress,
    begin: protocol.begin,
    onFrame: (frame) => {
      if (!countRow(index, frame)) protocol.onMessage(frame.bytes.toString('utf8', frame.from, frame.to))
    },
    onClose: () => (received.closed += 1),
  })
  await protocol.join(channelOf(index))
}

/** Runs in batches; a connection storm is not what this measures. */
async function each(of: (index: number) => Promise<void>) {
  for (let from = 0; from < work.sockets; from += 50)
    await Promise.all(Array.from({ length: Math.min(50, work.sockets - from) }, (_, number) => of(from + number)))
}

async function gather() {
  const previous = Uint8Array.from(channelIndexes)
  channelIndexes.fill(0)
  await each(async (index) => {
    if (previous[index] !== 0) await joins[index]?.(channelOf(index))
  })
  process.send?.({ gathered: true })
}

process.on('message', ({ gather: shouldGather, expect, report }: Command) => {
  if (shouldGather) void gather()
  if (expect) {
    received = { ...emptyResult(), expected: channelIndexes.reduce((sum, list) => sum + (expect[list] ?? 0), 0) }
    byTime.fill(0)
    next.fill(0)
    process.send?.({ ready: true })
  }
  if (report)
    process.send?.({ received: { ...received, after: [...byTime.entries()].filter(([, times]) => times > 0) } })
})
process.on('disconnect', () => process.exit())

await each(open)
process.send?.({ open: true })
