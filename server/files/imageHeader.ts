import { limits } from '#shared/limits.ts'
import type { ByteSource } from './byteSource.ts'

/** The accepted kinds of pictures and their content types. */
export const pictureTypes = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const
export type PictureKind = keyof typeof pictureTypes

/** Sizes in pixels. */
export type PictureHeader = { kind: PictureKind; width: number; height: number }

type Size = Omit<PictureHeader, 'kind'>

/** The bytes that contain the kind, and the size of all kinds but JPEG. */
const head_bytes = 34

/** Detects the kind by the bytes, not by a name. Undefined for any other file or a broken header. */
export async function readPictureHeader(source: ByteSource): Promise<PictureHeader | undefined> {
  const head = await source.read(0, head_bytes)
  for (const [kind, { matches, sizeOf }] of Object.entries(formats) as [PictureKind, Format][]) {
    const size = matches(head) ? await sizeOf(head, source) : undefined
    if (size && size.width > 0 && size.height > 0) return { kind, ...size }
  }
  return undefined
}

type Format = {
  matches: (head: Buffer) => boolean
  sizeOf: (head: Buffer, source: ByteSource) => Size | undefined | Promise<Size | undefined>
}

const tag = (bytes: Buffer, at: number, length = 4) => bytes.toString('latin1', at, at + length)

const formats: Record<PictureKind, Format> = {
  png: {
    matches: (head) =>
      head.length === head_bytes && tag(head, 0, 8) === '\x89PNG\r\n\x1a\n' && tag(head, 12) === 'IHDR',
    sizeOf: (head) => ({ width: head.readUInt32BE(16), height: head.readUInt32BE(20) }),
  },
  jpeg: {
    matches: (head) => head.length > 12 && tag(head, 0, 3) === '\xff\xd8\xff',
    sizeOf: (_head, source) => sizeOfJpeg(source),
  },
  webp: {
    matches: (head) => head.length > 30 && tag(head, 0) === 'RIFF' && tag(head, 8) === 'WEBP',
    sizeOf: (head) => sizesOfWebp[tag(head, 12)]?.(head),
  },
}

/** The frame segment contains the size; of the segments before it only their lengths are read. */
async function sizeOfJpeg(source: ByteSource): Promise<Size | undefined> {
  let at = 2
  for (let count = 0; count < limits.file.jpeg_segments; count += 1) {
    const segment = await source.read(at, 9)
    if (segment.length < 9 || segment[0] !== 0xff) return undefined
    const marker = segment[1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    at += 2 + segment.readUInt16BE(2)
  }
  return undefined
}

const sizesOfWebp: Record<string, (bytes: Buffer) => Size> = {
  'VP8 ': (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  VP8L: (bytes) => {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
  VP8X: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
}
