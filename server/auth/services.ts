import { createPseudonymizer, type Pseudonymize } from '#server/security/pseudonymize.ts'
import { createCodes, type Codes } from '#server/security/codes.ts'
import { createDevices, type Devices } from '#server/security/devices.ts'
import { type ApiTokens, createApiTokens } from '#server/security/apiTokens.ts'
import { type Challenges, createChallenges } from '#server/security/challenges.ts'
import { type RelyingParty, relyingPartyOf } from '#server/auth/factors/relyingParty.ts'
import { createFactorSecrets, type FactorSecrets } from '#server/security/factorSecrets.ts'
import { createTokens, type Tokens } from '#server/session/tokens.ts'
import type { Env } from '#server/config/env.ts'
import { createFileLinks, type FileLinks } from '#server/session/fileLinks.ts'
import type { FileStore } from '#server/files/fileStore.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'
import type { Secrets } from '#server/config/secrets.ts'

/** Which users need a one-time code after the password. */
export type LoginCodes = Env['LOGIN_OTP']

export type AuthServices = {
  tokens: Tokens
  codes: Codes
  factorSecrets: FactorSecrets
  challenges: Challenges
  /** Undefined where the public address allows no passkeys. */
  relyingParty: RelyingParty | undefined
  apiTokens: ApiTokens
  devices: Devices
  rateLimiter: RateLimiter
  links: FileLinks
  files: FileStore
  pseudonymize: Pseudonymize
  /** The lifetime of a token. */
  minutes: number
  loginCodes: LoginCodes
  /** The name of this installation, when it has one of its own. */
  productName: string | undefined
}

type Parts = {
  env: Env
  secrets: Secrets
  /** The secrets as they are now: keys may have been rotated. */
  readSecretsAgain?: (() => Secrets) | undefined
  rateLimiter: RateLimiter
  files: FileStore
}

export function createAuthServices({ env, secrets, readSecretsAgain, rateLimiter, files }: Parts): AuthServices {
  return {
    tokens: createTokens(secrets, readSecretsAgain),
    codes: createCodes(secrets.code_key),
    apiTokens: createApiTokens(secrets.code_key),
    challenges: createChallenges(secrets.code_key),
    relyingParty: relyingPartyOf(env),
    factorSecrets: createFactorSecrets(secrets.code_key),
    devices: createDevices(
      secrets.token_key,
      secrets.former_token_keys?.map(({ key }) => key),
    ),
    links: createFileLinks(secrets.token_key),
    pseudonymize: createPseudonymizer(secrets.code_key),
    rateLimiter,
    files,
    minutes: env.TOKEN_LIFETIME_MINUTES,
    loginCodes: env.LOGIN_OTP,
    productName: env.PRODUCT_NAME,
  }
}
