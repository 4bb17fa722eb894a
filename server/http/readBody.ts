import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError } from '#server/endpoint/apiError.ts'
import { limits } from '#shared/limits.ts'

const { body_bytes, body_parts, object_keys } = limits.request

/**
 * Parses JSON in UTF-8; a large body is parsed in another turn of the event loop than it was counted in. Throws `not-json`,
 * also for bytes that are not UTF-8, and `invalid` for a body of too many parts.
 */
export async function readBody(body: unknown): Promise<unknown> {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined
  if (body.length > body_bytes) {
    await requireFewParts(body)
    await nextTurn()
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    throw new ApiError('not-json')
  }
}

const [quote, backslash, colon, comma, bracket, brace] = Buffer.from('"\\:,[{')

/** So many bytes are counted in one turn of the event loop. */
const bytesOfTurn = 2 * 1024 ** 2

/**
 * The time that JSON takes to parse grows with its lists, objects, and keys, and most with the keys of one object: no text
 * has so many. The bytes are counted outside of strings.
 */
async function requireFewParts(json: Buffer) {
  let [parts, keys, turnEnd] = [0, 0, bytesOfTurn]
  for (let at = 0; at < json.length; at += 1) {
    if (at >= turnEnd) {
      await nextTurn()
      turnEnd = at + bytesOfTurn
    }
    const byte = json[at]
    if (byte === quote) at = endOfString(json, at)
    else if (byte === brace || byte === bracket) {
      parts += 1
      keys = 0
    } else if (byte === colon) {
      parts += 1
      keys += 1
    } else if (byte === comma) parts += 1
    if (parts > body_parts || keys > object_keys) throw tooManyParts(keys > object_keys ? object_keys : body_parts)
  }
}

function endOfString(json: Buffer, start: number) {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}

const tooManyParts = (maximum: number) =>
  new ApiError('invalid', { fields: { body: [{ code: 'too-many', values: { maximum } }] } })
