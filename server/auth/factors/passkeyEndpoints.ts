import { sql } from 'kysely'
import type { z } from 'zod'
import { confirmedEndpoint, currentPasswordLimits, requireCurrentPassword } from '#server/auth/currentPassword.ts'
import type { AuthServices } from '#server/auth/services.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import { authenticatedEndpoint, type Endpoints } from '#server/endpoint/endpoint.ts'
import {
  factorPasswordInput,
  type OwnPasskey,
  passkeyConfirmInput,
  passkeyRemoveInput,
  passkeyRenameInput,
} from '#shared/calls/factors.ts'
import { limits } from '#shared/limits.ts'
import { recordSignInChange, removeUnusedSettings } from './changes.ts'
import { creationOptions, storePasskey, verifyAttestation } from './passkeys.ts'
import { withRecoveryCodes } from './recoveryCodes.ts'

/** The passkeys of the own account. */
export const passkeyEndpoints = (services: AuthServices): Endpoints => ({
  'auth/factors/passkeys/begin': authenticatedEndpoint({
    about: 'The options with which a browser creates a passkey.',
    input: factorPasswordInput,
    rateLimits: currentPasswordLimits,
    transaction: false,
    run: async (context, { CurrentPassword }) => {
      await requireCurrentPassword(services.rateLimiter, context, CurrentPassword)
      await rejectWhenFull(context.db, context.session.user_id)
      return { Options: await creationOptions(services, context) }
    },
  }),

  'auth/factors/passkeys/confirm': authenticatedEndpoint({
    about: 'Adds the passkey that a browser has created, and returns recovery codes if there are none.',
    input: passkeyConfirmInput,
    rateLimits: ['factor-code'],
    // Verified before a transaction begins: the library is loaded by the first call.
    transaction: false,
    run: (context, input) => confirmPasskey(services, context, input),
  }),

  'auth/factors/passkeys/rename': authenticatedEndpoint({
    about: 'Renames a passkey.',
    input: passkeyRenameInput,
    run: renamePasskey,
  }),

  'auth/factors/passkeys/remove': confirmedEndpoint(services, {
    about: 'Removes a passkey.',
    input: passkeyRemoveInput,
    change: removePasskey,
  }),
})

export async function listPasskeys(db: Db, user_id: number): Promise<OwnPasskey[]> {
  const { rows } = await sql<Omit<OwnPasskey, 'created_at' | 'used_at'> & { created_at: Date; used_at: Date | null }>`
    select id, name, created_at, used_at
      from passkeys
     where user_id = ${user_id}
     order by id`.execute(db)
  return rows.map(({ created_at, used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    used_at: used_at?.toISOString() ?? null,
  }))
}

async function confirmPasskey(
  services: AuthServices,
  context: SessionContext,
  { Name, Credential }: z.output<typeof passkeyConfirmInput>,
) {
  const { id: session_id, user_id } = context.session
  const credential = await verifyAttestation(services, session_id, Credential)
  return context.db.transaction().execute(async (db) => {
    // Concurrent calls are counted one by one.
    await sql`select from users where id = ${user_id} for update`.execute(db)
    await rejectWhenFull(db, user_id)
    await storePasskey(db, { user_id, name: Name, transports: Credential.transports, credential })
    await recordSignInChange({ ...context, db }, { user_id, change: 'passkey-added' })
    return withRecoveryCodes(services, db, user_id)
  })
}

/** Checked before a browser creates a passkey as well, which it would keep. */
async function rejectWhenFull(db: Db, user_id: number) {
  if ((await listPasskeys(db, user_id)).length >= limits.factor.passkeys)
    throw new ApiError('passkeys-full', { values: { maximum: limits.factor.passkeys } })
}

async function renamePasskey({ db, session }: SessionContext, { id, Name }: z.output<typeof passkeyRenameInput>) {
  const { numAffectedRows } = await sql`
    update passkeys set name = ${Name} where id = ${id} and user_id = ${session.user_id}`.execute(db)
  if (numAffectedRows === 0n) throw new ApiError('not-found')
  return {}
}

async function removePasskey(context: SessionContext, { id }: z.output<typeof passkeyRemoveInput>) {
  const { db, session } = context
  const { user_id } = session
  const { numAffectedRows } = await sql`
    delete from passkeys where id = ${id} and user_id = ${user_id}`.execute(db)
  if (numAffectedRows === 0n) throw new ApiError('not-found')
  await removeUnusedSettings(db, user_id)
  await recordSignInChange(context, { user_id, change: 'passkey-removed' })
  return {}
}
