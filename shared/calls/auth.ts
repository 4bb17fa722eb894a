import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { emailPattern } from '#shared/text/format/email.ts'
import { oneTimeCode as code, passkeyAssertion, recoveryCode, type SecondFactor } from './factors.ts'
import { visibleLine } from './text.ts'

const email = z.email({ pattern: emailPattern }).max(254)
/** A password as typed, compared byte for byte; the server validates new passwords. */
const typedPassword = z.string().min(1).max(1024)
/** The reference of a multi-step flow: 32 random bytes in base64url. */
const stepReference = z
  .string()
  .max(43)
  .regex(/^[\w-]{43}$/)

export const loginInput = z.strictObject({ email, password: typedPassword, remember: z.boolean().optional() })
/** `otp`: the code of an e-mail or of an authenticator app. `passkey`: the answer to `auth/verify/passkey`. */
const proof = { otp: code.optional(), recovery_code: recoveryCode.optional(), passkey: passkeyAssertion.optional() }
export const verifyInput = z
  .strictObject({ reference: stepReference, ...proof })
  .refine((input) => Object.keys(proof).filter((name) => Object.hasOwn(input, name)).length === 1, {
    path: ['otp'],
    message: 'required',
  })
  .meta({ examples: [{ reference: 'A'.repeat(43), otp: '123456' }] })
export const verifyMethodInput = z.strictObject({ reference: stepReference })

export const initEmailInput = z.strictObject({ Email: email })
export const completeEmailInput = z.strictObject({ EmailReference: stepReference, EmailOtp: code })
export const registerInput = z.strictObject({
  Email: email,
  EmailReference: stepReference,
  EmailOtp: code,
  Fullname: visibleLine(limits.person.name_letters),
  Password: typedPassword,
  Password_confirmation: typedPassword,
  Terms: z.boolean().refine((agreed) => agreed, 'terms-needed'),
})

export const resetInitInput = z.strictObject({ Email: email })
export const resetValidateInput = z.strictObject({ ref: stepReference })
export const resetCompleteInput = z.strictObject({
  ref: stepReference,
  Password: typedPassword,
  Password_confirmation: typedPassword,
})
/** The link of an e-mail about a changed e-mail address. */
export const emailLinkInput = z.strictObject({ ref: stepReference })
export type EmailConfirmAnswer = { Email: string }
/** `Ref` authorizes a new password; without it the change had not taken effect yet. */
export type EmailRevertAnswer = { Ref?: string }
export const changePasswordInput = z.strictObject({
  CurrentPassword: typedPassword,
  Password: typedPassword,
  Password_confirmation: typedPassword,
})

export const profileInput = z.strictObject({ Name: visibleLine(limits.person.name_letters) })
/** A PNG, JPEG or WebP picture in base64; null removes it. */
export const avatarInput = z.strictObject({ Image: z.base64().max(limits.person.avatar_base64).nullable() })
export const endSessionInput = z.strictObject({ id: z.uuid() })

export type SessionUser = {
  id: number
  name: string
  email: string
  /** A data or same-site URL; null to show the initials. */
  avatar: string | null
  /** The active subscription; null without one. */
  subscription: { name: string; ends_at: string | null; copy_access: boolean } | null
}

/** The decoded session token. Times are ISO 8601 in UTC. */
export type DecodedToken = {
  created_at: string
  expires_at: string
  remember: boolean
  abilities: string[]
  user: SessionUser
}

/** The response of `auth/login`, `auth/me` and `auth/refresh` with a session. */
export type SessionAnswer = {
  decodedToken: DecodedToken
  encodedToken: string
  /** The abilities again, under the name of the specification. */
  scp: string[]
  user: SessionUser
}

/** `position`: the sequence of the last live change. What is requested after this answer is at least as new. */
export type MeAnswer = SessionAnswer & { position: number }

/**
 * `auth/login` may require a new password (`hash`) or a second factor (`otp` and `Reference`) instead. `Methods`: those that
 * the account offers, the preferred one first; the code of an e-mail has been sent if there is no other.
 */
export type LoginAnswer = Partial<SessionAnswer> & {
  hash?: string
  otp?: boolean
  Reference?: string
  Methods?: SecondFactor[]
}

/** A session of the signed-in user. */
export type OwnSession = {
  id: string
  current: boolean
  remember: boolean
  address: string | null
  user_agent: string
  created_at: string
  seen_at: string
}

/** The account of the signed-in user. Dates are YYYY-MM-DD; the amount is in rufiyaa. */
export type Profile = {
  name: string
  email: string
  avatar: string | null
  created_at: string
  subscription: {
    name: string
    amount: string
    starts_on: string
    ends_on: string | null
    copy_access: boolean
  } | null
}
