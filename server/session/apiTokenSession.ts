import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { logPosition } from '#server/db/replica.ts'
import type { ApiTokens } from '#server/security/apiTokens.ts'
import { scopePermits, type ApiTokenScope } from '#shared/apiTokenScopes.ts'
import { accountIsOpen } from './account.ts'
import { abilitiesOf, runningSubscription, type Session } from './session.ts'

/** A personal API token that can be used: not revoked, not expired, and of an open account. */
export const apiTokenIsAlive = sql<boolean>`(
  api_tokens.revoked_at is null
  and api_tokens.ends_at > now()
  and ${accountIsOpen})`

type TokenRow = Pick<Session, 'id' | 'user_id' | 'created_at' | 'ends_at' | 'abilities' | 'log_position'> &
  Session['user'] & { scopes: ApiTokenScope[] }

/**
 * The session of a personal API token, or undefined: the permissions of its user, as they are now, that its scopes let
 * through. One query, which also updates `used_at` at most once a minute.
 */
export async function restoreApiToken(
  { db, apiTokens }: { db: Db; apiTokens: ApiTokens },
  token: string,
): Promise<Session | undefined> {
  const hash = apiTokens.hash(token)
  if (!hash) return undefined

  const { rows } = await sql<TokenRow>`
    -- prepared: api_token
    with alive as (
      select api_tokens.id, api_tokens.user_id, api_tokens.scopes, api_tokens.created_at, api_tokens.ends_at,
             users.name, users.email, users.avatar_file_id,
             ${abilitiesOf} as abilities,
             ${runningSubscription} as subscription
        from api_tokens
        join users on users.id = api_tokens.user_id
       where api_tokens.token_hash = ${hash}
         and ${apiTokenIsAlive}),
    used as (
      update api_tokens
         set used_at = now()
        from alive
       where api_tokens.id = alive.id
         and coalesce(api_tokens.used_at < now() - interval '1 minute', true))
    select *, ${logPosition} as log_position from alive`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { name, email, avatar_file_id, subscription, abilities, ...rest } = row
  return {
    ...rest,
    token,
    expires_at: row.ends_at,
    remember: false,
    abilities: abilities.filter((ability) => row.scopes.some((scope) => scopePermits(scope, ability))),
    user: { name, email, avatar_file_id, subscription },
  }
}
