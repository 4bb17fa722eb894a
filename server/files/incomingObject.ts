import { createHash } from 'node:crypto'
import { limits } from '#shared/limits.ts'
import type { Bucket, SentPart } from './bucket.ts'
import { leaveToSweep } from './fileStore.ts'

const { part_bytes } = limits.file.bucket_sizes

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** An object whose size is not known: one that is no longer than a part is put at once, a longer one as a multipart upload. */
export class IncomingObject {
  readonly #bucket: Bucket
  readonly #key: string
  #chunks: Buffer[] = []
  #length = 0
  #upload: string | undefined
  readonly #parts: SentPart[] = []

  constructor(bucket: Bucket, key: string) {
    this.#bucket = bucket
    this.#key = key
  }

  async write(chunk: Buffer) {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length >= part_bytes) await this.#sendPart()
  }

  async end() {
    if (this.#upload === undefined) {
      const bytes = this.#take()
      await this.#bucket.put(this.#key, bytes, hashOf(bytes).toString('base64'))
      return
    }
    if (this.#length > 0) await this.#sendPart()
    await this.#bucket.completeMultipart(this.#key, this.#upload, this.#parts)
  }

  async abort() {
    if (this.#upload !== undefined) await this.#bucket.abortMultipart(this.#key, this.#upload).catch(leaveToSweep)
  }

  async #sendPart() {
    this.#upload ??= await this.#bucket.beginMultipart(this.#key)
    if (this.#upload === undefined) throw new Error('the bucket began no multipart upload')
    const Body = this.#take()
    const part = {
      UploadId: this.#upload,
      PartNumber: this.#parts.length + 1,
      Body,
      sha256: hashOf(Body).toString('base64'),
    }
    this.#parts.push(await this.#bucket.putPart(this.#key, part))
  }

  #take() {
    const bytes = Buffer.concat(this.#chunks, this.#length)
    this.#chunks = []
    this.#length = 0
    return bytes
  }
}
