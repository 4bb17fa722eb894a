import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** An annotation mentions a user by `@` and their e-mail address or full name. */
const mentionSign = '@'

/** The texts of all annotations of a stored case, joined by line breaks. */
export async function annotationsOf(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ words: string | null }>`
    select (select string_agg(note ->> 'content', ${'\n'})
              from jsonb_array_elements(case_content -> 'annotations') as note) as words
      from case_files
     where id = ${id}`.execute(db)
  return rows[0]?.words ?? ''
}

/** The ids of users who are mentioned in the new text and not in the old one. */
export async function newlyMentioned(db: Db, before: string, now: string): Promise<number[]> {
  if (!now.includes(mentionSign) || now === before) return []
  const previous = await mentionedIn(db, before)
  return (await mentionedIn(db, now)).filter((id) => !previous.includes(id))
}

async function mentionedIn(db: Db, words: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; names: string[] }>`
    select id, array[name, email] as names
      from users
     where active
       and deleted_at is null
       and exists (select from unnest(array[name, email]) as one
                    where strpos(lower(${words}), ${mentionSign} || lower(one)) > 0)`.execute(db)
  return rows.flatMap(({ id, names }) => (names.some((name) => containsName(words, name)) ? [id] : []))
}

/** Matches whole names: `@Ali` is neither in `@Alima` nor in `@ali@court.mv`. */
function containsName(words: string, name: string): boolean {
  const text = words.toLowerCase()
  const mention = mentionSign + name.toLowerCase()
  for (let index = text.indexOf(mention); index !== -1; index = text.indexOf(mention, index + 1))
    if (!/^(?:[\p{L}\p{M}\p{N}@_-]|\.[\p{L}\p{N}])/u.test(text.slice(index + mention.length))) return true
  return false
}
