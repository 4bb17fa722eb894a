import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isCourtCode, plainCode } from '#shared/text/courtCodes.ts'
import { holdsDigit } from '#shared/text/words.ts'

/** The codes that only courts of this library have, in order. */
export async function readEveryOwnCode(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from courts where code <> ''`.execute(db)
  const codes = new Set(rows.map(({ code }) => plainCode(code)))
  return [...codes].filter((code) => code !== '' && !isCourtCode(code)).sort()
}

/** Those of them by which a number among `written` may be told. */
export const readOwnCodes = async (db: Db, written: string) => (holdsDigit(written) ? readEveryOwnCode(db) : [])
