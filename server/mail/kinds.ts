import type { Sealed } from '#server/security/seals.ts'
import type { Language } from '#shared/messages.ts'

/** The template data of each kind of e-mail. Secrets are sealed until it is composed; times are ISO 8601 in UTC. */
export type EmailContent = {
  /** A one-time code, for signing in or for registering. */
  code: { for: 'login' | 'register'; code: Sealed }
  /** The link of a user who forgot the password. */
  reset: { reference: Sealed }
  'new-account': { name: string }
  /** Sent to an address that was about to be registered and already has an account. */
  'already-registered': object
  'password-changed': { name: string; at: string; address: string }
  'new-sign-in': { name: string; at: string; address: string; user_agent: string }
  /** The oldest session, of this device, was ended because the user has too many. */
  'session-ended': { name: string; address: string; user_agent: string }
  /** The second factors or the API tokens of an account were changed. */
  'sign-in-changed': { name: string; at: string; address: string; change: SignInChange }
  'role-changed': { name: string; roles: string[] }
  /** Too many failed sign-ins: the account unlocks by itself. */
  locked: { name: string; until: string; address: string }
  /** To a new e-mail address, which takes effect by its link. */
  'email-confirm': { name: string; reference: Sealed }
  /** To the old address when a change is requested, and when it has taken effect; the link stops or reverts it. */
  'email-change': { name: string; email: string; reference: Sealed }
  'email-changed': { name: string; email: string; reference: Sealed }
  /** A first password, or one that the staff has reset. */
  'first-password': { name: string; password: Sealed }
}

/** Changes of how an account can be used, under the names of the audit log. */
export type SignInChange =
  | 'totp-added'
  | 'totp-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'
  | 'email-codes-allowed'
  | 'email-codes-refused'
  | 'factors-reset'
  | 'factors-reverted'
  | 'token-created'
  | 'token-revoked'

export type EmailKind = keyof EmailContent

/** An e-mail to one recipient. Without a language it uses that of their last sign-in, or both. */
export type Email = {
  [K in EmailKind]: { kind: K; recipient: string; language?: Language; content: EmailContent[K] }
}[EmailKind]

/** A row of the outbox that has not been sent. */
export type PendingEmail = Omit<Email, 'language'> & { id: number; language: Language | 'both' }
