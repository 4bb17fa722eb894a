import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isCourtCode, plainCode } from '#shared/text/courtCodes.ts'
import { holdsDigit } from '#shared/text/words.ts'

/** The codes that only courts of this library have, by which a number among `written` may be told. */
export async function readOwnCodes(db: Db, written: string): Promise<string[]> {
  if (!holdsDigit(written)) return []
  const { rows } = await sql<{ code: string }>`select code from courts where code is not null order by code`.execute(db)
  return [...new Set(rows.map(({ code }) => plainCode(code)))].filter((code) => code !== '' && !isCourtCode(code))
}
