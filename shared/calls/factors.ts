import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { visibleLine } from './text.ts'

/** The ways to prove a sign-in after the password, the preferred one first. */
export type SecondFactor = 'passkey' | 'totp' | 'recovery' | 'email'

/** A one-time code; the web normalizes Arabic-Indic digits and pasted spaces. */
export const oneTimeCode = z
  .string()
  .max(6)
  .regex(/^\d{6}$/)
/** A recovery code as typed: in any case, with or without its hyphen. */
export const recoveryCode = z
  .string()
  .max(limits.factor.recovery_typed_letters)
  .regex(/^[\w -]+$/)

const currentPassword = z.string().min(1).max(1024)
export const factorPasswordInput = z.strictObject({ CurrentPassword: currentPassword })
export const totpConfirmInput = z.strictObject({ otp: oneTimeCode })
export const emailCodesInput = z.strictObject({ CurrentPassword: currentPassword, Allowed: z.boolean() })

const base64url = (letters: number) =>
  z
    .string()
    .min(1)
    .max(letters)
    .regex(/^[\w-]+$/)
const { credential_letters, client_data_letters, attestation_letters, signature_letters } = limits.factor

/** What a browser answers to the options of a new passkey (WebAuthn), in base64url. */
export const passkeyAttestation = z.strictObject({
  id: base64url(credential_letters),
  clientDataJSON: base64url(client_data_letters),
  attestationObject: base64url(attestation_letters),
  transports: z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).max(7),
})
/** What a browser answers to the options of a sign-in. */
export const passkeyAssertion = z.strictObject({
  id: base64url(credential_letters),
  clientDataJSON: base64url(client_data_letters),
  authenticatorData: base64url(signature_letters),
  signature: base64url(signature_letters),
})

const passkeyName = visibleLine(limits.factor.name_letters)
export const passkeyConfirmInput = z.strictObject({ Name: passkeyName, Credential: passkeyAttestation })
export const passkeyRenameInput = z.strictObject({ id: z.int().min(1).max(limits.record.id), Name: passkeyName })
export const passkeyRemoveInput = z.strictObject({
  id: z.int().min(1).max(limits.record.id),
  CurrentPassword: currentPassword,
})

type CredentialId = { id: string; transports?: string[]; type: string }
/** The options of `navigator.credentials.create`, as JSON; bytes are in base64url. */
export type PasskeyCreation = {
  rp: { id?: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { alg: number; type: 'public-key' }[]
  excludeCredentials?: CredentialId[]
}
/** The options of `navigator.credentials.get`, as JSON. */
export type PasskeyRequest = { challenge: string; rpId?: string; allowCredentials?: CredentialId[] }

/** A passkey of the signed-in user. */
export type OwnPasskey = { id: number; name: string; created_at: string; used_at: string | null }

/** The second factors of the signed-in user. Times are ISO 8601 in UTC. */
export type OwnFactors = {
  totp: { created_at: string; used_at: string | null } | null
  passkeys: OwnPasskey[]
  /** The host that passkeys belong to; null where the address of the web allows none. */
  passkey_host: string | null
  /** The unused recovery codes; null without a factor that they could stand in for. */
  recovery_codes: number | null
  /** Whether a code by e-mail is accepted as well; always without another factor. */
  email_codes: boolean
}

/** A new secret of an authenticator app, in base32 and as the address in its QR code. */
export type NewTotp = { Secret: string; Uri: string }

/** Shown once; empty when the account keeps the codes that it has. */
export type RecoveryCodes = { RecoveryCodes: string[] }
