import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { foldText } from '#shared/text/language/fold.ts'

/** The search key of a case number; one in no known form is searched by its folded text. */
export const numberKey = (written: string, isCode: IsCode) =>
  caseNumberKey(written, isCode) ?? foldText(written).replace(/\s+/g, ' ').trim()

const lock = sql`hashtext('keys of case numbers')`

/** Shared lock until the end of the transaction: keys are computed by codes that are read after it. */
export const lockKeysShared = (db: Db) => sql`select pg_advisory_xact_lock_shared(${lock})`.execute(db)

/** Waits until the transactions that computed keys by older codes have ended. */
export const waitForKeyWriters = (db: Db) => sql`select pg_advisory_xact_lock(${lock})`.execute(db)
