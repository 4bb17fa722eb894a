import { sql } from 'kysely'
import { accountIsOpen } from './account.ts'
import { subscriptionIsRunning } from './subscriptions.ts'
import type { Db } from '#server/db/database.ts'
import { logPosition } from '#server/db/replica.ts'
import type { TokenClaims, Tokens } from './tokens.ts'
import type { FileLinks } from './fileLinks.ts'
import type { DecodedToken, SessionAnswer, SessionUser } from '#shared/calls/auth.ts'
import type { ApiTokenScope } from '#shared/apiTokenScopes.ts'
import { limits } from '#shared/limits.ts'
import { permission } from '#shared/resource/names.ts'
import { caseFiles } from '#shared/resources/caseFiles.ts'

/** A live session and its user, as they are in the database now. */
export type Session = {
  id: string
  user_id: number
  token: string
  created_at: Date
  expires_at: Date
  ends_at: Date
  remember: boolean
  abilities: string[]
  /** Up to where the primary had written its log, for reads of a replica. */
  log_position: string
  /** The scopes of a personal API token; undefined for the session of a sign-in. */
  scopes?: ApiTokenScope[]
  user: Omit<SessionUser, 'avatar' | 'id'> & { avatar_file_id: number | null }
}

type SessionOfToken = Omit<Session, 'token'>

type SessionRow = Omit<Session, 'token' | 'user' | 'scopes'> & Session['user']

/** A live session: not ended, not expired, not idle for too long, and of an open account. */
export const sessionIsAlive = sql<boolean>`(
  sessions.ended_at is null
  and sessions.ends_at > now()
  and (sessions.remember or sessions.seen_at > now() - make_interval(mins => ${limits.session.idle_minutes}))
  and ${accountIsOpen})`

/** The newest token is valid, and for a grace period the previous one, which other tabs may still hold. */
const matchesToken = (token_id: string) => sql`(
  sessions.token_id = ${token_id}
  or (sessions.previous_token_id = ${token_id}
      and sessions.rotated_at > now() - make_interval(secs => ${limits.session.grace_seconds})))`

/** Whether no call has used the newest token: a renewal sets both times, and the first call with its token updates one. */
export const newestTokenIsUnused = sql<boolean>`coalesce(sessions.seen_at <= sessions.rotated_at, false)`

/**
 * The session of a token, or undefined. Permissions are read on every call, so that revoking one takes effect at once.
 * One query, which also updates `seen_at` at most once a minute, and at the first use of a token.
 */
export async function restoreSession(
  { db, tokens }: { db: Db; tokens: Tokens },
  token: string,
): Promise<Session | undefined> {
  const claims = await tokens.read(token)
  const session = claims && (await findSession(db, claims, claims.expires_at))
  return session && { ...session, token }
}

/** A token expires by the clock of the database: that of this server may be wrong. */
async function findSession(db: Db, claims: TokenClaims, expires_at?: Date): Promise<SessionOfToken | undefined> {
  const { rows } = await sql<SessionRow>`
    -- prepared: session
    with alive as (
      select sessions.id, sessions.user_id, sessions.remember, sessions.ends_at,
             sessions.token_ends_at as expires_at,
             coalesce(sessions.rotated_at, sessions.created_at) as created_at,
             users.name, users.email, users.avatar_file_id,
             ${abilitiesOf} as abilities,
             ${runningSubscription} as subscription
        from sessions
        join users on users.id = sessions.user_id
       where sessions.id = ${claims.session_id}
         and sessions.user_id = ${claims.user_id}
         and ${matchesToken(claims.token_id)}
         and least(sessions.token_ends_at, ${expires_at ?? null}::timestamptz) > now()
         and ${sessionIsAlive}),
    seen as (
      update sessions
         set seen_at = now()
        from alive
       where sessions.id = alive.id
         and (sessions.seen_at < now() - interval '1 minute'
              or sessions.token_id = ${claims.token_id} and ${newestTokenIsUnused} and sessions.seen_at < now()))
    select *, ${logPosition} as log_position from alive`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { name, email, avatar_file_id, subscription, ...session } = row
  return { ...session, user: { name, email, avatar_file_id, subscription } }
}

/** A live session as open sockets need it: its user and their current permissions. */
export type KnownSession = Pick<Session, 'id' | 'user_id' | 'abilities'>

/** The live sessions among the ids, with their current permissions. */
export async function findSessions(db: Db, ids: readonly string[]): Promise<KnownSession[]> {
  const { rows } = await sql<{ user_id: number; abilities: string[]; ids: string[] }>`
    select users.id as user_id, ${abilitiesOf} as abilities, array_agg(sessions.id::text) as ids
      from sessions
      join users on users.id = sessions.user_id
     where sessions.id = any(${ids})
       and ${sessionIsAlive}
     group by users.id`.execute(db)
  return rows.flatMap(({ ids, ...user }) => ids.map((id) => ({ id, ...user })))
}

/** The current permissions of `users`. */
export const abilitiesOf = sql<string[]>`array(
  select distinct permissions.name
    from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
    join permissions on permissions.id = role_permissions.permission_id
   where user_roles.user_id = users.id
   order by permissions.name)`

/** The running subscription of `users`. */
export const runningSubscription = sql`(
  select jsonb_build_object('name', subscription_configs.name,
                            'ends_at', subscriptions.ends_on,
                            'copy_access', subscription_configs.copy_access)
    from subscriptions
    join subscription_configs on subscription_configs.id = subscriptions.subscription_config_id
   where subscriptions.user_id = users.id
     and ${subscriptionIsRunning})`

/** Whether a call may do what a scope opens: every session may, and a personal API token with that scope. */
export const hasScope = ({ scopes }: Pick<Session, 'scopes'>, scope: ApiTokenScope) => scopes?.includes(scope) ?? true

/** Whether the user may copy the text of a case: subscribers with copy access, and staff who may update case files. */
export const mayCopy = ({ user, abilities }: Pick<Session, 'user' | 'abilities'>) =>
  user.subscription?.copy_access === true || abilities.includes(permission('update', caseFiles))

type SigningServices = { tokens: Tokens; links: FileLinks }

/** Signs a token for the current state of the session and describes the session for the web. */
export async function describeSession(
  db: Db,
  { tokens, links }: SigningServices,
  claims: TokenClaims,
): Promise<SessionAnswer> {
  // Restored as on every call, so that the answer matches what later calls see.
  const session = await findSession(db, claims)
  if (!session) throw new Error(`the session ${claims.session_id} was created just now: why is it not alive?`)

  const { created_at, expires_at, abilities } = session
  const encodedToken = await tokens.sign({ ...claims, created_at, expires_at, abilities })
  return { encodedToken, ...describeWithoutToken(session, links) }
}

/** Describes a session without a new token. */
export function describeWithoutToken(session: SessionOfToken, links: FileLinks): Omit<SessionAnswer, 'encodedToken'> {
  const { abilities, remember } = session
  const user = describeUser(session, links)
  const decodedToken: DecodedToken = {
    created_at: session.created_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
    remember,
    abilities,
    user,
  }
  return { decodedToken, scp: abilities, user }
}

function describeUser({ id, user_id, user }: SessionOfToken, links: FileLinks): SessionUser {
  const { avatar_file_id, name, email, subscription } = user
  const avatar =
    avatar_file_id === null ? null : links.signedUrl({ file_id: avatar_file_id, session_id: id, needs: 'session' })
  return { id: user_id, name, email, avatar, subscription }
}
