/** The accepted kinds of pictures and their content types. */
export const pictureTypes = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const
export type PictureKind = keyof typeof pictureTypes

/** Sizes in pixels. */
export type PictureHeader = { kind: PictureKind; width: number; height: number }

type Size = Omit<PictureHeader, 'kind'>

/** Detects the kind by the bytes, not by a name. Undefined for any other file or a broken header. */
export function readPictureHeader(bytes: Buffer): PictureHeader | undefined {
  for (const [kind, { matches, sizeOf }] of Object.entries(formats) as [PictureKind, Format][]) {
    const size = matches(bytes) ? sizeOf(bytes) : undefined
    if (size && size.width > 0 && size.height > 0) return { kind, ...size }
  }
  return undefined
}

type Format = { matches: (bytes: Buffer) => boolean; sizeOf: (bytes: Buffer) => Size | undefined }

const tag = (bytes: Buffer, at: number, length = 4) => bytes.toString('latin1', at, at + length)

const formats: Record<PictureKind, Format> = {
  png: {
    matches: (bytes) => bytes.length > 33 && tag(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' && tag(bytes, 12) === 'IHDR',
    sizeOf: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  jpeg: {
    matches: (bytes) => bytes.length > 12 && tag(bytes, 0, 3) === '\xff\xd8\xff',
    sizeOf: sizeOfJpeg,
  },
  webp: {
    matches: (bytes) => bytes.length > 30 && tag(bytes, 0) === 'RIFF' && tag(bytes, 8) === 'WEBP',
    sizeOf: (bytes) => sizesOfWebp[tag(bytes, 12)]?.(bytes),
  },
}

/** The frame segment contains the size; the segments before it are skipped. */
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
