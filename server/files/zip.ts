import { limits } from '#shared/limits.ts'

/** The entries of a zip and their total unpacked size in bytes, from its central directory; nothing is unpacked. */
type ZipContents = { names: string[]; unpacked: number }

const endLength = 22
const entryLength = 46

/**
 * Reads the central directory of a zip that spans the whole file. Undefined for anything else: no zip, bytes before or
 * after it, encrypted entries, too many or too large ones, or paths that lead outside.
 */
export function readZip(bytes: Buffer): ZipContents | undefined {
  if (bytes.length < endLength || bytes.readUInt32LE(0) !== 0x04034b50) return undefined
  // The end record must be last: a comment after it could hide other data.
  const end = bytes.length - endLength
  if (bytes.readUInt32LE(end) !== 0x06054b50) return undefined
  const [count, length, begin] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ]
  if (count > limits.file.zip.entries || begin + length !== end) return undefined
  return readEntries(bytes.subarray(begin, end), count)
}

function readEntries(list: Buffer, count: number): ZipContents | undefined {
  const zip: ZipContents = { names: [], unpacked: 0 }
  let packed = 0
  let at = 0
  for (let entry = 0; entry < count; entry += 1) {
    if (at + entryLength > list.length || list.readUInt32LE(at) !== 0x02014b50) return undefined
    const isLocked = (list.readUInt16LE(at + 8) & 1) === 1
    const nameLength = list.readUInt16LE(at + 28)
    const name = list.toString('utf8', at + entryLength, at + entryLength + nameLength)
    if (isLocked || isUnsafePath(name)) return undefined
    packed += list.readUInt32LE(at + 20)
    zip.unpacked += list.readUInt32LE(at + 24)
    zip.names.push(name)
    at += entryLength + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  const { bytes, ratio } = limits.file.zip
  const isBomb = zip.unpacked > bytes || zip.unpacked > Math.max(packed, 1) * ratio
  return at !== list.length || isBomb ? undefined : zip
}

const isUnsafePath = (name: string) => name.startsWith('/') || /\\|:|\0/.test(name) || name.split('/').includes('..')
