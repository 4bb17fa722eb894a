import { crc32, deflateSync } from 'node:zlib'

/** Headers of pictures with their size, for what reads no more of them; and whole ones. */

export function png(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([head, size, Buffer.from('0806000000', 'hex'), Buffer.alloc(16)])
}

/** With a segment before the frame, as cameras write it. */
export function jpeg(width: number, height: number): Buffer {
  const before = Buffer.from('ffd8ffe0001000000000000000000000000000000000', 'hex').subarray(0, 20)
  const frame = Buffer.from('ffc0001108', 'hex')
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  return Buffer.concat([before, frame, size, Buffer.alloc(16)])
}

export function webp(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('RIFF', 0)
  bytes.write('WEBPVP8X', 8)
  bytes.writeUIntLE(width - 1, 24, 3)
  bytes.writeUIntLE(height - 1, 27, 3)
  return bytes
}

/** A whole PNG of one color, which a browser can show. */
export function bluePicture(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) rows[y * (1 + width * 3) + 1 + x * 3 + 2] = 200
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks])
}

function chunk(name: string, data: Buffer) {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const named = Buffer.concat([Buffer.from(name), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}
