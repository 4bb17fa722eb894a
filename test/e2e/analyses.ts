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

/** Deletes the analyses with these numbers, so that the lists of other tests do not have them. */
export const deleteAnalyses = (server: Pick<TestServer, 'query'>, numbers: readonly string[]) =>
  server.query(
    `with removed as (delete from analysis_case_numbers where number = any($1) returning analysis_id)
     update analysis set deleted_at = now() where id in (select analysis_id from removed)`,
    [numbers],
  )
