import { connect, type NetConnectOpts } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Env } from '#server/config/env.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { limits } from '#shared/limits.ts'

export type Scanner = ReturnType<typeof createScanner>

type ScannerEnv = Pick<Env, 'CLAMD_SOCKET' | 'CLAMD_HOST' | 'CLAMD_PORT'>
type Options = {
  /** How long a file is scanned at most. */
  longest_ms?: number
  /** Called with the reason when a file could not be scanned. */
  onFailure?: (reason: string) => void
}

/** The virus scanner of the environment, or none. */
export function openScanner({ CLAMD_SOCKET, CLAMD_HOST, CLAMD_PORT }: ScannerEnv, options: Options = {}) {
  if (CLAMD_SOCKET !== undefined) return createScanner({ path: CLAMD_SOCKET }, options)
  return CLAMD_HOST === undefined ? undefined : createScanner({ host: CLAMD_HOST, port: CLAMD_PORT }, options)
}

/** A client of clamd: https://docs.clamav.net/manual/Usage/Scanning.html#clamd */
function createScanner(
  address: NetConnectOpts,
  { longest_ms = limits.file.scan_ms, onFailure = () => undefined }: Options,
) {
  return {
    /**
     * The name of what clamd finds in the bytes, or undefined. Throws `scanner-unavailable` when they could not be scanned
     * whole, as when they are more than its `StreamMaxLength`.
     */
    async scan(bytes: AsyncIterable<Uint8Array>): Promise<string | undefined> {
      try {
        return signatureIn(await ask(address, 'INSTREAM', { longest_ms, body: framesOf(bytes) }))
      } catch (error) {
        onFailure(String(error))
        throw new ApiError('scanner-unavailable', { retryAfterSeconds: limits.request.retry_after_seconds })
      }
    },

    /** Throws when clamd does not answer. */
    ping: async (): Promise<void> => {
      const answer = await ask(address, 'PING', { longest_ms, body: [] })
      if (answer !== 'PONG') throw new Error(`clamd answered ${answer}`)
    },
  }
}

function signatureIn(answer: string) {
  if (answer === 'stream: OK') return undefined
  const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? []
  if (name === undefined) throw new Error(`clamd answered ${answer}`)
  return name
}

type Request = { longest_ms: number; body: Iterable<Uint8Array> | AsyncIterable<Uint8Array> }

/** Sends a command and returns the answer, without the zero byte that ends each of them. */
async function ask(address: NetConnectOpts, command: 'INSTREAM' | 'PING', { longest_ms, body }: Request) {
  const socket = connect(address)
  const timer = setTimeout(() => socket.destroy(new Error('clamd did not answer in time')), longest_ms)
  const answer = new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString()
      if (text.endsWith('\0')) resolve(text.slice(0, -1))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('clamd closed the connection')))
  })
  async function* request() {
    yield Buffer.from(`z${command}\0`)
    yield* body
  }
  try {
    // clamd answers before the end of a body that is too long for it, and closes.
    return await Promise.race([answer, pipeline(request, socket, { end: false }).then(() => answer)])
  } finally {
    clearTimeout(timer)
    answer.catch(() => undefined)
    socket.destroy()
  }
}

/** Each part after its length, and a length of 0 at the end. */
async function* framesOf(bytes: AsyncIterable<Uint8Array>) {
  for await (const part of bytes) {
    if (part.length === 0) continue
    yield lengthOf(part.length)
    yield part
  }
  yield lengthOf(0)
}

function lengthOf(length: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
