import { sql } from 'kysely'
import { z } from 'zod'
import { record } from '#server/audit/record.ts'
import { endSession, endSessionsOf } from './endSession.ts'
import type { AuthServices } from './services.ts'
import { renewSession } from './renewSession.ts'
import { describeWithoutToken, sessionIsAlive } from '#server/session/session.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { type Endpoints, authenticatedEndpoint, tokenEndpoint } from '#server/endpoint/endpoint.ts'
import { lastSequence } from '#server/live/eventLog.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { endSessionInput, type MeAnswer, type OwnSession } from '#shared/calls/auth.ts'

const noInput = z.strictObject({})

export function sessionEndpoints(services: AuthServices): Endpoints {
  return {
    'auth/me': authenticatedEndpoint({
      about: 'Restores the session of a token.',
      method: 'GET',
      input: noInput,
      transaction: false,
      run: async ({ db, session }): Promise<MeAnswer> => ({
        encodedToken: session.token,
        ...describeWithoutToken(session, services.links),
        position: await lastSequence(db),
      }),
    }),

    'auth/refresh': tokenEndpoint({
      about: 'Renews the token of a session, also an expired one while the session lives.',
      method: 'GET',
      input: noInput,
      rateLimits: ['refresh'],
      run: (context) => renewSession(services, context),
    }),

    'auth/logout': authenticatedEndpoint({ about: 'Ends the session.', input: noInput, run: logOut }),

    'auth/sessions': authenticatedEndpoint({
      about: 'The active sessions of the account.',
      input: noInput,
      run: async (context) => ({ data: await listOwn(context) }),
    }),

    'auth/sessions/end': authenticatedEndpoint({
      about: 'Ends one session of the account.',
      input: endSessionInput,
      run: endOwn,
    }),

    'auth/sessions/endOthers': authenticatedEndpoint({
      about: 'Ends all sessions of the account except this one.',
      input: noInput,
      run: endOthers,
    }),
  }
}

async function logOut(context: SessionContext) {
  await endSession(context.db, context.session.id, 'logout')
  await record(context, { action: 'logout', resource: 'users', row_id: context.session.user_id })
  return {}
}

async function listOwn({ db, session }: SessionContext): Promise<OwnSession[]> {
  const { rows } = await sql<Omit<OwnSession, 'created_at' | 'seen_at'> & { created_at: Date; seen_at: Date }>`
    select sessions.id, sessions.id = ${session.id} as current, sessions.remember,
           host(sessions.address) as address, sessions.user_agent, sessions.created_at, sessions.seen_at
      from sessions
      join users on users.id = sessions.user_id
     where sessions.user_id = ${session.user_id}
       and ${sessionIsAlive}
     order by current desc, sessions.seen_at desc
     limit 100`.execute(db)
  return rows.map(({ created_at, seen_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
  }))
}

async function endOwn(context: SessionContext, { id }: z.output<typeof endSessionInput>) {
  const { db, session } = context
  const { rows } = await sql<{ id: string }>`
    select id
      from sessions
     where id = ${id}
       and user_id = ${session.user_id}
       and ended_at is null`.execute(db)
  if (rows.length === 0) throw new ApiError('not-found')

  await endSession(db, id, 'owner')
  await record(context, {
    action: 'session-ended',
    resource: 'users',
    row_id: session.user_id,
    after: { session_id: id },
  })
  return {}
}

async function endOthers(context: SessionContext) {
  const { id, user_id } = context.session
  const count = await endSessionsOf(context.db, user_id, 'owner', { except: id })
  if (count > 0)
    await record(context, { action: 'sessions-ended', resource: 'users', row_id: user_id, after: { count } })
  return {}
}
