import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

/** What the database itself rejects, whichever client writes. */

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`insert into courts (name, code) values ('Court', 'Cv-C')`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
beforeEach(() => client.query('delete from case_files; delete from users; truncate change_log'))

const value = async (statement: string, values: unknown[] = []) => {
  const { rows } = await client.query<{ value: unknown }>(statement, values)
  return rows[0]?.value
}

async function buildCase(number = '1/Cv-C/2020', key = 'cv-c/2020/1') {
  const id = await value(`insert into case_files (court_id) select id from courts returning id as value`)
  await client.query('insert into case_numbers (case_file_id, position, number, key) values ($1, 0, $2, $3)', [
    id,
    number,
    key,
  ])
  return id
}

test('a live case number is unique', async () => {
  await buildCase()
  await expect(buildCase('1 / Cv-C / 2020')).rejects.toThrow(/case_numbers_key_idx/)
})

test('the number of a deleted case can be reused, and the case cannot be restored meanwhile', async () => {
  const id = await buildCase()
  await client.query('update case_files set deleted_at = now() where id = $1', [id])
  await buildCase()
  await expect(client.query('update case_files set deleted_at = null where id = $1', [id])).rejects.toThrow(
    /case_numbers_key_idx/,
  )
})

test('a court with cases cannot be deleted', async () => {
  await buildCase()
  await expect(client.query('delete from courts')).rejects.toThrow(/case_files_court_id_fkey/)
})

test('a case gets a random public reference', async () => {
  const id = await buildCase()
  const reference = await value('select reference as value from case_files where id = $1', [id])
  expect(reference).toMatch(/^[1-9A-HJ-NP-Za-km-z]{12}$/)
  expect(await value('select random_reference() as value')).not.toBe(await value('select random_reference() as value'))
})

test('every update increments the version', async () => {
  const id = await buildCase()
  await client.query(`update case_files set title = 'a' where id = $1`, [id])
  expect(await value('select version as value from case_files where id = $1', [id])).toBe(2)
})

test('a case cannot be registered before its submission', async () => {
  const id = await buildCase()
  const invalidDates = `insert into case_numbers (case_file_id, position, number, key, submission_date, registration_date) values ($1, 1, 'x', 'x', '2020-02-02', '2020-02-01')`
  await expect(client.query(invalidDates, [id])).rejects.toThrow(/check constraint/)
})

test('a user has one subscription at a time', async () => {
  const user = await value(`insert into users (name, email) values ('A', 'a@hukum.test') returning id as value`)
  const config = await value(
    `insert into subscription_configs (name, amount, days) values (gen_random_uuid(), 1, 30) returning id as value`,
  )
  const subscribe = (from: string, to: string | null) =>
    client.query(
      'insert into subscriptions (user_id, subscription_config_id, starts_on, ends_on) values ($1, $2, $3, $4)',
      [user, config, from, to],
    )
  await subscribe('2026-01-01', '2026-01-30')
  await subscribe('2026-01-31', null)
  await expect(subscribe('2027-01-01', '2027-01-30')).rejects.toThrow(/exclusion constraint/)
})

test('an e-mail address is lowercase and belongs to one live account', async () => {
  const add = (email: string) => client.query(`insert into users (name, email) values ('A', $1)`, [email])
  await add('a@hukum.test')
  await expect(add('a@hukum.test')).rejects.toThrow(/users_email_idx/)
  await expect(add('B@hukum.test')).rejects.toThrow(/check constraint/)
})

const loggedIds = async () =>
  (await client.query<{ row_id: string }>(`select distinct row_id from change_log order by row_id`)).rows.map(
    (row) => row.row_id,
  )

test('a change of the row, the links, or the court of a case is written to the change log', async () => {
  const id = await buildCase()
  expect(await loggedIds()).toEqual([id])
  for (const change of [
    `update case_files set title = 'b'`,
    `update case_numbers set number = '01/Cv-C/2020'`,
    `update courts set name = name || '.'`,
    'delete from case_numbers',
  ]) {
    await client.query('truncate change_log')
    await client.query(change)
    expect(await loggedIds(), change).toEqual([id])
  }
})

test('a change of what the index does not read of a case is not written to the change log', async () => {
  await buildCase()
  await client.query('truncate change_log')
  for (const change of [`title = title || ''`, 'version = version + 1', 'pdf_file_id = null'])
    await client.query(`update case_files set ${change}`)
  expect(await loggedIds()).toEqual([])
})

test('the change log records whether readers may have seen a case before the change', async () => {
  await buildCase()
  const change = (what: string) => client.query(`update case_files set ${what}`)
  for (const what of [`title = 'draft'`, 'published = true', `title = 'seen'`, 'published = false']) await change(what)
  await client.query('update case_numbers set position = position')
  const { rows } = await client.query<{ was_visible: boolean }>('select was_visible from change_log order by id')
  expect(rows.map((row) => row.was_visible).slice(-5)).toEqual([false, false, true, true, false])
})

test('a rolled-back change is not in the change log', async () => {
  await client.query('begin')
  await buildCase()
  await client.query('rollback')
  expect(await loggedIds()).toEqual([])
})

test('a save moves at most 64 kB of pending entries to an index', async () => {
  const others = await value(`
    select coalesce(array_agg(relname::text), '{}') as value
      from pg_class
      join pg_am on pg_am.oid = relam
     where amname = 'gin'
       and relnamespace = 'public'::regnamespace
       and not coalesce('gin_pending_list_limit=64' = any(reloptions), false)`)
  expect(others).toEqual([])
})
