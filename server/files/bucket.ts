import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  type CompletedPart,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { BucketEnv } from '#server/config/env.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { limits } from '#shared/limits.ts'

export type Bucket = ReturnType<typeof openBucket>

/** `sha256` is in base64, where the server states the hash of the whole object; `modified` is in ms. */
type Head = { size: number; etag: string | undefined; modified: number; sha256: string | undefined }

const { call_ms, transfer_ms, stall_ms, connect_ms, attempts } = limits.file.bucket

/**
 * The calls of an S3-compatible bucket that the file store makes, each with a deadline over all its attempts. Keys are below
 * S3_PREFIX; hashes are SHA-256 in base64. Every failure but a missing object is reported, and thrown as `files-unavailable`.
 */
export function openBucket(env: BucketEnv, onFailure: (reason: string) => void) {
  const client = openClient(env)
  const Bucket = env.S3_BUCKET ?? ''
  const prefix = env.S3_PREFIX ?? ''
  const calls = {
    client,
    Bucket,
    prefix,
    at: (key: string) => ({ Bucket, Key: prefix + key }),
    ...createAsk(onFailure),
  }
  return {
    onFailure,
    ping: async () => {
      const found = await calls.ask((signal) => client.send(new HeadBucketCommand({ Bucket }), signal))
      if (!found) throw calls.unavailable(new Error('S3_BUCKET does not exist'))
    },
    ...readCalls(calls),
    ...writeCalls(calls),
    ...multipartCalls(calls),
    ...listCalls(calls),
    ...deleteCalls(calls),
  }
}

type Signal = { abortSignal: AbortSignal }
type Calls = ReturnType<typeof createAsk> & {
  client: S3Client
  Bucket: string
  prefix: string
  at: (key: string) => { Bucket: string; Key: string }
}

function openClient(env: BucketEnv) {
  const agent = { maxSockets: limits.file.bucket_sizes.sockets }
  return new S3Client({
    region: env.S3_REGION ?? 'us-east-1',
    ...(env.S3_ENDPOINT !== undefined && { endpoint: env.S3_ENDPOINT }),
    forcePathStyle:
      env.S3_FORCE_PATH_STYLE === undefined ? env.S3_ENDPOINT !== undefined : env.S3_FORCE_PATH_STYLE === 'true',
    credentials: { accessKeyId: env.S3_ACCESS_KEY_ID ?? '', secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '' },
    maxAttempts: attempts,
    expectContinueHeader: false,
    // What is read is compared with its SHA-256 by the store.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connect_ms, socketTimeout: 0, httpAgent: agent, httpsAgent: agent },
  })
}

const missing: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound'])

function createAsk(onFailure: (reason: string) => void) {
  const unavailable = (error: unknown) => {
    if (error instanceof ApiError) return error
    onFailure(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
    return new ApiError('files-unavailable', { retryAfterSeconds: limits.request.retry_after_seconds })
  }
  /** Runs a call within its deadline. A stream in its result may take longer. Undefined for a missing object. */
  async function ask<Result>(
    run: (signal: Signal) => Promise<Result>,
    longest_ms: number = call_ms,
  ): Promise<Result | undefined> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), longest_ms)
    try {
      return await run({ abortSignal: controller.signal })
    } catch (error) {
      if (error instanceof Error && missing.has(error.name)) return undefined
      throw unavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }
  return { ask, unavailable }
}

/** The hash of a multipart upload is one of the hashes of its parts, with their number. */
const wholeHash = (sha256: string | undefined) => (sha256?.includes('-') ? undefined : sha256)

type Range = { start: number; end: number; etag?: string | undefined }

