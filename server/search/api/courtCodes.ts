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

/** The codes that a case number in `written` may use: none where it holds no digit. */
export const readCourtCodes = async (db: Db, written: string) => (hasDigit(written) ? readAllCourtCodes(db) : [])
