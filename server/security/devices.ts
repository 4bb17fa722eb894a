import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { limits } from '#shared/limits.ts'

/**
 * A browser that has signed in before, by its device cookie (OWASP). It is no credential: it selects the queue in which
 * passwords are verified and the counters of attempts.
 */
const deviceSchema = z.strictObject({
  id: z.string(),
  /** Until when it is known, in seconds since 1970. */
  until: z.int(),
  /** The accounts that have signed in with it, the last one first: the id and a fingerprint of the password. */
  accounts: z.array(z.tuple([z.int(), z.string()])),
})

export type Device = z.output<typeof deviceSchema>

export type Devices = ReturnType<typeof createDevices>

type Account = { id: number; password_hash: string | null }

type Sign = (text: string) => string

/** Signs with a key that is derived from a secret of the installation. */
function signerOf(secret: string): Sign {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(secret, 'base64url'), '', 'hukum/devices/v1', 32))
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

/** Device cookies; those that a former secret has signed are known as well. */
export function createDevices(secret: string, former: readonly string[] = []) {
  const sign = signerOf(secret)
  const signers = [sign, ...former.map(signerOf)]
  /** A new password makes the browsers of an account unknown, also those of an attacker who had the former one. */
  const fingerprintOf = ({ id, password_hash }: Account, by = sign) => by(`${id} ${password_hash ?? ''}`).slice(0, 16)

  return {
    /** The device of a cookie; undefined without one, or when it is not ours or has expired. */
    read(cookie: string | undefined): Device | undefined {
      const [payload = '', signature = ''] = cookie?.split('.') ?? []
      if (!signers.some((by) => isEqual(signature, by(payload)))) return undefined
      const { data } = deviceSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      return data && data.until > Date.now() / 1000 ? data : undefined
    },

    /** Whether the account has signed in with the device, and has the same password still. */
    isOf: (device: Device | undefined, account: Account) =>
      device?.accounts.some(
        ([id, print]) => id === account.id && signers.some((by) => print === fingerprintOf(account, by)),
      ) ?? false,

    /** The cookie of a device, or of a new one, with which an account has signed in now. */
    write(device: Device | undefined, account: Account): string {
      const others = device?.accounts.filter(([id]) => id !== account.id) ?? []
      const own: Device['accounts'][number] = [account.id, fingerprintOf(account)]
      const known: Device = {
        id: device?.id ?? randomBytes(16).toString('base64url'),
        until: Math.floor(Date.now() / 1000) + limits.device.days * 86_400,
        accounts: [own, ...others].slice(0, limits.device.accounts),
      }
      const payload = Buffer.from(JSON.stringify(known)).toString('base64url')
      return `${payload}.${sign(payload)}`
    },
  }
}

function isEqual(actual: string, expected: string) {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
