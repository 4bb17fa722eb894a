import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { readAllCourtCodes } from '#server/search/api/courtCodes.ts'
import { type IsCode, isCodeAmong } from '#shared/text/caseNumbers/courtCodes.ts'
import { numberKey, untilKeysAreMade } from './numberKey.ts'

/**
 * Makes the keys of all case numbers anew where courts have other codes than those that they were made by. What was done
 * is kept part by part; killed at any point, it is done from the beginning, since the codes still differ.
 */
export const renewNumberKeys = (db: Db): Promise<void> =>
  db.connection().execute(async (one) => {
    const { rows } = await sql<{ alone: boolean }>`select pg_try_advisory_lock(${lock}) as alone`.execute(one)
    if (!rows[0]?.alone) return
    try {
      await untilTheyAgree(one)
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(one)
    }
  })

const lock = sql`hashtext('renewing the keys of case numbers')`

async function untilTheyAgree(db: Db) {
  for (let codes = await codesNow(db); codes; codes = await codesNow(db)) {
    await untilKeysAreMade(db)
    const isCode = isCodeAmong(codes)
    await renewAll(db, 'case_numbers', isCode)
    await renewAll(db, 'related_cases', isCode)
    await renewAll(db, 'analysis_case_numbers', isCode)
    await sql`update library set number_codes = ${codes}`.execute(db)
  }
}

/** The codes of courts, where they are not those that the keys were made by. */
async function codesNow(db: Db) {
  const { rows } = await sql<{ codes: string[] }>`select number_codes as codes from library`.execute(db)
  const codes = await readAllCourtCodes(db)
  return codes.join(' ') === rows[0]?.codes.join(' ') ? undefined : codes
}

type Numbered = { id: number; number: string; key: string }

async function renewAll(db: Db, table: keyof typeof isFree, isCode: IsCode) {
  for (let last = 0; ;) {
    const { rows } = await sql<Numbered>`
      select id, number, key from ${sql.table(table)} where id > ${last} order by id limit ${together}`.execute(db)
    const other = rows
      .map((row) => ({ ...row, was: row.key, key: numberKey(row.number, isCode) }))
      .filter(({ was, key }) => key !== was)
    if (other.length > 0) await renew(db, table, other)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/** To read a number takes a twentieth of a millisecond, and calls are answered by the same thread. */
const together = 250

/** Of two cases that are one number now, the first has it; the other one keeps what it had. */
const isFree = {
  case_numbers: sql`place = 1 and not exists (select from case_numbers as held where held.key = given.key and held.live)`,
  related_cases: sql`true`,
  analysis_case_numbers: sql`true`,
}

async function renew(db: Db, table: keyof typeof isFree, rows: readonly Numbered[]) {
  const ids = rows.map(({ id }) => id)
  const numbers = rows.map(({ number }) => number)
  const keys = rows.map(({ key }) => key)
  await sql`
    update ${sql.table(table)} as kept
       set key = given.key
      from (select id, number, key, row_number() over (partition by key order by id) as place
              from unnest(${ids}::bigint[], ${numbers}::text[], ${keys}::text[]) as one (id, number, key)) as given
     where kept.id = given.id
       and kept.number = given.number
       and ${isFree[table]}`.execute(db)
}
