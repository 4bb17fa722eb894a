import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isBackdated, lockSeals, readSeals } from './sealAudit.ts'
import { readSealFile, sealFileOf, sizeOfSealFile } from './sealFile.ts'
import { type AuditRow, auditRowColumns, digestOf, type Seal, sealOf, toLine } from './seals.ts'

type Verification = {
  seals: number
  /** Sealed rows. */
  rows: number
  /** Rows that were added since the last seal. */
  unsealed: number
  /** A sentence for each difference, the first ones; empty when the log is as it was sealed. */
  problems: string[]
}

const maxProblems = 20

type Progress = { last: Seal | undefined; rows: number; problems: string[] }

/**
 * Compares the rows of the audit log with their seals, the seals with each other, and the seals with their file. One query may
 * take minutes for a large log: the connections have no timeouts.
 */
export async function verifyAudit(db: Db, folder: string): Promise<Verification> {
  const { snapshot, size } = await openSnapshot(db, folder)
  const progress: Progress = { last: undefined, rows: 0, problems: [] }
  try {
    const inFile = readSealFile(sealFileOf(folder), size)
    for await (const seal of readSeals(snapshot)) {
      const { value } = await inFile.next()
      progress.problems.push(...compareSeals(progress.last, seal, value))
      progress.problems.push(...(await compareRows(snapshot, seal)))
      progress.rows += seal.ids.length
      progress.last = seal
    }
    const { value: ahead } = await inFile.next()
    const seals = progress.last?.number ?? 0
    if (ahead) progress.problems.push(`The file has seals after seal ${seals}, which the database does not have.`)
    const { unsealed, backdated } = await readOthers(snapshot, progress.last)
    progress.problems.push(...backdated.map((row) => `${nameOf(row)} was inserted before sealed rows.`))
    return { seals, rows: progress.rows, unsealed, problems: progress.problems.slice(0, maxProblems) }
  } finally {
    await snapshot.rollback().execute()
  }
}

/** A snapshot of the database, and the bytes that the file has at that moment: no seal is written meanwhile. */
async function openSnapshot(db: Db, folder: string) {
  const lock = await db.startTransaction().execute()
  try {
    await lockSeals(lock)
    const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').execute()
    return { snapshot, size: await sizeOfSealFile(sealFileOf(folder)) }
  } finally {
    await lock.rollback().execute()
  }
}

/** A seal of the database against the seal before it, and against its line of the file. */
function compareSeals(previous: Seal | undefined, seal: Seal, inFile: Seal | 'unreadable' | undefined): string[] {
  const about = `Seal ${seal.number}`
  const problems: string[] = []
  if (seal.number !== (previous?.number ?? 0) + 1) problems.push(`The seals before seal ${seal.number} are missing.`)
  else if (!sealOf(previous?.seal, seal).equals(seal.seal)) problems.push(`${about} is not that of its rows.`)
  if (inFile === undefined) problems.push(`${about} is missing in the file.`)
  else if (inFile === 'unreadable') problems.push(`${about} cannot be read in the file.`)
  else if (toLine(inFile) !== toLine(seal))
    problems.push(`${about} is another one in the file${firstDifference(seal, inFile)}.`)
  return problems
}

function firstDifference(seal: Seal, inFile: Seal) {
  const differs = (id: number, index: number) =>
    id !== inFile.ids[index] || inFile.digests[index]?.equals(seal.digests[index] ?? Buffer.alloc(0)) !== true
  const index = seal.ids.findIndex(differs)
  const id = seal.ids[index] ?? inFile.ids[seal.ids.length]
  return id === undefined ? '' : `, from row ${id} on`
}

type NamedRow = Pick<AuditRow, 'id'> & { name: string }

const nameColumns = sql`
  audit.id,
  concat_ws(' ', to_char(audit.at at time zone 'utc', 'YYYY-MM-DD HH24:MI'), audit.action, audit.resource, audit.row_id)
    as name`
const nameOf = ({ id, name }: NamedRow) => `Row ${id} (${name})`

/** The rows of a seal against their digests. */
async function compareRows(db: Db, seal: Seal): Promise<string[]> {
  const { rows } = await sql<AuditRow & NamedRow>`
    select ${auditRowColumns}, ${nameColumns} from audit where id = any(${seal.ids})`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return seal.ids.flatMap((id, index) => {
    const row = byId.get(id)
    if (!row) return [`Row ${id} of seal ${seal.number} is missing.`]
    return seal.digests[index]?.equals(digestOf(row)) ? [] : [`${nameOf(row)} was changed after seal ${seal.number}.`]
  })
}

/** Rows that no seal has: the number of those that are due next, and those that were inserted before sealed rows. */
async function readOthers(db: Db, last: Seal | undefined) {
  const { rows } = await sql<{ unsealed: number; backdated: NamedRow[] | null }>`
    with last as (select through_transaction, through_id from audit_seals where number = ${last?.number ?? 0}),
    sealed as (select unnest(ids) as id from audit_seals),
    others as materialized (
      select ${nameColumns},
             ${isBackdated}
               or exists (select from last where (transaction_id, id) <= (through_transaction, through_id)) as is_backdated
        from audit
       where not exists (select from sealed where sealed.id = audit.id))
    select (select count(*) from others where not is_backdated) as unsealed,
           (select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by id)
              from (select * from others where is_backdated order by id limit ${maxProblems}) as first) as backdated`.execute(
    db,
  )
  return { unsealed: rows[0]?.unsealed ?? 0, backdated: rows[0]?.backdated ?? [] }
}
