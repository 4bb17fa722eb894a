import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Api } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { allPermissions } from '#test/signedInApi.ts'
import { codeTo } from './actions.ts'
import { newName, type Race, valueOf } from './raceStage.ts'

/** Races of sessions, codes, accounts and roles. */

const newPassword = 'masdhoni vela 81'

const sessionsOf = ({ api, id }: { api: Api; id: number }) =>
  valueOf(
    api,
    sql`select count(*) filter (where ended_at is null)::integer as value from sessions where user_id = ${id}`,
  )

export const accountRaces: Record<string, Race> = {
  'a role is revoked while its user saves': {
    succeed: [1, 2],
    inShortRun: true,
    open:
      async ({ staff, newUser }) =>
      async () => {
        const { id, version, client } = await newUser(['read-courts', 'create-courts'])
        return {
          calls: [
            () => staff.call('users/partialUpdate', { id, version, roles: [] }),
            () => client.call('courts/create', { name: newName('Court') }),
          ],
        }
      },
  },

  'an account is locked while its user signs in': {
    succeed: [1, 2],
    open:
      async ({ staff, newUser, guest }) =>
      async () => {
        const { id, version, email } = await newUser()
        return {
          calls: [
            () => staff.call('users/partialUpdate', { id, version, is_locked: true }),
            () => guest.call('auth/login', { email, password }),
          ],
        }
      },
  },

  'a password is changed while another session is renewed': {
    succeed: [1, 2],
    open:
      async ({ api, newUser, signIn }) =>
      async () => {
        const { id, email, client } = await newUser()
        const other = await signIn(email)
        const change = { CurrentPassword: password, Password: newPassword, Password_confirmation: newPassword }
        return {
          calls: [
            () => client.call('auth/password/change', change),
            () => other.call('auth/refresh', undefined, { method: 'GET' }),
          ],
          state: () => sessionsOf({ api, id }),
        }
      },
  },

  'one token is renewed twice': {
    succeed: [2],
    inShortRun: true,
    open:
      async ({ api, newUser }) =>
      async () => {
        const { id, client } = await newUser()
        return {
          calls: [1, 2].map(() => () => client.call('auth/refresh', undefined, { method: 'GET' })),
          state: () => sessionsOf({ api, id }),
        }
      },
  },

  'one token is renewed twice while its user signs out': {
    succeed: [1, 2, 3],
    open:
      async ({ api, newUser }) =>
      async () => {
        const { id, client } = await newUser()
        return {
          calls: [
            ...[1, 2].map(() => () => client.call('auth/refresh', undefined, { method: 'GET' })),
            () => client.call('auth/logout'),
          ],
          state: () => sessionsOf({ api, id }),
        }
      },
  },

  'one code signs in twice': {
    options: { env: { LOGIN_OTP: 'everyone' } },
    succeed: [1],
    open:
      async ({ api, guest }) =>
      async () => {
        const email = await buildUser(api.databaseUrl)
        const { Reference } = await guest.done('auth/login', { email, password })
        const otp = await codeTo(email, api)
        return { calls: [1, 2].map(() => () => guest.call('auth/verify', { reference: Reference, otp })) }
      },
  },

  'one address is registered twice': {
    succeed: [1],
    open: async ({ api, guest }) => {
      // The first registration would make it.
      await sql`insert into roles (name) values ('Subscriber')`.execute(api.db)
      return async () => {
        const Email = `new-${randomUUID()}@hukum.test`
        const EmailReference = (await guest.done('guest/initEmail', { Email }))['Reference']
        const EmailOtp = await codeTo(Email, api)
        await guest.done('guest/completeEmail', { EmailReference, EmailOtp })
        const account = {
          Fullname: 'Aishath Reema',
          Password: newPassword,
          Password_confirmation: newPassword,
          Terms: true,
        }
        return {
          calls: [1, 2].map(() => () => guest.call('guest/register', { Email, EmailReference, EmailOtp, ...account })),
        }
      }
    },
  },

  'the staff creates an account that registers itself': {
    succeed: [1],
    open: async ({ api, guest, staff }) => {
      await sql`insert into roles (name) values ('Subscriber')`.execute(api.db)
      return async () => {
        const Email = `new-${randomUUID()}@hukum.test`
        const EmailReference = (await guest.done('guest/initEmail', { Email }))['Reference']
        const EmailOtp = await codeTo(Email, api)
        await guest.done('guest/completeEmail', { EmailReference, EmailOtp })
        const account = {
          Fullname: 'Aishath Reema',
          Password: newPassword,
          Password_confirmation: newPassword,
          Terms: true,
        }
        return {
          calls: [
            () => guest.call('guest/register', { Email, EmailReference, EmailOtp, ...account }),
            () => staff.call('users/create', { name: 'Other', email: Email }),
          ],
        }
      }
    },
  },

  'two users are given the same address': {
    succeed: [1],
    open:
      async ({ staff }) =>
      async () => {
        const email = `new-${randomUUID()}@hukum.test`
        return { calls: ['A', 'B'].map((name) => () => staff.call('users/create', { name, email })) }
      },
  },

  'the last two administrators lock each other': {
    succeed: [1],
    sameRefusals: ['401 no-session', '422 last-administrator'],
    inShortRun: true,
    open:
      async ({ api, newUser }) =>
      async () => {
        await sql`update users set deleted_at = now() where deleted_at is null`.execute(api.db)
        const [one, two] = [await newUser(allPermissions), await newUser(allPermissions)]
        const lock = ({ id, version }: typeof one) => ({ id, version, is_locked: true })
        return {
          calls: [
            () => one.client.call('users/partialUpdate', lock(two)),
            () => two.client.call('users/partialUpdate', lock(one)),
          ],
        }
      },
  },

  'the last two administrators take the roles of each other': {
    succeed: [1],
    open:
      async ({ api, newUser }) =>
      async () => {
        await sql`update users set deleted_at = now() where deleted_at is null`.execute(api.db)
        const [one, two] = [await newUser(allPermissions), await newUser(allPermissions)]
        const without = ({ id, version }: typeof one) => ({ id, version, roles: [] })
        return {
          calls: [
            () => one.client.call('users/partialUpdate', without(two)),
            () => two.client.call('users/partialUpdate', without(one)),
          ],
        }
      },
  },
}
