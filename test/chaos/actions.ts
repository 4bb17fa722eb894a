import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readEnv } from '#server/config/env.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { createCodes } from '#server/security/codes.ts'
import { openTasks } from '#server/worker/tasks.ts'
import type { Api } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { silentLog } from '#test/log.ts'
import { openMailServer } from '#test/mailServer.ts'
import { type Action, idOf, rowFrom, save, type Stage } from './action.ts'
import { caseActions, fileActions } from './caseActions.ts'

/** The main actions, each prepared again and again so that one call of each can fail. */

/** The code of the newest e-mail to an address; no job has to run for it. */
export async function codeTo(email: string, { db, secrets }: Api) {
  const { rows } = await sql<{ code: Parameters<ReturnType<typeof createCodes>['open']>[0] }>`
    select content -> 'code' as code from emails where recipient = ${email} and kind = 'code' order by id desc limit 1`.execute(
    db,
  )
  if (!rows[0]) throw new Error(`no code was sent to ${email}`)
  return createCodes(secrets.code_key).open(rows[0].code)
}

const everyoneHasCodes = { env: { LOGIN_OTP: 'everyone' } }

const signInActions: Record<string, Action> = {
  'sign in: password': {
    options: everyoneHasCodes,
    secondTime: 'repeats',
    open:
      async ({ api }) =>
      async () => {
        const email = await buildUser(api.databaseUrl)
        return { call: () => api.call('auth/login', { email, password }) }
      },
  },

  'sign in: code': {
    options: everyoneHasCodes,
    secondTime: 'code-ended',
    open:
      async ({ api }) =>
      async () => {
        const email = await buildUser(api.databaseUrl)
        const { body } = await api.call('auth/login', { email, password })
        const otp = await codeTo(email, api)
        return { call: () => api.call('auth/verify', { reference: body['Reference'], otp }) }
      },
  },

  register: {
    secondTime: 'code-ended',
    open: async ({ api }) => {
      // The first registration would make it.
      await sql`insert into roles (name) values ('Subscriber')`.execute(api.db)
      return async () => {
        const Email = `new-${randomUUID()}@hukum.test`
        const EmailReference = (await api.call('guest/initEmail', { Email })).body['Reference']
        const EmailOtp = await codeTo(Email, api)
        await api.call('guest/completeEmail', { EmailReference, EmailOtp })
        const Password = 'masdhoni vela 81'
        const account = { Fullname: 'Aishath Reema', Password, Password_confirmation: Password, Terms: true }
        return { call: () => api.call('guest/register', { Email, EmailReference, EmailOtp, ...account }) }
      }
    },
  },
}

async function createUser({ api, staff }: Stage) {
  const id = await idOf(sql`select id from users where email = ${await buildUser(api.databaseUrl)}`, api)
  return rowFrom(staff('users/find', { id }))
}

const userActions: Record<string, Action> = {
  'give a role': {
    open: async (stage) => {
      const role = await idOf(sql`insert into roles (name) values ('Reader') returning id`, stage.api)
      return async () => {
        const { id, version } = await createUser(stage)
        return save(stage, 'users/partialUpdate', { id, version, roles: [role] })
      }
    },
  },

  'save a subscription': {
    open: async (stage) => {
      const insert = sql<{ id: number }>`
        insert into subscription_configs (name, amount, days) values ('Monthly', 100, 30) returning id`
      const subscription_config = await idOf(insert, stage.api)
      return async () => {
        const { id, version } = await createUser(stage)
        return save(stage, 'users/partialUpdate', { id, version, subscription_config, subscription_from: '2026-01-01' })
      }
    },
  },
}

const mailActions: Record<string, Action> = {
  'send an e-mail': {
    // A refused attempt is stored with its error.
    steps: [
      {
        after: { 'emails ~ attempts last_error': 1 },
        total: { 'emails ~ attempts last_error sent_at': 1 },
      },
    ],
    open: async ({ api, faults, onClose }) => {
      const server = await openMailServer({
        refuse: faults.mailError,
        accept: () => {
          const error = faults.mailError()
          return error ? Promise.reject(error) : Promise.resolve()
        },
      })
      const { tasks, close } = openTasks({
        env: readEnv({ SMTP_URL: server.url }),
        ...api,
        address: 'http://hukum.test',
        log: silentLog,
      })
      onClose(async () => {
        close()
        await server.close()
      })
      return async () => {
        await enqueueEmail(api.db, { kind: 'already-registered', recipient: 'reader@hukum.test', content: {} })
        const id = await idOf(sql`select max(id) as id from emails`, api)
        // A task that fails is run again by the queue.
        const call = () =>
          tasks['send-email']({ id }).then(
            () => ({ status: 200, body: {} }),
            (error: unknown) => ({
              status: isUnavailable(error) || /try again later/.test(String(error)) ? 503 : 500,
              retryAfter: '1',
              body: { Message: String(error) },
            }),
          )
        return { call }
      }
    },
  },
}

export const actions: Record<string, Action> = {
  ...signInActions,
  ...caseActions,
  ...fileActions,
  ...userActions,
  ...mailActions,
}
