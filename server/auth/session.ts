import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Tokens } from '#server/auth/tokens.ts'
import type { DecodedToken, SessionAnswer, SessionUser } from '#shared/calls/auth.ts'
import { limits } from '#shared/limits.ts'

/** A live session and the person it belongs to, as the database has them now. */
export type Session = {
  id: string
  user_id: number
  token: string
  created_at: Date
  expires_at: Date
  ends_at: Date
  remember: boolean
  abilities: string[]
  user: SessionUser
}

type SessionRow = Omit<Session, 'token' | 'user'> & {
  name: string
  email: string
  subscription: SessionUser['subscription']
}

/** The session of a token, or undefined: rights are read anew at every call, so taking one away works at once. */
export async function restoreSession(
  { db, tokens }: { db: Db; tokens: Tokens },
  token: string,
): Promise<Session | undefined> {
  const claims = await tokens.read(token)
  if (!claims) return undefined

  const { rows } = await sql<SessionRow>`
    select sessions.id, sessions.user_id, sessions.remember, sessions.ends_at,
           sessions.token_ends_at as expires_at,
           coalesce(sessions.rotated_at, sessions.created_at) as created_at,
           users.name, users.email,
           ${abilitiesOf} as abilities,
           ${subscriptionOf} as subscription
      from sessions
      join users on users.id = sessions.user_id
     where sessions.id = ${claims.session_id}
       and sessions.user_id = ${claims.user_id}
       and sessions.ended_at is null
       and sessions.ends_at > now()
       and users.active
       and not users.is_locked
       and users.deleted_at is null`.execute(db)
  const row = rows[0]
  if (!row) return undefined
  const { name, email, subscription, ...session } = row
  return { ...session, token, user: { name, email, avatar: null, subscription } }
}

const abilitiesOf = sql`array(
  select distinct permissions.name
    from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
    join permissions on permissions.id = role_permissions.permission_id
   where user_roles.user_id = users.id
   order by permissions.name)`

const subscriptionOf = sql`(
  select jsonb_build_object('name', subscription_configs.name,
                            'ends_at', subscriptions.ends_on,
                            'copy_access', subscription_configs.copy_access)
    from subscriptions
    join subscription_configs on subscription_configs.id = subscriptions.subscription_config_id
   where subscriptions.user_id = users.id
     and current_date between subscriptions.starts_on and coalesce(subscriptions.ends_on, current_date))`

type NewSession = { user_id: number; remember: boolean; address: string; user_agent: string }

/** Begins a session and answers its id and its first token's id. */
export async function beginSession(
  db: Db,
  tokens: Tokens,
  { user_id, remember, address, user_agent }: NewSession,
  minutes: number,
) {
  const hours = remember ? limits.session.remember_days * 24 : limits.session.absolute_hours
  const token_id = tokens.newTokenId()
  const { rows } = await sql<{ id: string }>`
    insert into sessions (user_id, token_id, remember, address, user_agent, token_ends_at, ends_at)
    values (${user_id}, ${token_id}, ${remember}, ${address}, ${user_agent.slice(0, 400)},
            least(now() + make_interval(mins => ${minutes}), now() + make_interval(hours => ${hours})),
            now() + make_interval(hours => ${hours}))
    returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  return { session_id: id, token_id, user_id }
}

/** Gives the session a new token, which lives as long as the first did but never past the session's end. */
export async function renewSession(db: Db, tokens: Tokens, session: Session, minutes: number) {
  const token_id = tokens.newTokenId()
  await sql`
    update sessions
       set previous_token_id = token_id,
           token_id = ${token_id},
           rotated_at = now(),
           seen_at = now(),
           token_ends_at = least(now() + make_interval(mins => ${minutes}), ends_at)
     where id = ${session.id}`.execute(db)
  return { session_id: session.id, token_id, user_id: session.user_id }
}

/** Signs a token for the session as it now is, and says what the web may know of it. */
export async function describeSession(
  db: Db,
  tokens: Tokens,
  claims: { session_id: string; token_id: string; user_id: number },
): Promise<SessionAnswer> {
  // Read back through the same door as every call, so that what is told is what will hold.
  const probe = await tokens.sign({ ...claims, created_at: new Date(), expires_at: inAMinute(), abilities: [] })
  const session = await restoreSession({ db, tokens }, probe)
  if (!session) throw new Error(`the session ${claims.session_id} was made a moment ago: why is it not alive?`)

  const { created_at, expires_at, abilities } = session
  const encodedToken = await tokens.sign({ ...claims, created_at, expires_at, abilities })
  return { encodedToken, ...describe(session) }
}

const inAMinute = () => new Date(Date.now() + 60_000)

/** The parts of an answer that tell of a session without a new token. */
export function describe(session: Session): Omit<SessionAnswer, 'encodedToken'> {
  const { abilities, user, remember } = session
  const decodedToken: DecodedToken = {
    created_at: session.created_at.toISOString(),
    expires_at: session.expires_at.toISOString(),
    remember,
    abilities,
    user,
  }
  return { decodedToken, scp: abilities, user }
}
