import type { Sealed } from '#server/security/seals.ts'
import type { Language } from '#shared/messages.ts'

/** What each kind of letter tells. Secrets are sealed until the letter is written out; times are ISO 8601 in UTC. */
export type Content = {
  /** A one-time code, for signing in or for registering. */
  code: { for: 'login' | 'register'; code: Sealed }
  /** The link of somebody who forgot the password. */
  reset: { reference: Sealed }
  'new-account': { name: string }
  /** For an e-mail that was about to be registered although it has an account. */
  'already-registered': object
  'password-changed': { name: string; at: string; address: string }
  'new-sign-in': { name: string; at: string; address: string; user_agent: string }
  'role-changed': { name: string; roles: string[] }
  /** Too many failures: the account opens again by itself. */
  locked: { name: string; until: string; address: string }
  /** A first password, or one that the staff made anew. */
  'first-password': { name: string; password: Sealed }
}

export type Kind = keyof Content

/** A letter to one person; without a language it is in that of the last sign-in, or in both. */
export type Letter = {
  [K in Kind]: { kind: K; recipient: string; language?: Language; content: Content[K] }
}[Kind]

/** A letter that has been written down and waits. */
export type WaitingLetter = Omit<Letter, 'language'> & { id: number; language: Language | 'both' }
