import type pg from 'pg'
import { table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'

/** The lists of all resources, courts first, with rows to save in each. */

type List = { resource: Resource; channel: string; rows: number[] }

/** The name column of each resource and its other required columns. Only the name contains the marker. */
const made: Record<string, { text: string; columns?: Record<string, string> }> = {
  caseStatuses: { text: 'name', columns: { color: `'grey'`, icon: `'scale'` } },
  subscriptionConfigs: { text: 'name', columns: { amount: '1', days: '1' } },
  dynamicPages: { text: 'name', columns: { route: `'page-' || place`, page_content: `'<p></p>'` } },
  users: { text: 'name', columns: { email: `'reader-' || place || '@hukum.test'` } },
  phrases: { text: 'dhivehi_phrase' },
  caseFiles: { text: 'title', columns: { court_id: firstOf('courts') } },
  analysis: { text: 'title', columns: { court_id: firstOf('courts'), pdf_file_id: firstOf('files') } },
}

function firstOf(name: string) {
  return `(select min(id) from ${name})`
}

const textOf = ({ name }: Resource) => made[name]?.text ?? 'name'

/** Inserts rows into each list, `most` into the first; returns the lists in the order of the channels. */
export async function makeLists(client: pg.Client, each: number, most: number): Promise<List[]> {
  // The first court belongs to the cases and is never saved, so that no event carries two names.
  await client.query(`insert into courts (name) values ('of the cases')`)
  await client.query(`
    insert into files (name, type, size, media_type, sha256)
    values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a'))`)
  const courtsFirst = [...resources].sort(
    (one, other) => Number(other.name === 'courts') - Number(one.name === 'courts'),
  )
  const lists: List[] = []
  for (const resource of courtsFirst) {
    const rows = await makeRows(client, resource, resource.name === 'courts' ? most : each)
    lists.push({
      resource,
      channel: ['private-' + resource.model + '-Primary', ...(await valuesOf(client, resource))].join('.'),
      rows,
    })
  }
  return lists
}

async function makeRows(client: pg.Client, resource: Resource, count: number): Promise<number[]> {
  const columns = { [textOf(resource)]: `'row ' || place`, ...made[resource.name]?.columns }
  const { rows } = await client.query<{ id: string }>(
    `insert into ${table(resource)} (${Object.keys(columns).join()})
     select ${Object.values(columns).join()} from generate_series(1, $1::integer) as place
     returning id`,
    [count],
  )
  return rows.map(({ id }) => Number(id))
}

/** The values of the required filters of a list, which all of its rows here have. */
async function valuesOf(client: pg.Client, { filters = {} }: Resource): Promise<string[]> {
  const fields = Object.values(filters).flatMap(({ field, required }) => (required ? [field] : []))
  const { rows } = await client.query<{ id: string }>('select min(id) as id from courts')
  return fields.map((field) => (field === 'court' ? String(rows[0]?.id) : '1'))
}

/** Saves rows with these names in each list, in one transaction, like a save of the server. */
export async function save(client: pg.Client, lists: readonly List[], names: readonly string[][]) {
  await client.query('begin')
  for (const [index, { resource, rows }] of lists.entries()) {
    const newNames = names[index] ?? []
    if (newNames.length === 0) continue
    const ids = rows.slice(0, newNames.length)
    const text = textOf(resource)
    await client.query(
      `update ${table(resource)} as target set ${text} = renamed.name
         from unnest($1::bigint[], $2::text[]) as renamed (id, name)
        where target.id = renamed.id`,
      [ids, newNames],
    )
    await client.query(
      `insert into live_events (resource, row_id, event)
       select $1, id, 'Updated' from unnest($2::bigint[]) with ordinality as saved (id, position) order by position`,
      [resource.name, ids],
    )
  }
  await client.query('commit')
}
