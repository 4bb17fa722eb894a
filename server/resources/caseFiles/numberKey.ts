import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import type { IsCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { foldText } from '#shared/text/language/fold.ts'

/** The key under which a written number is found; a number in no known form is found as it is written. */
export const numberKey = (written: string, isCode: IsCode) =>
  caseNumberKey(written, isCode) ?? foldText(written).replace(/\s+/g, ' ').trim()

const lock = sql`hashtext('keys of case numbers')`

/** Until the end of the transaction, keys are made by the codes that are read after this. */
export const whileMakingKeys = (db: Db) => sql`select pg_advisory_xact_lock_shared(${lock})`.execute(db)

/** Waits until whoever made keys by codes that were read before has ended. */
export const untilKeysAreMade = (db: Db) => sql`select pg_advisory_xact_lock(${lock})`.execute(db)
