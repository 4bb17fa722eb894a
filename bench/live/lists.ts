import type pg from 'pg'
import { table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'

/** The thirteen lists that staff look at, that of the courts first, and rows in each that can be saved. */

export type List = { resource: Resource; channel: string; rows: number[] }

/** Where a row carries its name, and what else it cannot be without. Nothing else in it has the mark of a name. */
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

/** Makes so many rows in each list, and `most` in the first. Answers the lists in the order of the crowd. */
export async function makeLists(client: pg.Client, each: number, most: number): Promise<List[]> {
  // The first court is that of the cases: it is never saved, so that no row carries two names.
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
    lists.push({ resource, channel: ['private-' + resource.model + '-Primary', ...(await valuesOf(client, resource))].join('.'), rows }) // prettier-ignore
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

/** The values of the filters that a list must have, as all of its rows here have them. */
async function valuesOf(client: pg.Client, { filters = {} }: Resource): Promise<string[]> {
  const fields = Object.values(filters).flatMap(({ field, required }) => (required ? [field] : []))
  const { rows } = await client.query<{ id: string }>('select min(id) as id from courts')
  return fields.map((field) => (field === 'court' ? String(rows[0]?.id) : '1'))
}

/** Saves rows of these names in each list, all in one transaction, as a save writes it down. */
export async function save(client: pg.Client, lists: readonly List[], names: readonly string[][]) {
  await client.query('begin')
  for (const [place, { resource, rows }] of lists.entries()) {
    const given = names[place] ?? []
    if (given.length === 0) continue
    const ids = rows.slice(0, given.length)
    const text = textOf(resource)
    await client.query(
      `update ${table(resource)} as kept set ${text} = told.name
         from unnest($1::bigint[], $2::text[]) as told (id, name)
        where kept.id = told.id`,
      [ids, given],
    )
    await client.query(
      `insert into live_events (resource, row_id, event)
       select $1, id, 'Updated' from unnest($2::bigint[]) with ordinality as told (id, place) order by place`,
      [resource.name, ids],
    )
  }
  await client.query('commit')
}
