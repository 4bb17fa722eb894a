import type pg from 'pg'
import { caseNumberKey } from '#shared/text/caseNumbers/caseNumber.ts'
import type { SeedCase } from './caseRow.ts'
import type { SeedCaseNumber } from './shapes.ts'

/** The database ids of rows by name. */
export type Ids = Record<'courts' | 'judges' | 'case_types' | 'case_statuses' | 'relation_types', Map<string, number>>

export type WrittenCase = { id: number; number_id: number; number: string; kind: string }

type NumberRow = SeedCaseNumber & { id: number; case_file_id: number; position: number; kind: string }

/** Case files with reserved ids, not written yet. */
export type NumberedCases = { cases: readonly SeedCase[]; fileIds: number[]; numbers: NumberRow[] }

/** Reserves the ids of case files and case numbers, in order, so that the same library has the same ids. */
export async function reserveCaseIds(client: pg.ClientBase, cases: readonly SeedCase[]): Promise<NumberedCases> {
  const fileIds = await reserveIds(client, 'case_files', cases.length)
  const count = cases.reduce((sum, one) => sum + one.case_numbers.length, 0)
  const numberIds = (await reserveIds(client, 'case_numbers', count)).values()
  const numbers = cases.flatMap((one, index) =>
    one.case_numbers.map((number, position) => ({
      ...number,
      id: numberIds.next().value ?? 0,
      case_file_id: fileIds[index] ?? 0,
      position,
      kind: one.kind,
    })),
  )
  return { cases, fileIds, numbers }
}

/**
 * Bulk insert of case files: rows are sent as column arrays in few statements. Returns their main case numbers, in order.
 * Must run in a transaction of the caller.
 */
export async function writeCases(
  client: pg.ClientBase,
  { cases, fileIds, numbers }: NumberedCases,
  ids: Ids,
): Promise<WrittenCase[]> {
  await insert(client, 'case_files', {
    id: ['bigint', fileIds],
    reference: ['text', cases.map((one) => one.reference)],
    court_id: ['bigint', cases.map((one) => idOf(ids.courts, one.court))],
    closed_date: ['date', cases.map((one) => one.closed_date)],
    title: ['text', cases.map((one) => one.title)],
    claimant: ['text', cases.map((one) => one.claimant.join('|'))],
    respondant: ['text', cases.map((one) => one.respondant.join('|'))],
    interpleader: ['text', cases.map((one) => one.interpleader.join('|'))],
    keywords: ['text', cases.map((one) => one.keywords)],
    status_details: ['text', cases.map((one) => one.status_details)],
    case_content: ['jsonb', cases.map((one) => JSON.stringify(one.case_content))],
    published: ['boolean', cases.map(() => true)],
  })
  await insert(client, 'case_numbers', {
    id: ['bigint', numbers.map((row) => row.id)],
    case_file_id: ['bigint', numbers.map((row) => row.case_file_id)],
    position: ['integer', numbers.map((row) => row.position)],
    number: ['text', numbers.map((row) => row.number)],
    key: ['text', numbers.map((row) => keyOf(row.number))],
    submission_date: ['date', numbers.map((row) => row.submission_date)],
    registration_date: ['date', numbers.map((row) => row.registration_date)],
  })
  await writeLinks(client, cases, fileIds, ids)
  await writeRelated(client, cases, fileIds, ids)
  return numbers
    .filter((row) => row.position === 0)
    .map((row) => ({ id: row.case_file_id, number_id: row.id, number: row.number, kind: row.kind }))
}

const links = [
  { table: 'case_file_types', column: 'case_type_id', list: 'case_types', names: (one: SeedCase) => one.case_types },
  { table: 'case_file_judges', column: 'judge_id', list: 'judges', names: (one: SeedCase) => one.judges },
  {
    table: 'case_file_statuses',
    column: 'case_status_id',
    list: 'case_statuses',
    names: (one: SeedCase) => one.statuses,
  },
] as const

async function writeLinks(client: pg.ClientBase, cases: readonly SeedCase[], fileIds: number[], ids: Ids) {
  for (const { table, column, list, names } of links) {
    const rows = cases.flatMap((one, index) =>
      [...new Set(names(one))].map((name, position) => ({
        file: fileIds[index] ?? 0,
        id: idOf(ids[list], name),
        position,
      })),
    )
    await insert(client, table, {
      case_file_id: ['bigint', rows.map((row) => row.file)],
      [column]: ['bigint', rows.map((row) => row.id)],
      position: ['integer', rows.map((row) => row.position)],
    })
  }
}

async function writeRelated(client: pg.ClientBase, cases: readonly SeedCase[], fileIds: number[], ids: Ids) {
  const rows = cases.flatMap((one, index) =>
    one.related_cases.map((related, position) => ({ ...related, position, file: fileIds[index] ?? 0 })),
  )
  await insert(client, 'related_cases', {
    case_file_id: ['bigint', rows.map((row) => row.file)],
    position: ['integer', rows.map((row) => row.position)],
    type_id: ['bigint', rows.map((row) => idOf(ids.relation_types, row.type))],
    number: ['text', rows.map((row) => row.number)],
    key: ['text', rows.map((row) => keyOf(row.number))],
    status_id: ['bigint', rows.map((row) => idOf(ids.case_statuses, row.status))],
    description: ['text', rows.map((row) => row.description)],
  })
}

type Columns = Record<string, [type: string, values: readonly unknown[]]>

/** Inserts all rows in one statement. Table and column names come from this folder, never from a request. */
export async function insert(client: pg.ClientBase, table: string, columns: Columns) {
  const names = Object.keys(columns)
  const arrays = Object.values(columns)
  if (arrays[0]?.[1].length === 0) return
  await client.query(
    `insert into ${table} (${names.join(', ')}) overriding system value
     select * from unnest(${arrays.map(([type], index) => `$${index + 1}::${type}[]`).join(', ')})`,
    arrays.map(([, values]) => values),
  )
}

/** Reserves ids from the sequence of the table, so that rows can reference each other before they are inserted. */
export async function reserveIds(client: pg.ClientBase, table: string, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence($1, 'id'))::integer as id from generate_series(1, $2)`,
    [table, count],
  )
  return rows.map(({ id }) => id)
}

function idOf(ids: Map<string, number>, name: string) {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`“${name}” is in no reference list: is it spelled as in reference.ts?`)
  return id
}

function keyOf(number: string) {
  const key = caseNumberKey(number)
  if (key === undefined) throw new Error(`“${number}” is no case number that can be read`)
  return key
}
