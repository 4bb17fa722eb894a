/** The kinds of pictures that are kept, and what each is sent as. */
export const pictureTypes = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const
export type PictureKind = keyof typeof pictureTypes

/** What a picture says of itself at its beginning; sizes in pixels. */
export type Picture = { kind: PictureKind; width: number; height: number }

type Size = Omit<Picture, 'kind'>

/** Looks at the bytes, not at any name. Undefined for what is no such picture, or one whose beginning is broken. */
export function readPicture(bytes: Buffer): Picture | undefined {
  for (const [kind, { isOne, sizeOf }] of Object.entries(readers) as [PictureKind, Reader][]) {
    const size = isOne(bytes) ? sizeOf(bytes) : undefined
    if (size && size.width > 0 && size.height > 0) return { kind, ...size }
  }
  return undefined
}

type Reader = { isOne: (bytes: Buffer) => boolean; sizeOf: (bytes: Buffer) => Size | undefined }

const tag = (bytes: Buffer, at: number, length = 4) => bytes.toString('latin1', at, at + length)

const readers: Record<PictureKind, Reader> = {
  png: {
    isOne: (bytes) => bytes.length > 33 && tag(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' && tag(bytes, 12) === 'IHDR',
    sizeOf: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  jpeg: {
    isOne: (bytes) => bytes.length > 12 && tag(bytes, 0, 3) === '\xff\xd8\xff',
    sizeOf: sizeOfJpeg,
  },
  webp: {
    isOne: (bytes) => bytes.length > 30 && tag(bytes, 0) === 'RIFF' && tag(bytes, 8) === 'WEBP',
    sizeOf: (bytes) => sizesOfWebp[tag(bytes, 12)]?.(bytes),
  },
}

/** The frame's own segment holds the size; the segments before it are skipped. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
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
