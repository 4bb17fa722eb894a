import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { blocksOf } from '#shared/delta/blocks.ts'
import type { Delta } from '#shared/delta/delta.ts'
import { findMatches } from '#shared/text/marks.ts'
import { asksForWritten, type Doubtful } from './doubtful.ts'
import type { CaseQuery, SearchIndex } from './index.ts'

/**
 * The query without the cases that hold its words in quotes side by side, but nowhere as they are written. The texts of
 * those few are read of which the index does not know it.
 */
export async function withoutWrongPlaces(db: Db, search: SearchIndex, query: CaseQuery): Promise<CaseQuery> {
  if (query.text === undefined || !asksForWritten(query.text)) return query
  const doubtful = await search.findDoubtful(query.text)
  const wrong = await Promise.all(doubtful.map((one) => wrongOf(db, one)))
  const without = [...new Set(wrong.flat())].sort((one, other) => one - other)
  return without.length === 0 ? query : { ...query, without }
}

type Row = { id: number; parts: string[]; case_content: Delta | null }

async function wrongOf(db: Db, { ids, ...phrase }: Doubtful): Promise<number[]> {
  const { rows } = await sql<Row>`
    select case_files.id, case_content,
           array[title, claimant, respondant, interpleader, keywords, courts.name]
             || array(select judges.name
                        from case_file_judges
                        join judges on judges.id = judge_id
                       where case_file_id = case_files.id)
             || array(select number from case_numbers where case_file_id = case_files.id) as parts
      from case_files
      join courts on courts.id = court_id
     where case_files.id = any(${ids})`.execute(db)
  const holds = (text: string) => findMatches(text, [{ ...phrase, quoted: true }]).length > 0
  return rows.filter((row) => !row.parts.some(holds) && !holds(textOf(row))).map(({ id }) => id)
}

const textOf = ({ case_content }: Row) =>
  case_content === null
    ? ''
    : [...blocksOf(case_content).map(({ text }) => text), ...case_content.footnotes.map(({ content }) => content)].join(
        '\n',
      )
