import { hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { type Secrets, secretsFileOf } from '#server/config/secrets.ts'
import { StartupError } from '#server/config/env.ts'
import { connect, type Db } from '#server/db/database.ts'

/** Of the key that is never rotated: it names the secrets, and says nothing of them. */
const fingerprintOf = ({ code_key }: Secrets) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(code_key, 'base64url'), '', 'hukum/fingerprint/v1', 32)).toString('hex')

type Installation = {
  /** DATA_DIR, absolute. */
  folder: string
  secrets: Secrets
}

/**
 * Throws a `StartupError` when the library is written by the secrets of another installation: its sessions would end, and no
 * authenticator app, API token or waiting e-mail of it could be used. The database may be that of an earlier version.
 */
export async function refuseForeignSecrets(db: Db, { folder, secrets }: Installation) {
  const { rows } = await sql<{ fingerprint: string | null }>`
    select to_jsonb(library) ->> 'secrets_fingerprint' as fingerprint from library`.execute(db)
  const fingerprint = rows[0]?.fingerprint ?? undefined
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(secrets))
    throw new StartupError(
      `${secretsFileOf(folder)} has the secrets of another installation than the database: is DATA_DIR right? Otherwise copy the file from another server of this library, or restore it from a backup (docs/operations.md).`,
    )
}

/** As `refuseForeignSecrets`, before the database is migrated: a new one has no library yet. */
export async function refuseForeignDatabase(url: string, installation: Installation) {
  const { db, close } = connect(url, { connections: 1 })
  try {
    await refuseForeignSecrets(db, installation)
  } catch (error) {
    if (codeOf(error) !== sqlState.undefined_table) throw error
  } finally {
    await close()
  }
}

/** Marks the library as one of these secrets. Throws as `refuseForeignSecrets` does when it has others. */
export async function claimLibrary(db: Db, { folder, secrets }: Installation) {
  await sql`
    update library
       set secrets_fingerprint = ${fingerprintOf(secrets)}
     where secrets_fingerprint is null`.execute(db)
  await refuseForeignSecrets(db, { folder, secrets })
}
