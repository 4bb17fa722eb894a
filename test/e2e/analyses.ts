import type pg from 'pg'
import type { TestServer } from './testServer.ts'

/** Inserts an analysis of the first court: the demo library has none. */
export async function buildAnalysis(
  database: Pick<TestServer, 'query'> | pg.ClientBase,
  number: string,
  status = 'Pending',
) {
  await database.query(
    `with pdf as (
       insert into files (sha256, name, media_type, size, type)
       values (sha256($1::bytea), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id),
     made as (
       insert into analysis (court_id, pdf_file_id, status) select 1, id, $3 from pdf returning id)
     insert into analysis_case_numbers (analysis_id, number, position) select id, $2, 1 from made`,
    [Buffer.from(number), number, status],
  )
}
