import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** A person is named in an annotation by `@` and his e-mail address, or his whole name. */
const sign = '@'

/** The words of the annotations of a case that is kept, one behind the other; nothing where there is none. */
export async function annotationsOf(db: Db, id: number): Promise<string> {
  const { rows } = await sql<{ words: string | null }>`
    select (select string_agg(note ->> 'content', ${'\n'})
              from jsonb_array_elements(case_content -> 'annotations') as note) as words
      from case_files
     where id = ${id}`.execute(db)
  return rows[0]?.words ?? ''
}

/** The people who are named now and were not before. */
export async function newlyNamed(db: Db, before: string, now: string): Promise<number[]> {
  if (!now.includes(sign) || now === before) return []
  const was = await namedIn(db, before)
  return (await namedIn(db, now)).filter((id) => !was.includes(id))
}

async function namedIn(db: Db, words: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; names: string[] }>`
    select id, array[name, email] as names
      from users
     where active
       and deleted_at is null
       and exists (select from unnest(array[name, email]) as one
                    where strpos(lower(${words}), ${sign} || lower(one)) > 0)`.execute(db)
  return rows.flatMap(({ id, names }) => (names.some((name) => stands(words, name)) ? [id] : []))
}

/** Whole: `@Ali` is not in `@Alima`, nor in `@ali@court.mv`. */
function stands(words: string, name: string): boolean {
  const text = words.toLowerCase()
  const wanted = sign + name.toLowerCase()
  for (let place = text.indexOf(wanted); place !== -1; place = text.indexOf(wanted, place + 1))
    if (!/^(?:[\p{L}\p{M}\p{N}@_-]|\.[\p{L}\p{N}])/u.test(text.slice(place + wanted.length))) return true
  return false
}
