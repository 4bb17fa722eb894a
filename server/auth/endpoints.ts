import { sql } from 'kysely'
import { z } from 'zod'
import { isPassword, pretendToCheck } from '#server/auth/passwords.ts'
import { beginSession, describe, describeSession, renewSession } from '#server/auth/session.ts'
import type { Tokens } from '#server/auth/tokens.ts'
import { record } from '#server/audit/record.ts'
import type { Db } from '#server/db/database.ts'
import { type Context, type Endpoints, publicDoor, sessionDoor } from '#server/http/endpoint.ts'
import { Refusal } from '#server/http/refusal.ts'
import { loginInput } from '#shared/calls/auth.ts'

type House = { tokens: Tokens; minutes: number }

export function authEndpoints({ tokens, minutes }: House): Endpoints {
  return {
    'auth/login': publicDoor({
      about: 'Begins a session.',
      limits: ['login'],
      input: loginInput,
      run: async (context, { email, password, remember = false }) => {
        const user_id = await findUser(context.db, email.toLowerCase(), password)
        if (user_id === undefined) throw new Refusal('bad-credentials')

        const claims = await beginSession(context.db, tokens, { user_id, remember, ...deviceOf(context) }, minutes)
        await record(context, { action: 'login', resource: 'users', row_id: user_id, actor_id: user_id })
        return describeSession(context.db, tokens, claims)
      },
    }),

    'auth/me': sessionDoor({
      about: 'Restores the session of a token.',
      method: 'GET',
      input: z.unknown(),
      run: async ({ session }) => ({ encodedToken: session.token, ...describe(session) }),
    }),

    'auth/refresh': sessionDoor({
      about: 'Renews the token of a session.',
      method: 'GET',
      input: z.unknown(),
      run: async ({ db, session }) => describeSession(db, tokens, await renewSession(db, tokens, session, minutes)),
    }),

    'auth/logout': sessionDoor({
      about: 'Ends the session.',
      input: z.strictObject({}),
      run: async (context) => {
        await sql`
          update sessions
             set ended_at = now(), ended_why = 'logout'
           where id = ${context.session.id}`.execute(context.db)
        await record(context, { action: 'logout', resource: 'users', row_id: context.session.user_id })
        return {}
      },
    }),
  }
}

const deviceOf = ({ address, userAgent }: Context) => ({ address, user_agent: userAgent })

/** The id of whoever may sign in with this e-mail and password. Unknown people cost the same time as known ones. */
async function findUser(db: Db, email: string, password: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number; password_hash: string | null; open: boolean }>`
    select id, password_hash, active and not is_locked and not must_change_password as open
      from users
     where email = ${email}
       and deleted_at is null`.execute(db)
  const user = rows[0]
  const right = user?.password_hash ? await isPassword(password, user.password_hash) : await pretendToCheck(password)
  return user?.open && right ? user.id : undefined
}