const readCalls = ({ client, at, ask, unavailable }: Calls) => ({
  /** Undefined also when the bucket is missing: the answer to a HEAD does not say which. */
  async head(key: string, longest_ms?: number): Promise<Head | undefined> {
    const found = await ask(
      (signal) => client.send(new HeadObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' }), signal),
      longest_ms,
    )
    if (!found) return undefined
    const { ContentLength: size = 0, ETag: etag, LastModified, ChecksumSHA256 } = found
    return { size, etag, modified: LastModified?.getTime() ?? 0, sha256: wholeHash(ChecksumSHA256) }
  },

  /** The bytes of an object, or a range of them as long as it has an etag; undefined when it is missing. */
  async get(key: string, range?: Range): Promise<{ body: Readable; bytes: AsyncIterable<Buffer> } | undefined> {
    const part = range && { Range: `bytes=${range.start}-${range.end}`, IfMatch: range.etag }
    const found = await ask((signal) => client.send(new GetObjectCommand({ ...at(key), ...part }), signal))
    if (!found) return undefined
    const body = found.Body as Readable
    return { body, bytes: unstalled(body, unavailable) }
  },
})

/** The bytes of a response. Fails when the next ones do not come in time; how long the reader takes does not matter. */
async function* unstalled(body: Readable, unavailable: (error: unknown) => Error) {
  const chunks = body.iterator() as AsyncIterator<Buffer>
  try {
    for (;;) {
      const timer = setTimeout(() => body.destroy(new Error('the bucket sent no byte in time')), stall_ms)
      const next = await chunks.next().finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  } catch (error) {
    // A body without an error of its own was destroyed by its reader, who has left.
    throw body.errored ? unavailable(error) : error
  } finally {
    body.destroy()
  }
}

const writeCalls = ({ client, Bucket, prefix, at, ask }: Calls) => ({
  put: (key: string, body: Uint8Array, sha256: string) =>
    ask(
      (signal) =>
        client.send(
          new PutObjectCommand({ ...at(key), Body: body, ContentLength: body.length, ChecksumSHA256: sha256 }),
          signal,
        ),
      transfer_ms,
    ),

  /** Copies within the bucket. Returns the hash of the copy, where the server states it; undefined when `from` is missing. */
  copy: async (from: string, to: string): Promise<{ sha256: string | undefined } | undefined> => {
    const source = { CopySource: `${Bucket}/${prefix}${from}`, ChecksumAlgorithm: 'SHA256' as const }
    const done = await ask((signal) => client.send(new CopyObjectCommand({ ...at(to), ...source }), signal))
    return done && { sha256: wholeHash(done.CopyObjectResult?.ChecksumSHA256) }
  },
})

export type SentPart = CompletedPart

const multipartCalls = ({ client, at, ask }: Calls) => ({
  async beginMultipart(key: string): Promise<string | undefined> {
    const command = new CreateMultipartUploadCommand({ ...at(key), ChecksumAlgorithm: 'SHA256' })
    return (await ask((signal) => client.send(command, signal)))?.UploadId
  },

  async putPart(
    key: string,
    part: { UploadId: string; PartNumber: number; Body: Buffer; sha256: string },
  ): Promise<SentPart> {
    const { sha256: ChecksumSHA256, ...sent } = part
    const command = new UploadPartCommand({ ...at(key), ...sent, ContentLength: sent.Body.length, ChecksumSHA256 })
    const done = await ask((signal) => client.send(command, signal), transfer_ms)
    return { PartNumber: sent.PartNumber, ETag: done?.ETag, ChecksumSHA256 }
  },

  completeMultipart: (key: string, UploadId: string, Parts: SentPart[]) =>
    ask(
      (signal) =>
        client.send(new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts } }), signal),
      transfer_ms,
    ),

  abortMultipart: (key: string, UploadId: string) =>
    ask((signal) => client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId }), signal)),
})

type Listed = { key: string; modified: number }

const listCalls = ({ client, Bucket, prefix, ask }: Calls) => ({
  /** The objects whose keys begin with `start`, in pages. */
  async *list(start: string): AsyncGenerator<Listed[]> {
    let next: { ContinuationToken?: string | undefined } | undefined = {}
    while (next) {
      const command: ListObjectsV2Command = new ListObjectsV2Command({ Bucket, Prefix: prefix + start, ...next })
      const page = await ask((signal) => client.send(command, signal))
      yield (page?.Contents ?? []).map(({ Key, LastModified }) => listed(prefix, Key, LastModified))
      next = page?.IsTruncated ? { ContinuationToken: page.NextContinuationToken } : undefined
    }
  },

  /** The multipart uploads that were begun and neither completed nor aborted, in pages. */
  async *listMultiparts(start: string): AsyncGenerator<(Listed & { id: string })[]> {
    let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
    while (next) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
        Bucket,
        Prefix: prefix + start,
        ...next,
      })
      const page: ListMultipartUploadsCommandOutput | undefined = await ask((signal) => client.send(command, signal))
      yield (page?.Uploads ?? []).map(({ Key, Initiated, UploadId: id = '' }) => ({
        ...listed(prefix, Key, Initiated),
        id,
      }))
      next = page?.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
    }
  },
})

const listed = (prefix: string, key = '', time?: Date): Listed => ({
  key: key.slice(prefix.length),
  modified: time?.getTime() ?? Infinity,
})

const deleteCalls = ({ client, Bucket, prefix, at, ask, unavailable }: Calls) => ({
  /** Deletes an object, or gives up after `longest_ms`: no later attempt follows. */
  delete: async (key: string, longest_ms: number) =>
    void (await ask((signal) => client.send(new DeleteObjectCommand(at(key)), signal), longest_ms)),

  /** Deletes up to a thousand objects; missing ones are no failure. */
  async deleteAll(keys: readonly string[]) {
    if (keys.length === 0) return
    const Objects = keys.map((key) => ({ Key: prefix + key }))
    const done = await ask((signal) =>
      client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }), signal),
    )
    const [failure] = done?.Errors ?? []
    if (failure) throw unavailable(new Error(`${failure.Code}: ${failure.Key} was not deleted`))
  },
})
