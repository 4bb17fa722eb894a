import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The letters that people gave to glyphs without one, by the hash of their outline (`UnknownGlyph`): for all files. */
export async function readLetters(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ outline: string; text: string }>`
    select outline, text
      from glyph_letters
     where text is not null`.execute(db)
  return new Map(rows.map(({ outline, text }) => [outline, text]))
}
