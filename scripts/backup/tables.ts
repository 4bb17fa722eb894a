import type pg from 'pg'

/** A table of the library, and the query of its rows in an order that does not depend on the database. */
type Table = {
  name: string
  /** Without generated ones. */
  columns: string[]
  /** The columns as they are stored in a backup. */
  expressions: string[]
  order: string
}

/**
 * Rows that a backup leaves out: the log that the search index follows, which is built again; uploads that are not complete,
 * whose parts are not copied; keys of saves, whose clients are gone; and the list of migrations, which the manifest has.
 * Unlogged tables are left out too.
 */
const leftOut = ['change_log', 'uploads', 'idempotency_keys', 'migrations']

/**
 * Numbers of transactions belong to their cluster. The restored ones are lower than every new one: sealed rows of the audit
 * log have 1, the others 2, and seals 3, so that the next seal begins where the last one ended.
 */
const localColumns: Record<string, string> = {
  'audit.transaction_id': `
    case when (audit.transaction_id, audit.id) <=
              (select through_transaction, through_id from audit_seals order by number desc limit 1)
      then '1' else '2' end`,
  'audit_seals.through_transaction': `'1'`,
  'audit_seals.through_id': `'9223372036854775807'`,
  'audit_seals.transaction_id': `'3'`,
}

/** The tables in the order of their names. */
export async function readTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; order: string[] | null }>(
    `select relname as name,
            array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns,
            (select array_agg(format('%I', key.attname) || case when key.attcollation <> 0 then ' collate "C"' else '' end
                              order by position)
               from pg_index
               cross join unnest(indkey) with ordinality as keys (number, position)
               join pg_attribute as key on key.attrelid = indrelid and key.attnum = keys.number
              where indrelid = pg_class.oid and indisprimary) as order
       from pg_class
       join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace
        and relkind = 'r'
        and relpersistence = 'p'
        and relname <> all($1)
      group by pg_class.oid, relname
      order by relname collate "C"`,
    [leftOut],
  )
  return rows.map(({ name, columns, order }) => ({
    name,
    columns,
    expressions: columns.map((column) => localColumns[`${name}.${column}`] ?? quote(column)),
    order: order?.join(', ') ?? `${quote(name)}::text collate "C"`,
  }))
}

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

export const copyOutOf = ({ name, expressions, order }: Table) =>
  `copy (select ${expressions.join(', ')} from ${quote(name)} order by ${order}) to stdout`

export const copyInto = ({ name, columns }: Pick<Table, 'name' | 'columns'>) =>
  `copy ${quote(name)} (${columns.map(quote).join(', ')}) from stdin`

/** Waiting jobs, in the form of the queue's own function: its tables are those of one version of it. */
export const copyJobs = `
  copy (select identifier, payload, queue_name, run_at, max_attempts, key, priority
          from graphile_worker._private_jobs as jobs
          join graphile_worker._private_tasks as tasks on tasks.id = task_id
          left join graphile_worker._private_job_queues as queues on queues.id = job_queue_id
         where attempts < max_attempts
         order by jobs.id) to stdout`

export const jobColumns = `identifier text, payload json, queue_name text, run_at timestamptz, max_attempts integer, key text, priority integer`

/** Values in the text that every server reads and writes alike. */
export const plainText = `
  set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = public`
