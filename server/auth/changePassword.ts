import { currentPasswordLimits, requireCurrentPassword, withSamePassword } from './currentPassword.ts'
import type { AuthServices } from './services.ts'
import { newPassword, rejectOwnOrSame, passwordConfirmation } from './newPassword.ts'
import { hashPassword } from '#server/security/passwords.ts'
import { storePassword } from './storePassword.ts'
import { type Endpoints, authenticatedEndpoint } from '#server/endpoint/endpoint.ts'
import { changePasswordInput } from '#shared/calls/auth.ts'

const input = changePasswordInput
  .extend({ Password: newPassword })
  .refine(passwordConfirmation.check, passwordConfirmation.options)

export function changePasswordEndpoints(services: AuthServices): Endpoints {
  return {
    'auth/password/change': authenticatedEndpoint({
      about: 'Changes the password of the account and ends its other sessions.',
      rateLimits: currentPasswordLimits,
      transaction: false,
      input,
      run: async (context, { CurrentPassword, Password }) => {
        const { user_id, user } = context.session
        const before = await requireCurrentPassword(services.rateLimiter, context, CurrentPassword)
        rejectOwnOrSame(
          Password,
          { ...user, productName: services.productName },
          { same: Password === CurrentPassword },
        )
        const password_hash = await hashPassword(Password)
        const account = { id: user_id, name: user.name, email: user.email }
        await withSamePassword(context, before, (change) =>
          storePassword(services, change, { user: account, password_hash, action: 'password-changed' }),
        )
        return {}
      },
    }),
  }
}
