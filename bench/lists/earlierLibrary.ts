import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { fillCases } from './library.ts'

/** The last migration of the earlier version: that of the fixture of upgrades. */
export const earlierMigration = '0028_analyses_by_what_is_shown.sql'

/**
 * Fills a library of an earlier version: `size` case files, as many analyses, and two changes of each case in the audit log. The
 * URL is that of a superuser.
 */
export async function fillEarlierLibrary(url: string, size: number) {
  const names = (await readMigrations()).map(({ name }) => name)
  await migrate(url, { only: new Set(names.filter((name) => name <= earlierMigration)) })
  await fillCases(url, size)
  await withClient(url, (client) => fillOthers(client, size))
}

async function fillOthers(client: pg.Client, size: number) {
  await client.query(`set session_replication_role = replica`)
  await client.query(
    `insert into files (name, type, size, media_type, sha256)
     select 'Judgment ' || n || '.pdf', 'Permanent', 1, 'application/pdf', sha256(n::text::bytea)
       from generate_series(1, $1::integer) as n`,
    [size],
  )
  await client.query(`
    insert into analysis (court_id, title, claimant, respondant, date, pdf_file_id, case_numbers_text, number_order, case_content)
    select court_id, title, claimant, respondant, closed_date, id, case_numbers_text, number_order, case_content
      from case_files`)
  await client.query(`
    insert into audit (action, resource, row_id, before, after)
    select 'update', 'caseFiles', id, jsonb_build_object('case_content', case_content), jsonb_build_object('title', title)
      from case_files, generate_series(1, 2)`)
  await client.query('analyze')
}
