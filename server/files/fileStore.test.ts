import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bucketName, openBucketServer, versitygw } from '#test/bucketServer.ts'
import { openBucketStore } from './bucketStore.ts'
import { openDiskStore } from './diskStore.ts'
import { ChangedFile, type FileStore, MissingPart, segmentsOf, type StoreScanner } from './fileStore.ts'
import { hashOf } from './incomingObject.ts'

/** One store; `again` is the same one in another process. */
type Opened = {
  store: FileStore
  again: FileStore
  change: (sha256: Buffer, text: string) => unknown
  close: () => unknown
}

const scanner: StoreScanner = {
  scan: async (bytes) => {
    let text = ''
    for await (const chunk of bytes) text += Buffer.from(chunk).toString()
    return text.includes('virus') ? 'Test-Virus' : undefined
  },
}

async function openFolder(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-store-'))
  const open = () => openDiskStore(folder, { scanner, reserve_bytes: 0 })
  const change = (sha256: Buffer, text: string) => writeFileSync(join(folder, ...segmentsOf(sha256)), text)
  return { store: open(), again: open(), change, close: () => rmSync(folder, { recursive: true }) }
}

async function openBucket(): Promise<Opened> {
  const server = await openBucketServer()
  const open = () => openBucketStore(server.env, { scanner, onFailure: (reason) => reasons.push(reason) })
  const change = (sha256: Buffer, text: string) => server.replace(`hukum/${segmentsOf(sha256).join('/')}`, text)
  return { store: open(), again: open(), change, close: server.close }
}

const reasons: string[] = []
const later = () => Date.now() + 3_600_000

const stores: [string, boolean, () => Promise<Opened>][] = [
  ['a folder', true, openFolder],
  [bucketName, versitygw !== undefined, openBucket],
]

/** In chunks whose borders are not those of parts. */
function* chunksOf(bytes: Buffer, size = 60_001) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const textOf = async (stream: Readable | undefined) =>
  stream && Buffer.concat((await stream.toArray()) as Buffer[]).toString()

