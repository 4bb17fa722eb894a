import pg from 'pg'
import { expect } from 'vitest'
import type { Api } from '#test/api.ts'

/** How many rows of which table changed how: `courts +` inserted, `courts -` deleted, `courts ~ name version` updated columns. */
export type Changes = Record<string, number>

/** Rate limits count failed calls too, and searches are logged after their answer, or not at all. */
const ignoredTables = ['public.rate_limits', 'public.search_traces']

/** Compares what all tables contain at two times. */
export async function openTableChanges(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'changes' })
  await client.connect()
  await client.query('set jit = off')
  const rows = await rowsOfAllTables(client)
  return {
    /** Keeps the content under a name. */
    mark: (name: string) => client.query(`drop table if exists ${name}; create temp table ${name} as ${rows}`),
    since: (name: string) => readChanges(client, rows, name),
    /** The transactions and advisory locks of others. */
    async inUse(): Promise<string[]> {
      const { rows: found } = await client.query<{ what: string }>(`
        select format('%s (%s): %s', application_name, state, left(query, 100)) as what
          from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and backend_type = 'client backend' and (xact_start is not null or state <> 'idle')
         union all
        select 'advisory lock'
          from pg_locks
         where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`)
      return found.map(({ what }) => what)
    },
    close: () => client.end(),
  }
}

type Watched = { api: Api; tables: Awaited<ReturnType<typeof openTableChanges>> }

/** Waits until no call, transaction, lock or connection of the application is in use. */
export async function untilIdle({ api, tables }: Watched) {
  await api.traces.flushed()
  const inUse = async () => ({
    calls: api.admission.count().inProgress,
    connections: api.pool.totalCount - api.pool.idleCount,
    database: await tables.inUse(),
  })
  await expect.poll(inUse, { timeout: 10_000, interval: 2 }).toEqual({ calls: 0, connections: 0, database: [] })
}

/** A query of every row, as JSON. The time of the last call of a session changes with any call. */
async function rowsOfAllTables(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select table_schema || '.' || table_name as name
       from information_schema.tables
      where (table_schema = 'public' and table_type = 'BASE TABLE'
             or table_schema = 'graphile_worker' and table_name = '_private_jobs')
        and table_schema || '.' || table_name <> all($1)
      order by name`,
    [ignoredTables],
  )
  return rows
    .map(
      ({ name }) => `
        select '${name.replace(/^public\./, '')}' as name, coalesce(to_jsonb(t)->>'id', md5(t::text)) as key, to_jsonb(t) - 'seen_at' as content
          from ${name} as t`,
    )
    .join(' union all ')
}

async function readChanges(client: pg.Client, rows: string, name: string): Promise<Changes> {
  const { rows: changes } = await client.query<{ change: string; count: number }>(`
    with later as (${rows}),
    changes as (
      select name || case when earlier.content is null then ' +'
                          when later.content is null then ' -'
                          else ' ~ ' || (select string_agg(field.key, ' ' order by field.key)
                                           from jsonb_each(later.content) as field
                                          where field.value is distinct from earlier.content -> field.key)
                     end as change
        from later
        full join ${name} as earlier using (name, key)
       where later.content is distinct from earlier.content)
    select change, count(*)::integer as count from changes group by change order by change`)
  return Object.fromEntries(changes.map(({ change, count }) => [change, count]))
}
