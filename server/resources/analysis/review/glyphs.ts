import { sql } from 'kysely'
import type { z } from 'zod'
import { record } from '#server/audit/record.ts'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '#server/endpoint/apiError.ts'
import type { SessionContext } from '#server/endpoint/context.ts'
import type { ReviewGlyph, setLetterInput } from '#shared/calls/review.ts'
import { analysis } from '#shared/resources/analysis.ts'
import { reviewLimits } from '#shared/resources/analysisReview.ts'

/**
 * The glyphs of an analysis whose letter the file does not say, each once: those without a letter first, the most frequent
 * first. A letter that a user gives is that of the outline in all files.
 */
export async function readGlyphs(db: Db, id: number): Promise<ReviewGlyph[]> {
  const { rows } = await sql<ReviewGlyph>`
    select outline, page, box, count, read, given
      from (
        select distinct on (glyph ->> 'outline')
               glyph ->> 'outline' as outline, number as page, glyph -> 'box' as box, glyph ->> 'letter' as read,
               (sum((glyph ->> 'count')::integer) over (partition by glyph ->> 'outline'))::integer as count
          from analysis_pages, jsonb_array_elements(unknown_glyphs) as glyph
         where analysis_id = ${id}
         order by glyph ->> 'outline', number) as found
      left join (select outline, text as given from glyph_letters) as letters using (outline)
     order by given is not null, read is not null, count desc, outline
     limit ${reviewLimits.glyphs}`.execute(db)
  return rows
}

/** Stores the letter of an outline of this analysis, or takes it back. */
export async function setLetter(context: SessionContext, { id, outline, letter }: z.output<typeof setLetterInput>) {
  const { db, session } = context
  const { rows } = await sql<{ version: number; before: string | null }>`
    select version, (select text from glyph_letters where outline = ${outline}) as before
      from analysis
     where id = ${id}
       and exists (
         select from analysis_pages
          where analysis_id = analysis.id
            and unknown_glyphs <> '[]'
            and unknown_glyphs @> ${JSON.stringify([{ outline }])}::jsonb)`.execute(db)
  const [found] = rows
  if (!found) throw new ApiError('not-found')
  if (letter === undefined)
    await sql`
      update glyph_letters
         set text = null, decided_by_id = ${session.user_id}, decided_at = now()
       where outline = ${outline}`.execute(db)
  else
    await sql`
      insert into glyph_letters (outline, text, decided_by_id)
      values (${outline}, ${letter}, ${session.user_id})
      on conflict (outline) do update
         set text = excluded.text, decided_by_id = excluded.decided_by_id, decided_at = now()`.execute(db)
  await record(context, {
    action: 'set-letter',
    resource: analysis.name,
    row_id: id,
    row_version: found.version,
    before: { outline, letter: found.before },
    after: { outline, letter: letter ?? null },
  })
}

const isRead = sql`(analysis.status = 'Analyzed' and analysis.deleted_at is null and not analysis.is_waiting)`

const startOfLastRun = sql`(
  select coalesce(max(started_at), '-infinity')
    from analysis_runs
   where analysis_runs.analysis_id = analysis.id
     and state = 'done')`

/**
 * The analyses with a page on which a glyph was read as another letter than the one that a user gave since, or with a
 * letter that a user has taken back since. Without one the picture of the page may have shown it.
 */
const outdated = (outlines: ReturnType<typeof sql>) => sql`
  select distinct analysis.id
    from glyph_letters
    join analysis_pages
      on unknown_glyphs <> '[]'
     and unknown_glyphs @> jsonb_build_array(jsonb_build_object('outline', outline))
    join analysis
      on analysis.id = analysis_id
     and ${isRead}
   cross join jsonb_array_elements(unknown_glyphs) as glyph
   where glyph ->> 'outline' = outline
     and glyph ->> 'letter' is distinct from glyph_letters.text
     and (glyph_letters.text is not null or decided_at > ${startOfLastRun})
     and ${outlines}`

export async function countOutdated(db: Db, glyphs: readonly ReviewGlyph[]): Promise<number> {
  if (glyphs.length === 0) return 0
  const outlines = glyphs.map(({ outline }) => outline)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
      from (${outdated(sql`outline = any(${outlines})`)}) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Locks the analyses that are to be read again, the oldest first; those that another call works on are left out. */
export async function lockOutdated(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id
      from analysis
     where id in (
       select id
         from (${outdated(sql`true`)}) as found
        order by id
        limit ${reviewLimits.runs})
       and ${isRead}
     order by id
       for update skip locked`.execute(db)
  return rows.map(({ id }) => id)
}
