import type pg from 'pg'
import { DatabaseClient } from '#server/db/client.ts'
import { types } from '#server/db/types.ts'
import type { DocumentType } from './documentTypes.ts'

/** A part of a run of rows; the last part of a run has `through`, the highest id that is complete with it. */
export type Batch<Read> = { ids: number[]; read: Read; through?: number }

/** Rows indexed in one transaction, in the order of ids. */
const runLength = 4000
/** Rows read at a time, to bound the memory. */
const partLength = 250

type Source = Pick<DocumentType, 'source'>
type ReadOptions<Read> = { after: number; read: (client: pg.ClientBase, ids: readonly number[]) => Promise<Read> }

/** All rows after the id `after`, in runs by id. While one part is processed, PostgreSQL reads the next. */
export async function* readBatches<Read>(client: pg.ClientBase, source: Source, options: ReadOptions<Read>) {
  const parts = readParts(client, source, options)
  for (let next = parts.next(); ;) {
    const { value: part } = await next
    if (!part) return
    next = parts.next()
    // Awaited in the next iteration; until then a rejection must not count as unhandled.
    next.catch(() => undefined)
    yield part
  }
}

async function* readParts<Read>(
  client: pg.ClientBase,
  source: Source,
  { after, read }: ReadOptions<Read>,
): AsyncGenerator<Batch<Read>, undefined> {
  for (let last = after; ;) {
    const run = await nextRun(client, source, last)
    if (run.length === 0) return
    last = run.at(-1) ?? last
    for (let at = 0; at < run.length; at += partLength) {
      const ids = run.slice(at, at + partLength)
      const isLast = at + partLength >= run.length
      yield { ids, read: await read(client, ids), ...(isLast && { through: last }) }
    }
  }
}

/** The next ids, ascending. */
async function nextRun(client: pg.ClientBase, { source }: Source, after: number) {
  const { rows } = await client.query<{ id: number }>(
    `select id::integer from ${source} where id > $1 order by id limit ${runLength}`,
    [after],
  )
  return rows.map(({ id }) => id)
}

/** A PostgreSQL client of the index, not connected yet. Its statements may take longer than those of a call. */
export const indexClient = (databaseUrl: string) =>
  new DatabaseClient({
    connectionString: databaseUrl,
    application_name: 'hukum index',
    types,
    statement_timeout: 0,
    silence_s: 30,
  })
