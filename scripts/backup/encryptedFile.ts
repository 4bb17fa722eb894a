import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { StartupError } from '#server/config/env.ts'

/**
 * Secrets under a passphrase: scrypt, then AES-256-GCM in chunks. Each chunk is authenticated with its place and with
 * whether it is the last one, so that none can be changed, left out, repeated, or moved.
 *
 * Header: magic (8 bytes), log2 of the cost of scrypt (1), salt (16), prefix of the nonces (7), HMAC-SHA256 of the header (32).
 * Chunk: ciphertext of 64 KiB, of the rest in the last one, and a tag of 16 bytes; nonce = prefix, number (4), 1 in the last (1).
 */
const magic = Buffer.from('HUKUMSE1')
const chunk_bytes = 64 * 1024
const tag_bytes = 16
/** 64 MiB of memory and about a fifth of a second. */
const defaultCost = 16
/** What a file may ask for. */
const maxCost = 18
const size = { fixed: 32, mac: 32 }

export const minPassphraseLetters = 12

/** `costLog2` is the cost of a guess. */
export async function encrypt(plaintext: Buffer, passphrase: string, costLog2 = defaultCost): Promise<Buffer> {
  const fixed = Buffer.concat([magic, Buffer.from([costLog2]), randomBytes(16), randomBytes(7)])
  const keys = await deriveKeys(passphrase, fixed)
  const parts = [fixed, keys.mac]
  for (let number = 0, from = 0; number === 0 || from < plaintext.length; number += 1, from += chunk_bytes) {
    const isLast = from + chunk_bytes >= plaintext.length
    const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonceOf(fixed, number, isLast))
    parts.push(cipher.update(plaintext.subarray(from, from + chunk_bytes)), cipher.final(), cipher.getAuthTag())
  }
  return Buffer.concat(parts)
}

/** Throws a `StartupError` for a wrong passphrase, and for bytes that were changed. */
export async function decrypt(bytes: Buffer, passphrase: string): Promise<Buffer> {
  const fixed = bytes.subarray(0, size.fixed)
  const body = bytes.subarray(size.fixed + size.mac)
  if (!fixed.subarray(0, magic.length).equals(magic) || costOf(fixed) < 1 || costOf(fixed) > maxCost) throw changed()
  const keys = await deriveKeys(passphrase, fixed)
  const mac = bytes.subarray(size.fixed, size.fixed + size.mac)
  if (mac.length !== size.mac || body.length < tag_bytes) throw changed()
  if (!timingSafeEqual(mac, keys.mac)) throw new StartupError('The passphrase of the secrets is wrong.')

  const parts: Buffer[] = []
  for (let number = 0, from = 0; number === 0 || from < body.length; number += 1, from += chunk_bytes + tag_bytes) {
    const chunk = body.subarray(from, from + chunk_bytes + tag_bytes)
    parts.push(openChunk(chunk, keys.encryption, nonceOf(fixed, number, from + chunk.length >= body.length)))
  }
  return Buffer.concat(parts)
}

const costOf = (fixed: Buffer) => fixed[magic.length] ?? 0

function openChunk(chunk: Buffer, key: Buffer, nonce: Buffer) {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tag_bytes })
    decipher.setAuthTag(chunk.subarray(-tag_bytes))
    return Buffer.concat([decipher.update(chunk.subarray(0, -tag_bytes)), decipher.final()])
  } catch {
    throw changed()
  }
}

const changed = () => new StartupError('The file of the secrets was changed after it was written.')

function nonceOf(fixed: Buffer, number: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  fixed.copy(nonce, 0, size.fixed - 7)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

const scryptAsync = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
)

async function deriveKeys(passphrase: string, fixed: Buffer) {
  const salt = fixed.subarray(magic.length + 1, magic.length + 17)
  const cost = { N: 2 ** costOf(fixed), r: 8, p: 1, maxmem: 512 * 1024 ** 2 }
  const derived = await scryptAsync(passphrase.normalize('NFC'), salt, 64, cost)
  const mac = createHmac('sha256', derived.subarray(32)).update(fixed).digest()
  return { encryption: derived.subarray(0, 32), mac }
}
