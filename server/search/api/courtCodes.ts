import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isCourtCode, normalizeCourtCode } from '#shared/text/caseNumbers/courtCodes.ts'
import { hasDigit } from '#shared/text/language/tokenizer.ts'

/** The codes that only courts of this library have, in order. */
export async function readAllCourtCodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from courts where code <> ''`.execute(db)
  const codes = new Set(rows.map(({ code }) => normalizeCourtCode(code)))
  return [...codes].filter((code) => code !== '' && !isCourtCode(code)).sort()
}

/** Those of them by which a number among `written` may be told. */
export const readCourtCodes = async (db: Db, written: string) => (hasDigit(written) ? readAllCourtCodes(db) : [])
