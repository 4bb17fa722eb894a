import { z } from 'zod'

export const loginInput = z.strictObject({
  email: z.email().max(254),
  password: z.string().min(1).max(1024),
  remember: z.boolean().optional(),
})

export type SessionUser = {
  name: string
  email: string
  /** A data or same-site address; null where the initials are drawn. */
  avatar: string | null
  /** What the running subscription allows; null without one. */
  subscription: { name: string; ends_at: string | null; copy_access: boolean } | null
}

/** What the web may know of its session. Times are ISO 8601 in UTC. */
export type DecodedToken = {
  created_at: string
  expires_at: string
  remember: boolean
  abilities: string[]
  user: SessionUser
}

/** The answer of `auth/login`, `auth/me` and `auth/refresh` when there is a session. */
export type SessionAnswer = {
  decodedToken: DecodedToken
  encodedToken: string
  /** The abilities again, under the specification's name. */
  scp: string[]
  user: SessionUser
}

/** `auth/login` may ask for a new password (`hash`) or a one-time code (`otp` and `Reference`) instead. */
export type LoginAnswer = Partial<SessionAnswer> & { hash?: string; otp?: boolean; Reference?: string }
