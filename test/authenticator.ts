import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An authenticator in software (WebAuthn, level 3), as far as the tests of the server need it. */
export function createAuthenticator({ origin = 'http://localhost:4000', rpId = 'localhost' } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let count = 0

  const clientData = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  const authenticatorData = (flags: number, rest = Buffer.alloc(0)) => {
    const start = Buffer.alloc(5)
    start.writeUInt8(flags)
    start.writeUInt32BE(count, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), start, rest])
  }

  return {
    id,
    setCount: (next: number) => void (count = next),

    /** The response to the options of a creation. `isVerified`: the user was verified, not only present. */
    create({ challenge }: { challenge: string }, { isVerified = true } = {}) {
      const data = authenticatorData(isVerified ? 0x45 : 0x41, attestedCredential(credentialId, publicKey))
      return {
        id,
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationOf(data).toString('base64url'),
        transports: ['internal'],
      }
    },

    /** The response to the options of a request. */
    get({ challenge }: { challenge: string }, { isVerified = true } = {}) {
      count += 1
      const data = authenticatorData(isVerified ? 0x05 : 0x01)
      const client = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      }
    },
  }
}

const attestationOf = (authenticatorData: Buffer) =>
  map([
    [text('fmt'), text('none')],
    [text('attStmt'), map([])],
    [text('authData'), bytes(authenticatorData)],
  ])

/** The id and the public key of a credential: COSE with kty EC2, alg ES256, crv P-256, x, y. */
function attestedCredential(credentialId: Buffer, publicKey: KeyObject) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  ])
  const aaguid = Buffer.alloc(16)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credentialId.length)
  return Buffer.concat([aaguid, length, credentialId, key])
}

/** CBOR (RFC 8949): the types that a credential needs. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
