import { connect, type Socket } from 'node:net'

/**
 * A WebSocket client that costs next to nothing: it reads whole frames where they lie in one buffer for all, and copies
 * only what is not whole yet. What a benchmark measures is to be the server.
 */

const room = 65_536
const most = 262_144
/** What came lies after the room; what was left of the read before it is put in front. */
const bytes = Buffer.allocUnsafeSlow(room + most)

/** What came whole, and when: its text lies in `bytes` between two places, until the function that is told returns. */
export type Heard = { bytes: Buffer; from: number; to: number; now: number }
type Hear = (heard: Heard) => void

type Options = {
  url: URL
  localAddress: string
  /** Told how to say a text, before anything is heard. */
  begin: (say: (text: string) => void) => void
  hear: Hear
  gone: () => void
}

/** Opens a connection. Fails when the server does not speak WebSocket there. */
export function openLine({ url, localAddress, begin, hear, gone }: Options): Promise<void> {
  return new Promise((settle, fail) => {
    let isOpen = false
    let left: Buffer | undefined
    const read = (count: number) => {
      const from = room - (left?.length ?? 0)
      left?.copy(bytes, from)
      let at: number | undefined = from
      if (!isOpen) {
        at = afterGreeting(from, room + count, fail)
        isOpen = at !== undefined
        if (isOpen) begin((text) => void socket.write(masked(text)))
        if (isOpen) settle()
      }
      const end = at === undefined ? from : readFrames(at, room + count, hear)
      left = end === room + count ? undefined : Buffer.from(bytes.subarray(end, room + count))
      return true
    }
    const socket: Socket = connect({
      host: url.hostname,
      port: Number(url.port),
      localAddress,
      onread: { buffer: bytes.subarray(room), callback: read },
    })
    socket.setNoDelay()
    socket.once('connect', () => socket.write(greeting(url)))
    socket.once('error', fail)
    socket.once('close', () => {
      fail(new Error('closed'))
      gone()
    })
  })
}

const greeting = ({ host, pathname, search }: URL) =>
  [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    '\r\n',
  ].join('\r\n')

/** Where the frames begin; undefined while the answer is not whole. */
function afterGreeting(from: number, to: number, fail: (error: Error) => void): number | undefined {
  const end = bytes.subarray(from, to).indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const said = bytes.toString('latin1', from, from + end)
  if (said.startsWith('HTTP/1.1 101')) return from + end + 4
  fail(new Error(said.split('\r\n')[0]))
  return undefined
}

/** Reads all frames that are whole; answers where the first begins that is not. */
function readFrames(from: number, to: number, hear: Hear): number {
  let at = from
  const heard = { bytes, from, to, now: Date.now() }
  while (to - at >= 2) {
    const short = (bytes[at + 1] ?? 0) & 0x7f
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (to - at < head) break
    const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const end = at + head + length
    if (head + length > room) throw new Error(`a frame of ${length} bytes is more than this client reads`)
    if (end > to) break
    // A text and nothing else: no server here pings, and a closing is followed by the end.
    if (bytes[at] === 0x81) {
      heard.from = at + head
      heard.to = end
      hear(heard)
    }
    at = end
  }
  return at
}

/** A client's frames are masked; a mask of zeros leaves them as they are. */
function masked(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0x80 | 126, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)])
}
