import { sql } from 'kysely'
import { vi } from 'vitest'
import { createTokens } from '#server/session/tokens.ts'
import type { Api } from '#test/api.ts'
import { addApp, appCode } from '#test/factors.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { codeTo } from './actions.ts'
import { type ClockCheck, type ClockStage, many, me, signIn, tokenOf } from './clockStage.ts'

/** Sessions, codes, and limits: what must hold while the clock of the server is wrong, and after it is right again. */

const sessionChecks: Record<string, ClockCheck> = {
  'a session that has ended in the database is refused, and one that has not goes on afterwards': {
    options: many,
    during: { idle: 401, ended: 401, replaced: 401 },
    after: { alive: 200, idle: 401 },
    prepare: async (stage) => {
      const [alive, idle, ended] = await Promise.all(
        [1, 2, 3].map(async () => {
          const email = await buildUser(stage.api.databaseUrl)
          return { email, token: await tokenOf(stage, email) }
        }),
      )
      const change = (one: typeof alive, set: ReturnType<typeof sql>) =>
        sql`update sessions set ${set} from users where users.id = user_id and email = ${one?.email}`.execute(
          stage.api.db,
        )
      await change(idle, sql`seen_at = now() - interval '2 hours'`)
      await change(ended, sql`token_ends_at = now() - interval '1 minute', ends_at = now() - interval '1 minute'`)
      return {
        during: async () => ({
          idle: await me(stage, idle?.token ?? ''),
          ended: await me(stage, ended?.token ?? ''),
          replaced: await me(stage, await expiredToken(stage)),
        }),
        after: async () => ({ alive: await me(stage, alive?.token ?? ''), idle: await me(stage, idle?.token ?? '') }),
      }
    },
  },

  'a session that is renewed meanwhile is not ended as a replay': {
    options: many,
    during: 200,
    after: 200,
    prepare: async (stage) => {
      let token = await tokenOf(stage, await buildUser(stage.api.databaseUrl))
      return {
        during: async () => {
          const { status, body } = await stage.api.call('auth/refresh', undefined, { token, method: 'GET' })
          token = String(body['encodedToken'])
          return status
        },
        after: () => me(stage, token),
      }
    },
  },

  'a link to a file is made anew, and none outlives its session': {
    options: many,
    during: { made: 200, ofEnded: 401 },
    prepare: async (stage) => {
      const { api, staff } = stage
      const { id } = uploadedBy(await send(staff, pdf()))
      const leaving = await api.as(await buildUser(api.databaseUrl, { can: ['create-caseFiles'] }), password)
      const { link } = uploadedBy(await send(leaving, pdf()))
      await leaving('auth/logout')
      const open = async (url: string) => (await api.app.inject({ url })).statusCode
      return {
        during: async () => {
          // The staff renews the token if the clock says that it has expired.
          const caller = await api.as(await ownerOf(api, id), password)
          const { data } = (await caller('files/link', { id })).body as { data?: { link: string } }
          return { made: data ? await open(data.link) : 0, ofEnded: await open(link) }
        },
      }
    },
  },
}

const ownerOf = async ({ db }: Api, file: number) =>
  String(
    (
      await sql<{
        email: string
      }>`select email from users join files on owner_id = users.id where files.id = ${file}`.execute(db)
    ).rows[0]?.email,
  )

/** A token of a live session that expired a minute ago, in the database as well. */
async function expiredToken(stage: ClockStage) {
  const { api } = stage
  const email = await buildUser(api.databaseUrl)
  await tokenOf(stage, email)
  const { rows } = await sql<{ id: string; user_id: number; token_id: string; ended: Date }>`
    update sessions set token_ends_at = now() - interval '1 minute'
      from users where users.id = user_id and email = ${email}
    returning sessions.id, user_id, token_id, token_ends_at as ended`.execute(api.db)
  const [row] = rows
  if (!row) throw new Error('the user has no session')
  const claims = { session_id: row.id, user_id: row.user_id, token_id: row.token_id }
  return createTokens(api.secrets).sign({ ...claims, created_at: row.ended, expires_at: row.ended, abilities: [] })
}

const codeChecks: Record<string, ClockCheck> = {
  'a code is sent and accepted, and one that has expired is not': {
    options: { ...many, env: { LOGIN_OTP: 'everyone' } },
    during: { sent: true, fresh: 200, expired: 'code-ended' },
    prepare: async (stage) => {
      const { api } = stage
      const [fresh, expired] = [await buildUser(api.databaseUrl), await buildUser(api.databaseUrl)]
      const begin = async (email: string) => {
        const { Reference } = (await signIn(stage, email)).body
        return { reference: Reference, otp: await codeTo(email, api) }
      }
      const attempts = { fresh: await begin(fresh), expired: await begin(expired) }
      await sql`update one_time_codes set ends_at = now() - interval '1 second' where email = ${expired}`.execute(
        api.db,
      )
      return {
        during: async () => ({
          sent: (await api.emails(fresh)).some(({ kind }) => kind === 'code'),
          fresh: (await api.call('auth/verify', attempts.fresh)).status,
          expired: (await api.call('auth/verify', attempts.expired)).body['code'],
        }),
      }
    },
  },

  'the code of an app counts by the time of the database: a current one is accepted, an old one is not': {
    options: { ...many, env: { LOGIN_OTP: 'never' } },
    during: { old: 'bad-code', current: 200 },
    prepare: async (stage) => {
      const { api } = stage
      const email = await buildUser(api.databaseUrl)
      const { secret } = await addApp(api, await tokenOf(stage, email))
      const realNow = Date.now()
      const current = appCode(secret, 1)
      const attempt = async (otp: string) =>
        api.call('auth/verify', { reference: (await signIn(stage, email)).body['Reference'], otp })
      return {
        during: async () => ({
          // What the clock of the server takes for the current code.
          old: Math.abs(Date.now() - realNow) < 60_000 ? 'bad-code' : (await attempt(appCode(secret, 0))).body['code'],
          current: (await attempt(current)).status,
        }),
      }
    },
  },
}

const limitChecks: Record<string, ClockCheck> = {
  'an account that is locked stays so, and opens after its time': {
    during: { right: false },
    after: { right: true },
    prepare: async (stage) => {
      const { api } = stage
      const email = await buildUser(api.databaseUrl)
      await sql`delete from rate_limits`.execute(api.db)
      await sql`update users set locked_until = now() + interval '15 minutes' where email = ${email}`.execute(api.db)
      const isIn = async () => 'encodedToken' in (await signIn(stage, email)).body
      return {
        during: async () => ({ right: await isIn() }),
        after: async () => {
          await sql`update users set locked_until = now() - interval '1 second' where email = ${email}`.execute(api.db)
          return { right: await isIn() }
        },
      }
    },
  },

  'attempts that were counted by a wrong clock lock an account out for at most an hour longer than by a right one': {
    during: 'too-many',
    after: true,
    prepare: async (stage) => {
      const { api } = stage
      const email = await buildUser(api.databaseUrl)
      await sql`delete from rate_limits`.execute(api.db)
      return {
        during: async () => {
          let code
          for (let attempt = 0; attempt < 11; attempt += 1) code = (await signIn(stage, email, 'wrong')).body['code']
          return code
        },
        after: async () => {
          vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 76 * 60_000 })
          await sql`update users set locked_until = null where email = ${email}`.execute(api.db)
          return 'encodedToken' in (await signIn(stage, email)).body
        },
      }
    },
  },
}

export const clockAccountChecks = { ...sessionChecks, ...codeChecks, ...limitChecks }
