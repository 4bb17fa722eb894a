import { limits } from '#shared/limits.ts'
import type { ByteSource } from './byteSource.ts'

/** The entries of a zip and their total unpacked size in bytes, from its central directory; nothing is unpacked. */
type ZipContents = { names: string[]; unpacked: number }

const endLength = 22
const entryLength = 46

/** Whether the file begins with an entry of a zip. */
export async function isZip(source: ByteSource) {
  const head = await source.read(0, 4)
  return head.length === 4 && head.readUInt32LE(0) === 0x04034b50
}

/**
 * Reads the central directory of a zip that spans the whole file. Undefined for anything else: no zip, bytes before or
 * after it, encrypted entries, too many or too large ones, or paths that lead outside.
 */
export async function readZip(source: ByteSource): Promise<ZipContents | undefined> {
  // The end record must be last: a comment after it could hide other data.
  const at = source.size - endLength
  const end = at < 0 ? Buffer.alloc(0) : await source.read(at, endLength)
  if (end.length < endLength || end.readUInt32LE(0) !== 0x06054b50) return undefined
  const [count, length, begin] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  const { entries, directory_bytes } = limits.file.zip
  if (count > entries || length > directory_bytes || begin + length !== at) return undefined
  return readEntries(await source.read(begin, length), count)
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
