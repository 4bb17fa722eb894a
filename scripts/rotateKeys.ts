import { resolve } from 'node:path'
import { rotateTokenKey, tokenKeyId } from '#server/config/secrets.ts'
import { limits } from '#shared/limits.ts'
import { loadEnv, openLibrary, parseFlags, requireLibrary, runScript } from './environment.ts'

/**
 * `npm run rotate-keys` adds a new key that signs tokens; sessions continue. `npm run rotate-keys -- --leaked` also forgets the
 * former keys: every user has to log in again.
 */
await runScript(async () => {
  const usage = 'npm run rotate-keys [-- --leaked]'
  const { leaked } = parseFlags(usage, { leaked: { type: 'boolean', default: false } })
  const env = loadEnv()
  // The embedded database is in DATA_DIR, as the secrets are.
  if (env.DATABASE_URL) await openLibrary(env)
  else requireLibrary(env)
  const secrets = rotateTokenKey(resolve(env.DATA_DIR), { isLeaked: leaked })
  console.log(
    `Tokens are signed by key ${tokenKeyId(secrets)} from the next start: restart every process of the server${leaked ? ' at once' : ', one after the other if you like'}.`,
  )
  console.log(
    leaked
      ? 'The former keys are forgotten: every user has to log in again.'
      : `The former key verifies the tokens of earlier log-ins for ${limits.session.remember_days} days.`,
  )
})
