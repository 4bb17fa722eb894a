import type pg from 'pg'
import type { DocumentType } from './documentTypes.ts'

/** Some of a run of rows; the last of a run says up to which id everything is in. */
export type Batch<Read> = { ids: number[]; read: Read; through?: number }

/** So many rows are put in together, in order of their places … */
const runLength = 4000
/** … and read so many at a time, so that no more than a few parts stand in memory. */
const partLength = 250

type Source = Pick<DocumentType, 'source' | 'order'>
type Reading<Read> = { after: number; read: (client: pg.ClientBase, ids: readonly number[]) => Promise<Read> }

/** Everything behind the id `after`, in runs by id. While one part is used, PostgreSQL reads the next. */
export async function* readBatches<Read>(client: pg.ClientBase, source: Source, reading: Reading<Read>) {
  const parts = readParts(client, source, reading)
  for (let next = parts.next(); ;) {
    const { value: part } = await next
    if (!part) return
    next = parts.next()
    // Waited for in the next round; until then a failure is no unhandled one.
    next.catch(() => undefined)
    yield part
  }
}

async function* readParts<Read>(
  client: pg.ClientBase,
  source: Source,
  { after, read }: Reading<Read>,
): AsyncGenerator<Batch<Read>, undefined> {
  for (let last = after; ;) {
    const run = await nextRun(client, source, last)
    if (run.length === 0) return
    last = run.reduce((one, other) => Math.max(one, other))
    for (let at = 0; at < run.length; at += partLength) {
      const ids = run.slice(at, at + partLength)
      const isLast = at + partLength >= run.length
      yield { ids, read: await read(client, ids), ...(isLast && { through: last }) }
    }
  }
}

/** The next ids, in order of their places. */
async function nextRun(client: pg.ClientBase, { source, order }: Source, after: number) {
  const { rows } = await client.query<{ id: number }>(
    `select id::integer
       from ${source}
      where id = any(array(select id from ${source} where id > $1 order by id limit ${runLength}))
      order by ${order}`,
    [after],
  )
  return rows.map(({ id }) => id)
}
