import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { connect, type Connection } from '#server/db/database.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { record } from './record.ts'
import { isBackdated, sealAudit } from './sealAudit.ts'
import { sealFileOf } from './sealFile.ts'
import { verifyAudit } from './verifyAudit.ts'

let database: TestDatabase
let connection: Connection
/** The superuser of the cluster, without the triggers of the log. */
let intruder: pg.Client
let folder: string

beforeAll(async () => {
  database = await cloneDatabase()
  connection = connect(database.url, { connections: 3 })
  intruder = new pg.Client({ connectionString: database.maintenance })
  await intruder.connect()
})
afterAll(async () => {
  await intruder.end()
  await connection.close()
  await database.drop()
})

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hukum-audit-'))
  await intruder.query('set session_replication_role = replica; truncate audit, audit_seals restart identity')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (count: number, db = connection.db) =>
  sql`
    insert into audit (action, resource, row_id, after)
    select 'update', 'courts', number, jsonb_build_object('name', 'ކޯޓު ' || number)
      from generate_series(1, ${count}::integer) as number`.execute(db)

const seal = (batchSize = 4) => sealAudit(connection.db, { folder, batchSize })
/** Transactions of other databases of the cluster delay a seal, too. */
async function sealRows(count: number, batchSize?: number) {
  let sealed = 0
  await expect.poll(async () => (sealed += await seal(batchSize)), { timeout: 60_000, interval: 20 }).toBe(count)
}

const problems = async () => (await verifyAudit(connection.db, folder)).problems
const firstProblem = async () => (await problems())[0]

/** Ten rows in three seals. */
async function sealTen() {
  await write(10)
  await sealRows(10)
  expect(await verifyAudit(connection.db, folder)).toEqual({ seals: 3, rows: 10, unsealed: 0, problems: [] })
}

test('rows that were added after the last seal are counted and are no difference', async () => {
  await sealTen()
  await write(2)
  expect(await verifyAudit(connection.db, folder)).toMatchObject({ rows: 10, unsealed: 2, problems: [] })
  await sealRows(2)
  expect(await seal()).toBe(0)
})

test('the verification names the first row that was changed, whichever column', async () => {
  await sealTen()
  for (const [column, value] of [
    ['action', `'x'`],
    ['at', `at + interval '1 microsecond'`],
    ['after', `'{}'`],
    ['actor_id', '1'],
  ]) {
    await intruder.query(`begin; update audit set ${column ?? ''} = ${value ?? ''} where id in (3, 7)`)
    await intruder.query('commit')
    expect(await problems(), column).toEqual([
      expect.stringMatching(/^Row 3 \(.* courts 3\) was changed after seal 1\.$/),
      expect.stringMatching(/^Row 7 \(.* courts 7\) was changed after seal 2\.$/),
    ])
  }
})

test('the verification names a row that was deleted, and a truncated log', async () => {
  await sealTen()
  await intruder.query('delete from audit where id in (5, 6)')
  expect(await problems()).toEqual(['Row 5 of seal 2 is missing.', 'Row 6 of seal 2 is missing.'])
  await intruder.query('truncate audit')
  expect(await firstProblem()).toBe('Row 1 of seal 1 is missing.')
})

test('the verification names a row that was inserted before sealed rows, also after the next seal', async () => {
  await sealTen()
  await intruder.query(`delete from audit where id = 4`)
  await intruder.query(
    `insert into audit (id, action, resource) overriding system value values (0, 'x', 'y'), (4, 'x', 'y')`,
  )
  const expected = [
    expect.stringMatching(/^Row 4 .* was changed after seal 1/),
    expect.stringMatching(/^Row 0 \(.* x y\) was inserted before sealed rows/),
  ]
  expect(await problems()).toEqual(expected)
  await write(3)
  await sealRows(3)
  expect(await problems()).toEqual(expected)
})

test('the verification names an added row that pretends to be of an early transaction', async () => {
  await sealTen()
  await intruder.query(`insert into audit (action, resource, transaction_id) values ('x', 'y', '3')`)
  expect(await problems()).toEqual([expect.stringMatching(/^Row 11 \(.* x y\) was inserted before sealed rows/)])
})

test('the verification names the first of two rows that changed places', async () => {
  await sealTen()
  await intruder.query(
    `update audit
        set (at, row_id, after) = (select at, row_id, after from audit as other where other.id = 11 - audit.id)
      where id in (2, 9)`,
  )
  expect(await firstProblem()).toMatch(/^Row 2 \(.* courts 9\) was changed after seal 1/)
})

