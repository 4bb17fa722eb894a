import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import { buildRandom } from '#db/seed/random.ts'
import { cloneDatabase } from '#test/database.ts'

const migration = new URL('../../../db/migrations/0024_analyses_by_number.sql', import.meta.url)

/** Stores numbers without keys, and returns what the migration makes of them. */
async function migrateNumbers(client: pg.Client, numbers: readonly string[]) {
  await client.query(`
    alter table analysis_case_numbers drop column key;
    drop trigger analysis_version on analysis;
    drop index analysis_court_number_idx;
    alter table analysis drop column number_order;
    create trigger analysis_version before update on analysis for each row
      when (old.case_numbers_text is not distinct from new.case_numbers_text) execute function count_version();
    alter table analysis_case_numbers disable trigger user;
    insert into courts (name) values ('A');
    insert into files (sha256, name, media_type, size) values (sha256('x'), 'a.pdf', 'application/pdf', 1);
    insert into analysis (court_id, pdf_file_id) values (1, 1)`)
  await client.query(
    `insert into analysis_case_numbers (analysis_id, position, number)
     select 1, place, number from unnest($1::text[]) with ordinality as given (number, place)`,
    [numbers],
  )
  await client.query('alter table analysis_case_numbers enable trigger user')
  await client.query(await readFile(migration, 'utf8'))
  const { rows } = await client.query<{ number: string; key: string }>(
    'select number, key from analysis_case_numbers order by position',
  )
  const { rows: after } = await client.query('select version, number_order > 0 as has_order from analysis')
  return { rows, after }
}

test('migration 0024 computes the same keys of case numbers as a save', async () => {
  const random = buildRandom(5)
  const numbers = Array.from({ length: 300 }, () => {
    const [year, serial] = [random.whole(1990, 2025), random.whole(1, 1800)]
    const code = random.pick(['Cv-C', 'HC-A', 'SC-A', 'CVC', 'Jv-C', 'Cr. C'])
    return random.chance(0.5) ? `${year}/${code}/${serial}` : `${random.pick(['', '0'])}${serial} / ${code} / ${year}`
  })
  const database = await cloneDatabase()
  const { rows, after } = await withClient(database.url, (client) => migrateNumbers(client, numbers))
  await database.drop()
  expect(rows).toEqual(numbers.map((number) => ({ number, key: caseNumberKey(number) })))
  expect(after).toEqual([{ version: 1, has_order: true }])
})
