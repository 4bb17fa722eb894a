import { sql } from 'kysely'
import type { AuthServices } from './services.ts'
import { newPassword, rejectOwnOrSame, passwordConfirmation } from '#server/auth/newPassword.ts'
import { hashPassword, isPassword } from '#server/security/passwords.ts'
import { storePassword } from '#server/auth/storePassword.ts'
import type { Db } from '#server/db/database.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import { changePasswordInput } from '#shared/calls/auth.ts'

const input = changePasswordInput
  .extend({ Password: newPassword })
  .refine(passwordConfirmation.check, passwordConfirmation.options)

export function changePasswordEndpoints(services: AuthServices): Endpoints {
  return {
    'auth/password/change': authenticatedEndpoint({
      about: 'Changes the password of the account and ends its other sessions.',
      // Every call counts, and a correct password resets the count: wrong passwords of all sessions count together.
      limits: ['password-change', 'wrong-password'],
      transaction: false,
      input,
      run: async (context, { CurrentPassword, Password }) => {
        const { user_id, user } = context.session
        const before = await findPasswordHash(context.db, user_id)
        if (before === null || !(await isPassword(CurrentPassword, before)))
          throw new ApiError('wrong-password', { fields: { CurrentPassword: [{ code: 'wrong-password' }] } })
        await services.limits.reset('wrong-password', user.email)

        rejectOwnOrSame(
          Password,
          { ...user, productName: services.productName },
          { same: Password === CurrentPassword },
        )
        const password_hash = await hashPassword(Password)
        await context.db.transaction().execute(async (db) => {
          const account = { id: user_id, name: user.name, email: user.email }
          if ((await findPasswordHash(db, user_id)) !== before) throw new ApiError('changed-elsewhere')
          await storePassword(
            services,
            { ...context, db },
            { user: account, password_hash, action: 'password-changed' },
          )
        })
        return {}
      },
    }),
  }
}

async function findPasswordHash(db: Db, user_id: number) {
  const { rows } = await sql<{ password_hash: string | null }>`
    select password_hash from users where id = ${user_id} for update`.execute(db)
  return rows[0]?.password_hash ?? null
}