test('whether a row was inserted before sealed rows is answered by one entry of their index, however many they are', async () => {
  await intruder.query(`
    insert into audit_seals (number, sealed_at, ids, digests, seal, through_transaction, through_id, last_id)
    select number, now(), array[number], sha256(''), sha256(''), '1', number, number
      from generate_series(1, 5000) as number`)
  await intruder.query('analyze audit_seals')
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select ${isBackdated} from audit`.execute(connection.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('audit_seals_last_id_idx')
  expect(plan).not.toMatch(/Seq Scan on audit_seals|Sort/)
})

test('a chain that was made again after a change differs from the file, which names the row', async () => {
  await sealTen()
  const copy = `${folder}/copy`
  writeFileSync(copy, readFileSync(sealFileOf(folder)))
  await intruder.query(`update audit set action = 'x' where id = 6`)
  await intruder.query('truncate audit_seals')
  rmSync(sealFileOf(folder))
  await sealRows(10)
  expect(await problems()).toEqual([])
  writeFileSync(sealFileOf(folder), readFileSync(copy))
  expect(await firstProblem()).toBe('Seal 1 is another one in the file.')
  expect(await problems()).toContain('Seal 2 is another one in the file, from row 6 on.')
})

test('a seal that was removed or changed in the database is named', async () => {
  await sealTen()
  await intruder.query('update audit_seals set ids[1] = 77 where number = 2')
  expect(await problems()).toContain('Seal 2 is not that of its rows.')
  await intruder.query('delete from audit_seals where number = 2')
  expect(await problems()).toContain('The seals before seal 3 are missing.')
})

test('a file of seals that was truncated, changed, or lost is named, and no seal is added to it', async () => {
  await sealTen()
  const file = sealFileOf(folder)
  const whole = readFileSync(file, 'utf8')
  const lines = whole.split('\n')
  const broken: [string, string][] = [
    [lines.slice(0, 2).join('\n') + '\n', 'Seal 3 is missing in the file.'],
    [whole.slice(0, -10), 'Seal 3 cannot be read in the file.'],
    [whole.replace('"ids":[5,', '"ids":[50,'), 'Seal 2 is another one in the file, from row 5 on.'],
    ['', 'Seal 1 is missing in the file.'],
  ]
  for (const [text, problem] of broken) {
    writeFileSync(file, text)
    expect(await firstProblem()).toBe(problem)
  }
  rmSync(file)
  expect(await firstProblem()).toBe('Seal 1 is missing in the file.')
  await write(1)
  await expect(seal()).rejects.toThrow('npm run audit:verify')
})

test('a database that is older than its file is noticed', async () => {
  await sealTen()
  await intruder.query('delete from audit_seals where number > 1; delete from audit where id > 4')
  expect(await problems()).toEqual(['The file has seals after seal 1, which the database does not have.'])
  await expect(seal()).rejects.toThrow('npm run audit:verify')
})

test('a seal that a crash left only in the file is adopted', async () => {
  await sealTen()
  await intruder.query('delete from audit_seals where number = 3')
  await write(1)
  await sealRows(3)
  expect(await verifyAudit(connection.db, folder)).toEqual({ seals: 4, rows: 11, unsealed: 0, problems: [] })
})

test('a line that a full disk or a crash cut off is removed from the file, and its rows are sealed', async () => {
  const file = sealFileOf(folder)
  writeFileSync(file, '{"number":1,"at"')
  await sealTen()
  appendFileSync(file, readFileSync(file).subarray(0, 50))
  await write(1)
  await sealRows(1)
  expect(await verifyAudit(connection.db, folder)).toEqual({ seals: 4, rows: 11, unsealed: 0, problems: [] })
})

test('a seal that only the file has is not adopted when a row differs', async () => {
  await sealTen()
  await intruder.query(`delete from audit_seals where number = 3; update audit set action = 'x' where id = 10`)
  await expect(seal()).rejects.toThrow('npm run audit:verify')
})

test('a row of a transaction that commits after a seal of later rows is sealed next', async () => {
  await write(1)
  const late = await connection.db.startTransaction().execute()
  await record({ db: late, session: undefined }, { action: 'late', resource: 'courts' })
  await write(2)
  await sealRows(1)
  await late.commit().execute()
  expect(await verifyAudit(connection.db, folder)).toMatchObject({ unsealed: 3, problems: [] })
  await sealRows(3)
  expect(await verifyAudit(connection.db, folder)).toMatchObject({ rows: 4, unsealed: 0, problems: [] })
})

test('a late row with a lower id than sealed ones is no added row', async () => {
  // The transaction has its number before those of the sealed rows, and they are of one that ended before.
  const late = await connection.db.startTransaction().execute()
  await record({ db: late, session: undefined }, { action: 'late', resource: 'courts' })
  await write(2)
  await late.commit().execute()
  await write(1)
  await sealRows(4, 2)
  expect(await problems()).toEqual([])
})

test('concurrent writers and a sealer leave every row in exactly one seal', async () => {
  const writers = Array.from({ length: 6 }, async () => {
    for (let round = 0; round < 8; round += 1)
      await connection.db.transaction().execute(async (transaction) => {
        await write(2, transaction)
        await sql`select from courts`.execute(transaction)
        await write(1, transaction)
      })
  })
  const writing = new AbortController()
  const sealing = (async () => {
    while (!writing.signal.aborted) await seal(7)
  })()
  await Promise.all(writers)
  writing.abort()
  await sealing
  await expect
    .poll(() => seal(7).then(() => verifyAudit(connection.db, folder)), { timeout: 60_000, interval: 20 })
    .toMatchObject({ rows: 144, unsealed: 0, problems: [] })
})

test('the application can neither change nor delete audit rows and seals, nor turn their triggers off', async () => {
  await sealTen()
  await withClient(database.url, async (application) => {
    for (const table of ['audit', 'audit_seals'])
      for (const statement of [
        `update ${table} set transaction_id = '1'`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} disable trigger user`,
        `alter table ${table} rename to other`,
        `drop table ${table}`,
        'drop schema public cascade',
        'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
        'set session_replication_role = replica',
      ])
        await expect(application.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  })
})

test('the triggers refuse the superuser too', async () => {
  await sealTen()
  await intruder.query('set session_replication_role = origin')
  for (const statement of [`update audit set action = 'x'`, 'delete from audit_seals', 'truncate audit'])
    await expect(intruder.query(statement), statement).rejects.toThrow('only ever added to')
})
