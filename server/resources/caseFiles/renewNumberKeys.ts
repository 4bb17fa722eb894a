import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { readAllCourtCodes } from '#server/search/api/caseNumbers.ts'
import { type IsCode, isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { numberKey, waitForKeyWriters } from './numberKey.ts'

/**
 * Computes the keys of all case numbers again when the codes of the courts have changed, in batches that are committed
 * one by one. If it is killed, the next run starts again, because the stored codes still differ.
 */
export const renewNumberKeys = (db: Db): Promise<void> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_lock(${lock}) as alone`.execute(connection)
    if (!rows[0]?.alone) return
    try {
      await renewUntilCodesMatch(connection)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection)
    }
  })

const lock = sql`hashtext('renewing the keys of case numbers')`

async function renewUntilCodesMatch(db: Db) {
  for (let codes = await changedCodes(db); codes; codes = await changedCodes(db)) {
    await waitForKeyWriters(db)
    const isCode = isCodeAmong(codes)
    await renewAll(db, 'case_numbers', isCode)
    await renewAll(db, 'related_cases', isCode)
    await renewAll(db, 'case_citations', isCode)
    await renewAll(db, 'analysis_case_numbers', isCode)
    await sql`update library set number_codes = ${codes}`.execute(db)
  }
}

/** The codes of the courts, or undefined when the keys were computed by them. */
async function changedCodes(db: Db) {
  const { rows } = await sql<{ codes: string[] }>`select number_codes as codes from library`.execute(db)
  const codes = await readAllCourtCodes(db)
  return codes.join(' ') === rows[0]?.codes.join(' ') ? undefined : codes
}

type NumberRow = { id: number; number: string; key: string }

async function renewAll(db: Db, table: keyof typeof mayTakeKey, isCode: IsCode) {
  for (let last = 0; ;) {
    const { rows } = await sql<NumberRow>`
      select id, number, key from ${sql.table(table)} where id > ${last} order by id limit ${batchSize}`.execute(db)
    const changed = rows
      .map((row) => ({ ...row, previousKey: row.key, key: numberKey(row.number, isCode) }))
      .filter(({ previousKey, key }) => key !== previousKey)
    if (changed.length > 0) await updateKeys(db, table, changed)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/** Parsing a number takes 0.05 ms on the thread that also answers calls. */
const batchSize = 250

/** When two cases get the same key, the first one takes it and the other one keeps its former key. */
const mayTakeKey = {
  case_numbers: sql`ordinality = 1 and not exists (select from case_numbers as existing where existing.key = given.key and existing.live)`,
  related_cases: sql`true`,
  case_citations: sql`true`,
  analysis_case_numbers: sql`true`,
}

async function updateKeys(db: Db, table: keyof typeof mayTakeKey, rows: readonly NumberRow[]) {
  const ids = rows.map(({ id }) => id)
  const numbers = rows.map(({ number }) => number)
  const keys = rows.map(({ key }) => key)
  await sql`
    update ${sql.table(table)} as target
       set key = given.key
      from (select id, number, key, row_number() over (partition by key order by id) as ordinality
              from unnest(${ids}::bigint[], ${numbers}::text[], ${keys}::text[]) as one (id, number, key)) as given
     where target.id = given.id
       and target.number = given.number
       and ${mayTakeKey[table]}`.execute(db)
}
