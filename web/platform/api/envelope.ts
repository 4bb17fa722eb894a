/** An answer encrypted for the session of the caller: `docs/api.md` describes the format. */
type Envelope = { v: 1; z: 0 | 1; s: string; iv: string; ct: string }

type Sealed = { key: Bytes; iv: Bytes; about: Bytes; sealed: Bytes }
type Bytes = Uint8Array<ArrayBuffer>

const utf8 = new TextEncoder()
const info = utf8.encode('hukum/envelope/v1')

export function isEnvelope(answer: unknown): answer is Envelope {
  if (typeof answer !== 'object' || answer === null) return false
  return 'v' in answer && answer.v === 1 && 'ct' in answer && typeof answer.ct === 'string'
}

/** Decrypts the JSON. Throws when it was not sealed for this token and this call. */
export async function openEnvelope(envelope: Envelope, { token, about }: { token: string; about: string }) {
  const salt = bytesOf(envelope.s)
  const parts = { iv: bytesOf(envelope.iv), about: utf8.encode(about), sealed: bytesOf(envelope.ct) }
  // Browsers offer WebCrypto over https and on localhost only; plain http on a local network has none.
  const open = hasWebCrypto() ? openByBrowser : openByLibrary
  const plain = await open(utf8.encode(token), salt, parts)
  return new TextDecoder('utf-8', { fatal: true }).decode(envelope.z === 1 ? await inflate(plain) : plain)
}

const hasWebCrypto = () => 'subtle' in globalThis.crypto

async function openByBrowser(token: Bytes, salt: Bytes, { iv, about, sealed }: Omit<Sealed, 'key'>): Promise<Bytes> {
  const { subtle } = globalThis.crypto
  const material = await subtle.importKey('raw', token, 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info }
  const key = await subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
  return new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv, additionalData: about }, key, sealed))
}

/** The same with a JavaScript library, loaded lazily. */
export async function openByLibrary(
  token: Bytes,
  salt: Bytes,
  { iv, about, sealed }: Omit<Sealed, 'key'>,
): Promise<Bytes> {
  const [{ gcm }, { hkdf }, { sha256 }] = await Promise.all([
    import('@noble/ciphers/aes.js'),
    import('@noble/hashes/hkdf.js'),
    import('@noble/hashes/sha2.js'),
  ])
  return new Uint8Array(gcm(hkdf(sha256, token, salt, info, 32), iv, about).decrypt(sealed))
}

async function inflate(bytes: Bytes): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Response(stream).arrayBuffer()
}

function bytesOf(base64url: string): Bytes {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
