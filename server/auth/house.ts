import type { Codes } from '#server/auth/codes.ts'
import type { Tokens } from '#server/auth/tokens.ts'
import type { Links } from '#server/files/links.ts'
import type { FileStore } from '#server/files/store.ts'
import type { Limits } from '#server/limits/limits.ts'

/** Who is asked for a one-time code after the password. */
export type LoginCodes = 'never' | 'staff' | 'everyone'

/** What the calls of accounts are built from. */
export type AuthHouse = {
  tokens: Tokens
  codes: Codes
  limits: Limits
  links: Links
  files: FileStore
  /** How long a token lives. */
  minutes: number
  loginCodes: LoginCodes
}
