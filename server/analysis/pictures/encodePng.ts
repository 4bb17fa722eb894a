import { crc32, deflateSync } from 'node:zlib'

/** Four bytes a pixel: red, green, blue, and one that is ignored. */
type Raster = { width: number; height: number; data: Uint8Array }

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const color = { gray: 0, rgb: 2 }
/** Each byte of a row is stored as its difference from the byte above. */
const filterUp = 2

/** A PNG of 8 bits a channel: gray, if no pixel has a color. */
export function encodePng({ width, height, data }: Raster): Buffer {
  const isGray = isColorless(data)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = isGray ? color.gray : color.rgb
  const channels = isGray ? 1 : 3
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filterRows(width, height, data, channels), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function isColorless(data: Uint8Array) {
  for (let at = 0; at < data.length; at += 4) if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
  return true
}

function filterRows(width: number, height: number, data: Uint8Array, channels: number) {
  const stride = width * channels
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0, at = 0; y < height; y += 1) {
    rows[at++] = filterUp
    for (let x = 0; x < width; x += 1)
      for (let channel = 0; channel < channels; channel += 1) {
        const pixel = (y * width + x) * 4 + channel
        rows[at++] = (data[pixel] ?? 0) - (y === 0 ? 0 : (data[pixel - width * 4] ?? 0))
      }
  }
  return rows
}

function chunk(type: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8 + body.length)
  frame.writeUInt32BE(content.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), 4 + body.length)
  return frame
}
