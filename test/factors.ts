import { totpCode, totpStep } from '#server/security/totp.ts'
import type { Api } from './api.ts'
import { password } from './factories.ts'

/** The bytes of a secret in base32. */
function bytesOf(secret: string) {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** What an authenticator app shows, by time steps from now: 0 is the current one, 1 the next, which is accepted as well. */
export const appCode = (secret: string, steps: number) => totpCode(bytesOf(secret), totpStep(Date.now()) + steps)

/** A code that no step next to the current one has. */
export function wrongAppCode(secret: string) {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps)))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.has(code)) ?? ''
}

/**
 * Adds an authenticator app to the account of a session. It is confirmed by the current code, so that a sign-in needs the
 * next one; both stay valid if a time step ends meanwhile.
 */
export async function addApp(api: Pick<Api, 'call'>, token: string) {
  const begun = await api.call('auth/factors/totp/begin', { CurrentPassword: password }, { token })
  const secret = String(begun.body['Secret'])
  const { body } = await api.call('auth/factors/totp/confirm', { otp: appCode(secret, 0) }, { token })
  return { secret, recoveryCodes: body['RecoveryCodes'] as string[] }
}
