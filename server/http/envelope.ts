import { webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { limits } from '#shared/limits.ts'

const deflate = promisify(deflateRaw)
const utf8 = new TextEncoder()

export type Envelope = { v: 1; z: 0 | 1; s: string; iv: string; ct: string }

/**
 * Envelope: encrypts a response with a key that is derived from the token of the session (`docs/api.md`). It hides
 * bodies from casual logs; no security decision rests on it.
 */
export async function seal(text: string, { token, about }: { token: string; about: string }): Promise<Envelope> {
  const plain = utf8.encode(text)
  const deflated = plain.length > limits.envelope.deflate_above_bytes
  const salt = webcrypto.getRandomValues(new Uint8Array(16))
  const iv = webcrypto.getRandomValues(new Uint8Array(12))
  const sealed = await webcrypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: utf8.encode(about) },
    await deriveKey(token, salt),
    deflated ? new Uint8Array(await deflate(plain)) : plain,
  )
  return { v: 1, z: deflated ? 1 : 0, s: base64url(salt), iv: base64url(iv), ct: base64url(new Uint8Array(sealed)) }
}

async function deriveKey(token: string, salt: Uint8Array<ArrayBuffer>) {
  const ikm = await webcrypto.subtle.importKey('raw', utf8.encode(token), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8.encode('hukum/envelope/v1') }
  return webcrypto.subtle.deriveKey(derivation, ikm, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
