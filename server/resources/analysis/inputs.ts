import { sql } from 'kysely'
import { AnalysisFailure } from '#server/analysis/failure.ts'
import type { FieldLists } from '#server/analysis/fields/lists.ts'
import { readLetters } from '#server/analysis/letters.ts'
import type { Db } from '#server/db/database.ts'

type Inputs = {
  sha256: Buffer
  court: string
  lists: FieldLists
  letters: (readonly [outline: string, letter: string])[]
}

/** What the analysis of a file needs from the database: its hash, and the lists that its fields are matched to. */
export async function readInputs(db: Db, analysis_id: number): Promise<Inputs> {
  const { rows } = await sql<{ sha256: Buffer; court: string; lists: FieldLists }>`
    select files.sha256, (select name from courts where courts.id = court_id) as court,
           jsonb_build_object(
             'courts', ${listOf(sql`select id, name, name_en, coalesce(code, '') as code from courts order by id`)},
             'judges', ${listOf(sql`select id, name from judges order by id`)},
             'case_types', ${listOf(sql`select id, name from case_types order by id`)},
             'phrases', array(select dhivehi_phrase from phrases where published and deleted_at is null order by id limit 20000)
           ) as lists
      from analysis
      join files on files.id = pdf_file_id
     where analysis.id = ${analysis_id}`.execute(db)
  const [found] = rows
  if (!found) throw new AnalysisFailure('file-missing')
  return { ...found, letters: [...(await readLetters(db))] }
}

const listOf = (rows: ReturnType<typeof sql>) => sql`coalesce((select jsonb_agg(rows) from (${rows}) as rows), '[]')`
