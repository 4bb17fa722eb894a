import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { readVocabulary } from '#db/seed/lists.ts'
import type { Cluster } from '#scripts/cluster.ts'
import { startBenchCluster } from '#bench/cluster.ts'
import { timed } from '#bench/search/timings.ts'

/** Words of case files, the most frequent ones first. */
export const vocabulary = readVocabulary().filter((word) => /^[ހ-ޱ]{5,}$/u.test(word))

/** Opens the library of `size` case files, of which a third belong to the first court; it is filled if it does not exist. */
export async function openListLibrary(size: number) {
  const cluster = await startBenchCluster()
  await prepare(cluster, size)
  return { url: cluster.url(`lists_${size}`), close: cluster.stop }
}

async function prepare(cluster: Cluster, size: number) {
  await withClient(cluster.url('postgres'), async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [`lists_${size}`])
    if (rowCount === 0) {
      await client.query(`drop database if exists lists_${size}_new`)
      await client.query(`create database lists_${size}_new`)
      await migrate(cluster.url(`lists_${size}_new`))
      await timed(`${size} case files`, () => fillCases(cluster.url(`lists_${size}_new`), size))
      await client.query(`alter database lists_${size}_new rename to lists_${size}`)
    }
  })
  const url = cluster.url(`lists_${size}`)
  // An existing database gets new migrations, and its new indexes need statistics.
  if ((await migrate(url)).length > 0) await withClient(url, (client) => client.query('vacuum analyze'))
}

/**
 * Fills in rows with columns as wide as real ones where a list reads them; the text of a judgment, which a list never reads,
 * is one page of the same words. Triggers are disabled, and their columns are written directly: the URL is that of a superuser.
 */
export async function fillCases(fresh: string, size: number) {
  await withClient(fresh, async (client) => {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
    const createIndexes = await dropIndexes(client)
    await addNames(client)
    // The rank is drawn from a steep distribution, so that common words are common.
    await client.query(
      'create temporary table words as select row_number() over () as rank, word from unnest($1::text[]) as word',
      [vocabulary],
    )
    await client.query('create index on words (rank)')
    await client.query(
      `insert into case_files (court_id, closed_date, title, claimant, respondant, case_content, published, case_numbers_text, number_order)
     select case when n % 3 = 0 then 1 else 2 + n % 11 end,
            date '1990-01-01' + (n * 7919 % 13000)::integer,
            (select string_agg(word, ' ') from words where rank = any(array[
              1 + (power((n * 7919 % 10007) / 10007.0, 3) * ($2 - 1))::integer, 1 + (power((n * 104729 % 10009) / 10009.0, 3) * ($2 - 1))::integer,
              1 + (power((n * 1299709 % 10037) / 10037.0, 2) * ($2 - 1))::integer, 1 + (n * 15485863 % $2)])),
            'ދަޢުވާކުރި ' || n, 'ރައްދުވި ' || n,
            jsonb_build_object('content', jsonb_build_array(jsonb_build_object('insert', repeat('ޙުކުމުގެ ލިޔުން ' || n || ' ', 60))),
                               'footnotes', '[]'::jsonb, 'annotations', '[]'::jsonb),
            true, n || '/Cv-C/' || 1990 + n % 35, (1990 + n % 35)::bigint * 10000000 + n
       from generate_series(1, $1::bigint) as n`,
      [size, vocabulary.length],
    )
    await client.query(
      `insert into case_numbers (case_file_id, position, number, key)
     select id, 0, case_numbers_text, 'cv-c/' || number_order / 10000000 || '/' || id from case_files`,
    )
    await client.query(
      'insert into case_file_types (case_file_id, case_type_id) select id, 1 + id % 20 from case_files',
    )
    await client.query(
      'insert into case_file_statuses (case_file_id, case_status_id) select id, 1 + id % 7 from case_files where id % 2 = 0',
    )
    await createIndexes()
    await client.query('vacuum analyze')
  })
}

/** Building an index at the end takes a fraction of the time of adding to it row by row. */
async function dropIndexes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename in ('case_files', 'case_numbers') and indexdef not like 'CREATE UNIQUE%'`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
  }
}

async function addNames(client: pg.Client) {
  await client.query(`insert into courts (name) select 'ކޯޓު ' || n from generate_series(1, 12) as n`)
  await client.query(`insert into case_types (name) select 'ބާވަތް ' || n from generate_series(1, 20) as n`)
  await client.query(
    `insert into case_statuses (name, color, icon) select 'ޙާލަތު ' || n, 'green', 'check' from generate_series(1, 7) as n`,
  )
}
