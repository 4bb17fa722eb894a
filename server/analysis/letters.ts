import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The letters that people gave to glyphs without one, by the hash of their outline (`UnknownGlyph`): for all files. */
export async function readLetters(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ outline: string; text: string }>`
    select outline, text
      from glyph_letters`.execute(db)
  return new Map(rows.map(({ outline, text }) => [outline, text]))
}

type NewLetter = { outline: string; text: string; decided_by_id: number }

/** Stores what a person says of a glyph; a later answer replaces an earlier one. */
export async function storeLetter(db: Db, { outline, text, decided_by_id }: NewLetter): Promise<void> {
  await sql`
    insert into glyph_letters (outline, text, decided_by_id)
    values (${outline}, ${text}, ${decided_by_id})
        on conflict (outline) do update
       set text = excluded.text,
           decided_by_id = excluded.decided_by_id,
           decided_at = now()`.execute(db)
}
