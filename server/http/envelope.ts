import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync } from 'node:zlib'
import { limits } from '#shared/limits.ts'

/** A tenth larger than by the usual level, in half of the time. */
const options = { level: 3 }
const deflateElsewhere = promisify(deflateRaw)

/** A usual response is compressed at once, in less than a millisecond: another thread would take as long to be asked. */
const deflate = (plain: Buffer) =>
  plain.length > limits.envelope.deflate_elsewhere_above_bytes
    ? deflateElsewhere(plain, options)
    : deflateRawSync(plain, options)

export type Envelope = { v: 1; z: 0 | 1; s: string; iv: string; ct: string }

/**
 * Envelope: encrypts a response with a key that is derived from the token of the session (`docs/api.md`). It hides
 * bodies from casual logs; no security decision rests on it.
 */
export async function seal(text: string, { token, about }: { token: string; about: string }): Promise<Envelope> {
  const plain = Buffer.from(text)
  const isDeflated = plain.length > limits.envelope.deflate_above_bytes
  const content = isDeflated ? await deflate(plain) : plain
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  // Synchronous: the jobs of WebCrypto cost ten times as much as the encryption of a usual body.
  const cipher = createCipheriv('aes-256-gcm', deriveKey(token, salt), iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
  return { v: 1, z: isDeflated ? 1 : 0, s: base64url(salt), iv: base64url(iv), ct: base64url(sealed) }
}

const deriveKey = (token: string, salt: Buffer) =>
  new Uint8Array(hkdfSync('sha256', token, salt, 'hukum/envelope/v1', 32))

const base64url = (bytes: Buffer) => bytes.toString('base64url')