describe.each(stores)('files in %s', (_name, isThere, open) => {
  const storeTest = test.runIf(isThere)
  let opened: Opened
  let store: FileStore

  beforeAll(async () => {
    if (!isThere) return
    opened = await open()
    store = opened.store
  })
  afterAll(() => isThere && opened.close())

  async function receive(bytes: Buffer | string, max_bytes = 100_000_000) {
    const received = await store.receive(Readable.from(chunksOf(Buffer.from(bytes))), max_bytes)
    if (received === 'too-large') throw new Error('the bytes exceed the maximum size')
    return received
  }

  async function hashes() {
    const found: string[] = []
    for await (const batch of store.storedBefore(later(), 2)) {
      expect(batch.length).toBeLessThanOrEqual(2)
      found.push(...batch.map((sha256) => sha256.toString('hex')))
    }
    return found
  }

  storeTest('bytes are stored under their hash, and read whole and by range', async () => {
    const sha256 = await store.add(Buffer.from('0123456789'))
    expect(sha256).toEqual(hashOf(Buffer.from('0123456789')))
    expect(await store.sizeOf(sha256)).toBe(10)
    expect(await textOf(await store.read(sha256))).toBe('0123456789')
    expect(await textOf(await store.read(sha256, { start: 2, end: 4 }))).toBe('234')
    const missing = hashOf(Buffer.from('missing'))
    expect([await store.read(missing), await store.read(missing, { start: 0, end: 1 })]).toEqual([undefined, undefined])
    expect(await store.sizeOf(missing)).toBeUndefined()
    await store.ping()
  })

  storeTest('a received file is checked before it is stored, and is gone when it is discarded', async () => {
    const received = await receive('a received file')
    const read = await received.check(async (source) => [
      String(await source.read(2, 8)),
      String(await source.read(11, 100)),
      String(await source.read(15, 9)),
      source.size,
    ])
    expect(read).toEqual(['received', 'file', '', 15])
    expect(await store.read(received.sha256)).toBeUndefined()
    await received.commit()
    await received.discard()
    expect(await textOf(await store.read(received.sha256))).toBe('a received file')

    const discarded = await receive('discarded')
    await discarded.discard()
    expect(await store.removeParts(later())).toBe(0)
    expect(await store.read(discarded.sha256)).toBeUndefined()
  })

  storeTest('a file of several parts is the one that was sent', async () => {
    const bytes = Buffer.alloc(12_345_678, 'abcdefg')
    const received = await receive(bytes)
    expect([received.size, received.sha256]).toEqual([bytes.length, hashOf(bytes)])
    const end = await received.check((source) => source.read(bytes.length - 5, 10))
    expect(end).toEqual(bytes.subarray(-5))
    await received.commit()
    await received.discard()
    const stored = Buffer.concat((await (await store.read(received.sha256))?.toArray()) as Buffer[])
    expect(stored.equals(bytes)).toBe(true)
    const part = { start: 6_000_000, end: 6_000_009 }
    expect(await textOf(await store.read(received.sha256, part))).toBe(bytes.toString('utf8', part.start, part.end + 1))
    expect(await store.removeParts(later())).toBe(0)
  })

  storeTest('nothing remains of a file that is too large or whose connection breaks', async () => {
    const bytes = Buffer.alloc(6_000_000)
    expect(await store.receive(Readable.from(chunksOf(bytes)), bytes.length - 1)).toBe('too-large')
    const broken = Readable.from(
      (function* () {
        yield bytes
        throw new Error('the connection was reset')
      })(),
    )
    await expect(store.receive(broken, 100_000_000)).rejects.toThrow('reset')
    expect(await store.removeParts(later())).toBe(0)
  })

  storeTest('another process continues an upload in parts, and a missing part is named', async () => {
    const upload = '6f1f8a3e-3c1a-4f6e-9a54-0b6f7d3f2c11'
    const processes = [store, opened.again, store]
    for (const [index, each] of processes.entries()) {
      const part = await each.receive(Readable.from([Buffer.from(`part ${index},`)]), 100)
      if (part === 'too-large') throw new Error('the part exceeds its maximum size')
      await part.commitAsPart(upload, index)
      await part.discard()
    }
    expect(await textOf(opened.again.readParts(upload, 3))).toBe('part 0,part 1,part 2,')
    await expect(textOf(store.readParts(upload, 4))).rejects.toBeInstanceOf(MissingPart)
    expect(await store.removeParts(Date.now() - 3_600_000)).toBe(0)
    await opened.again.removeUpload(upload, 3)
    await expect(textOf(store.readParts(upload, 1))).rejects.toBeInstanceOf(MissingPart)
    expect(await store.removeParts(later())).toBe(0)
  })

  storeTest('the same content that is stored at the same time is stored once', async () => {
    const before = await hashes()
    const all = await Promise.all(Array.from({ length: 8 }, () => receive('the same content')))
    await Promise.all(all.map((received) => received.commit()))
    await Promise.all(all.map((received) => received.discard()))
    const sha256 = hashOf(Buffer.from('the same content')).toString('hex')
    expect((await hashes()).sort()).toEqual([...before, sha256].sort())
    expect(await textOf(await store.read(Buffer.from(sha256, 'hex')))).toBe('the same content')
  })

  storeTest('an infected file is in quarantine, from which nothing is read, until it is deleted there', async () => {
    const received = await receive('a virus')
    expect(await received.scan()).toBe('Test-Virus')
    await received.discard()
    expect(await store.read(received.sha256)).toBeUndefined()
    expect(await hashes()).not.toContain(received.sha256.toString('hex'))
    await store.removeQuarantined(later())
    const clean = await receive('clean')
    expect(await clean.scan()).toBeUndefined()
    await clean.discard()
  })

  storeTest('a file is deleted unless it was stored again meanwhile', async () => {
    const sha256 = await store.add(Buffer.from('old'))
    expect(await store.remove(sha256, Date.now() - 3_600_000)).toBe(false)
    expect(await store.remove(sha256, later())).toBe(true)
    expect(await store.read(sha256)).toBeUndefined()
    expect(await store.remove(sha256, later())).toBe(false)
  })

  storeTest('a stored file that was changed never arrives whole, and the same upload repairs it', async () => {
    const sha256 = await store.add(Buffer.from('an original judgment'))
    await opened.change(sha256, 'a forged judgment!!!')
    await expect(textOf(await store.read(sha256))).rejects.toBeInstanceOf(ChangedFile)
    const again = await receive('an original judgment')
    await again.commit()
    await again.discard()
    expect(await textOf(await store.read(sha256))).toBe('an original judgment')
  })

  storeTest('a reader who leaves in the middle is no failure of the store', async () => {
    const received = await receive(Buffer.alloc(12_345_678))
    await received.commit()
    await received.discard()
    for (const takes of [0, 1]) {
      const stream = await store.read(received.sha256)
      if (!stream) throw new Error('the file is missing')
      const chunks = stream.iterator({ destroyOnReturn: false })
      for (let taken = 0; taken < takes; taken += 1) await chunks.next()
      void chunks.next().catch(String)
      stream.destroy()
      await once(stream, 'close')
    }
    expect(await store.sizeOf(received.sha256)).toBe(received.size)
    expect(reasons).toEqual([])
  })

  test.runIf(isThere && open === openBucket)('a range of an object that was replaced is refused', async () => {
    const sha256 = await store.add(Buffer.from('original'))
    await opened.change(sha256, 'replaced')
    await expect(store.read(sha256, { start: 0, end: 3 })).rejects.toBeInstanceOf(ChangedFile)
    // The same bytes, but without their hash at the bucket.
    await opened.change(sha256, 'original')
    expect(await textOf(await store.read(sha256, { start: 0, end: 3 }))).toBe('orig')
    expect(reasons).toEqual([])
  })
})
