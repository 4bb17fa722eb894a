import { connect, type Socket } from 'node:net'

/**
 * A minimal WebSocket client: it reads frames in place from one shared buffer and copies only incomplete ones, so that the
 * benchmark measures the server and not the client.
 */

const headroom = 65_536
const readSize = 262_144
/** Received bytes follow the headroom; the incomplete rest of the previous read is copied in front of them. */
const bytes = Buffer.allocUnsafeSlow(headroom + readSize)

/** A complete frame and its time; its text is in `bytes` between `from` and `to` and valid only during the callback. */
export type Frame = { bytes: Buffer; from: number; to: number; now: number }
type OnFrame = (frame: Frame) => void

type Options = {
  url: URL
  localAddress: string
  /** Receives the send function before the first frame. */
  begin: (send: (text: string) => void) => void
  onFrame: OnFrame
  onClose: () => void
}

/** Opens a connection; rejects when the server does not accept the WebSocket upgrade. */
export function openWebSocket({ url, localAddress, begin, onFrame, onClose }: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOpen = false
    let rest: Buffer | undefined
    const read = (count: number) => {
      const from = headroom - (rest?.length ?? 0)
      rest?.copy(bytes, from)
      let at: number | undefined = from
      if (!isOpen) {
        at = afterHandshake(from, headroom + count, reject)
        isOpen = at !== undefined
        if (isOpen) begin((text) => void socket.write(masked(text)))
        if (isOpen) resolve()
      }
      const end = at === undefined ? from : readFrames(at, headroom + count, onFrame)
      rest = end === headroom + count ? undefined : Buffer.from(bytes.subarray(end, headroom + count))
      return true
    }
    const socket: Socket = connect({
      host: url.hostname,
      port: Number(url.port),
      localAddress,
      onread: { buffer: bytes.subarray(headroom), callback: read },
    })
    socket.setNoDelay()
    socket.once('connect', () => socket.write(upgradeRequest(url)))
    socket.once('error', reject)
    socket.once('close', () => {
      reject(new Error('closed'))
      onClose()
    })
  })
}

const upgradeRequest = ({ host, pathname, search }: URL) =>
  [
    `GET ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    '\r\n',
  ].join('\r\n')

/** The offset of the first frame; undefined while the handshake response is incomplete. */
function afterHandshake(from: number, to: number, reject: (error: Error) => void): number | undefined {
  const end = bytes.subarray(from, to).indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const response = bytes.toString('latin1', from, from + end)
  if (response.startsWith('HTTP/1.1 101')) return from + end + 4
  reject(new Error(response.split('\r\n')[0]))
  return undefined
}

/** Reads all complete frames; returns the offset of the first incomplete one. */
function readFrames(from: number, to: number, onFrame: OnFrame): number {
  let at = from
  const frame = { bytes, from, to, now: Date.now() }
  while (to - at >= 2) {
    const short = (bytes[at + 1] ?? 0) & 0x7f
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    if (to - at < head) break
    const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    const end = at + head + length
    if (head + length > headroom) throw new Error(`a frame of ${length} bytes is more than this client reads`)
    if (end > to) break
    // Only text frames matter: these servers send no pings, and a close frame is followed by the end.
    if (bytes[at] === 0x81) {
      frame.from = at + head
      frame.to = end
      onFrame(frame)
    }
    at = end
  }
  return at
}

/** Client frames must be masked; a zero mask leaves the bytes unchanged. */
function masked(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const head = length < 126 ? [0x81, 0x80 | length] : [0x81, 0x80 | 126, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), Buffer.from(text)])
}
