import { sql } from 'kysely'
import { onlyRow } from '#server/db/onlyRow.ts'
import { z } from 'zod'
import { confirmedEndpoint } from './currentPassword.ts'
import { recordSignInChange } from '#server/auth/factors/changes.ts'
import type { AuthServices } from './services.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { authenticatedEndpoint, type Endpoints } from '#server/endpoint/endpoint.ts'
import { isUsefulScope } from '#shared/apiTokenScopes.ts'
import { apiTokenInput, type NewApiToken, type OwnApiToken, revokeApiTokenInput } from '#shared/calls/apiTokens.ts'
import { limits } from '#shared/limits.ts'

/** The personal API tokens of the own account. A token itself can call none of these. */
export const apiTokenEndpoints = (services: AuthServices): Endpoints => ({
  'auth/tokens': authenticatedEndpoint({
    about: 'The personal API tokens of the account.',
    input: z.strictObject({}),
    run: async ({ db, session }) => ({ data: await listTokens(db, session.user_id) }),
  }),

  'auth/tokens/create': confirmedEndpoint(services, {
    about: 'Creates a personal API token, which is in this response only.',
    input: apiTokenInput,
    change: (context, input) => createToken(services, context, input),
  }),

  'auth/tokens/revoke': authenticatedEndpoint({
    about: 'Revokes a personal API token of the account.',
    input: revokeApiTokenInput,
    run: revokeToken,
  }),
})

type TokenRow = Omit<OwnApiToken, 'created_at' | 'used_at' | 'ends_at'> & {
  created_at: Date
  used_at: Date | null
  ends_at: Date
}

async function listTokens(db: SessionContext['db'], user_id: number): Promise<OwnApiToken[]> {
  const { rows } = await sql<TokenRow>`
    select id, name, scopes, created_at, used_at, ends_at
      from api_tokens
     where user_id = ${user_id}
       and revoked_at is null
       and ends_at > now()
     order by created_at desc, id`.execute(db)
  return rows.map(describeToken)
}

const describeToken = ({ created_at, used_at, ends_at, ...row }: TokenRow): OwnApiToken => ({
  ...row,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
  ends_at: ends_at.toISOString(),
})

/** The caller has locked the user, so that concurrent calls are counted one by one. */
async function createToken(
  { apiTokens }: AuthServices,
  context: SessionContext,
  { Name, Scopes, Days }: z.output<typeof apiTokenInput>,
): Promise<NewApiToken> {
  const { db, session } = context
  const { user_id, abilities } = session
  const scopes = [...new Set(Scopes)]
  if (!scopes.every((scope) => isUsefulScope(scope, abilities)))
    throw new ApiError('beyond-own-rights', { fields: { Scopes: [{ code: 'not-held' }] } })
  if ((await listTokens(db, user_id)).length >= limits.apiToken.per_user)
    throw new ApiError('tokens-full', { values: { maximum: limits.apiToken.per_user } })

  const Token = apiTokens.create()
  const { rows } = await sql<TokenRow>`
    insert into api_tokens (user_id, name, scopes, token_hash, ends_at)
    values (${user_id}, ${Name}, ${scopes}, ${apiTokens.hash(Token)}, now() + make_interval(days => ${Days}))
    returning id, name, scopes, created_at, used_at, ends_at`.execute(db)
  const row = onlyRow(rows, 'insert into api_tokens returned no row')
  await recordSignInChange(context, { user_id, change: 'token-created', after: { token: row.id, scopes } })
  return { Token, data: describeToken(row) }
}

async function revokeToken(context: SessionContext, { id }: z.output<typeof revokeApiTokenInput>) {
  const { db, session } = context
  const { user_id } = session
  const { numAffectedRows } = await sql`
    update api_tokens
       set revoked_at = now(), revoked_why = 'owner'
     where id = ${id}
       and user_id = ${user_id}
       and revoked_at is null`.execute(db)
  if (numAffectedRows === 0n) throw new ApiError('not-found')
  await recordSignInChange(context, { user_id, change: 'token-revoked', after: { token: id } })
  return {}
}
