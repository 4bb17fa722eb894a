import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import { foreignKey, permissionsOf, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'

/** What a person may not read cannot be had by any way around: not read, filtered by, sorted by, searched or written. */

type Caller = Awaited<ReturnType<Api['as']>>
type Body = Record<string, unknown>
let api: Api
let without: Caller
let holding: Caller
const all: readonly Resource[] = resources
const can = all.flatMap((resource) => permissionsOf(resource))

beforeAll(async () => {
  api = await openApi()
  without = await api.as(await buildUser(api.databaseUrl, { can }), password)
  holding = await api.as(await buildUser(api.databaseUrl, { can: [...can, ...hidden.map(({ key }) => key)] }), password)
  await sql`insert into courts (name) values ('ސިވިލް ކޯޓު')`.execute(api.db)
})
afterAll(() => api.close())

/** Every field that needs a permission of its own. */
const hidden = all.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([name, field]: [string, Field]) =>
    field.permission === undefined ? [] : [{ path: `${resource.name}.${name}`, resource, name, field, key: field.permission }],
  ),
) // prettier-ignore

async function value(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await query.execute(api.db)
  return (rows as { value: number }[])[0]?.value ?? 0
}

/** An analysis, of which nobody without the permission sees how it is charged. */
async function build() {
  const court = await value(sql`select min(id) as value from courts`)
  const file = await value(sql`
    insert into files (sha256, name, media_type, size, type)
    values (sha256('x'), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id as value`)
  const id = await value(sql`
    insert into analysis (court_id, pdf_file_id, title, charge_status)
    values (${court}, ${file}, 'ސުރުޚީ', 'Pending Payment') returning id as value`)
  return { id, Court: court }
}

const errorsOf = (body: Body) => Object.keys((body['payload'] as { errors: object }).errors)

describe.each(hidden)('$path', ({ resource, name }) => {
  const call = (verb: string) => `${resource.name}/${verb}`

  test('is read with its permission, and not without it', async () => {
    const { id } = await build()
    expect((await holding(call('find'), { id })).body['data']).toHaveProperty(name)
    expect((await without(call('find'), { id })).body['data']).not.toHaveProperty(name)
  })

  test('is in no list, nor in what a save answers', async () => {
    const { id, Court } = await build()
    const list = await without(call('get'), { Court, Status: '' })
    const saved = await without(call('update'), { id, version: 1, title: 'އެހެން' })
    for (const { status, body } of [list, saved]) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(name)
      expect(JSON.stringify(body)).not.toContain('Pending Payment')
    }
  })

  test('is in no history, nor in what a clash of two saves tells', async () => {
    const { id } = await build()
    await sql`update analysis set status = 'Analyzed' where id = ${id}`.execute(api.db)
    expect(await holding('analysis/markAsNonChargeable', { id, version: 2 })).toMatchObject({ status: 200 })
    expect(JSON.stringify((await holding(call('history'), { id })).body)).toContain(name)
    const clash = await without(call('update'), { id, version: 1, title: 'އެހެން' })
    expect(clash.status).toBe(409)
    for (const { body } of [clash, await without(call('history'), { id })]) {
      expect(JSON.stringify(body)).not.toContain(name)
      expect(JSON.stringify(body)).not.toContain('Manual Cancellation')
    }
  })

  test.each([
    ['sorted by', { Sort: { by: name } }],
    ['looked for in its column', { Columns: { [name]: 'Paid' } }],
    ['filtered by', { [name]: 'Pending Payment' }],
  ])('cannot be %s', async (_what, narrowing) => {
    const { id, Court } = await build()
    for (const verb of ['get', 'isDisplayed']) {
      const answer = await without(call(verb), { Court, ...(verb === 'isDisplayed' && { id }), ...narrowing })
      expect([verb, answer.status]).toEqual([verb, 400])
    }
  })

  test('cannot be found by its words', async () => {
    const { id, Court } = await build()
    const asked = { Court, Status: '', SearchQuery: 'Pending Payment' }
    expect((await without(call('get'), asked)).body).toMatchObject({ count: 0, data: [] })
    expect((await without(call('isDisplayed'), { ...asked, id })).body).toMatchObject({ IsDisplayed: false })
  })

  test.each(['create', 'update', 'partialUpdate'])('cannot be written by %s', async (verb) => {
    const { id, Court } = await build()
    const row = verb === 'create' ? { court: Court, pdf_file: 1 } : { id, version: 1, title: 'އެހެން' }
    const { status, body } = await without(call(verb), { ...row, [name]: 'Paid' })
    expect([status, errorsOf(body)]).toEqual([400, [name]])
    expect(await value(sql`select count(*) as value from analysis where id = ${id} and charge_status = 'Paid'`)).toBe(0)
  })
})

/** Columns that the tables have, and the lists do not show. */
async function columnsOf(resource: Resource) {
  const { rows } = await sql<{ column: string }>`
    select column_name as column
      from information_schema.columns
     where table_schema = 'public' and table_name = ${table(resource)}`.execute(api.db)
  return rows.map(({ column }) => column).filter((column) => resource.fields[column]?.list === undefined)
}

describe.each(all.map((resource) => ({ name: resource.name, resource })))('a list of $name', ({ name, resource }) => {
  test('is sorted and narrowed by nothing that it does not show', async () => {
    const filters = Object.fromEntries(
      Object.entries(resource.filters ?? {}).flatMap(([filter, { required }]) => (required ? [[filter, filter === 'Court' ? 1 : true]] : [])),
    ) // prettier-ignore
    const open: string[] = []
    for (const column of [...(await columnsOf(resource)), '__proto__', 'constructor', 'id; drop table users']) {
      const sorted = column === 'id' ? { status: 400 } : await holding(`${name}/get`, { ...filters, Sort: { by: column } })
      const narrowed = await holding(`${name}/get`, { ...filters, Columns: JSON.parse(`{"${column}":"a"}`) as object })
      if (sorted.status !== 400) open.push(`sorted by ${column}: ${sorted.status}`)
      // A column without a name that can be one is no column at all.
      if (narrowed.status !== 400 && column !== '__proto__') open.push(`narrowed by ${column}: ${narrowed.status}`)
    }
    expect(open).toEqual([])
  })
}) // prettier-ignore

describe('rows of another record', () => {
  const repeaters = all.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) =>
      field.kind === 'repeater' && !field.readOnly ? [{ path: `${resource.name}.${name}`, resource, name, field }] : [],
    ),
  )

  test.each(repeaters)('cannot be taken by naming them ($path)', async ({ resource, name, field }) => {
    const [mine, other] = [await buildOf(resource), await buildOf(resource)]
    const row = rowOfRepeater(name)
    const columns = Object.keys(row)
    const owner = foreignKey(resource)
    const foreign = await value(sql`
      insert into ${sql.table(field.table)} (${sql.ref(owner)}, position, ${sql.join(columns.map((column) => sql.ref(column)))})
      values (${other}, 1, ${sql.join(Object.values(row))}) returning id as value`)
    const given = name === 'related_cases' ? { id: foreign, type: row['type_id'], number: '9/Cv-C/2001' } : { id: foreign, ...typed(name, '9/Cv-C/2001') } // prettier-ignore
    const answer = await holding(`${resource.name}/update`, { id: mine, version: 1, [name]: [given] })
    expect([answer.status, errorsOf(answer.body)]).toEqual([400, [name]])
    const kept = sql`select ${sql.ref(owner)} as value from ${sql.table(field.table)} where id = ${foreign}`
    expect(await value(kept)).toBe(other)
  })

  let number = 0
  const typed = (name: string, text: string) => (name === 'analysis_judges' ? { name: text } : { number: text })
  function rowOfRepeater(name: string): Record<string, unknown> {
    const written = `${++number}/Cv-C/2000`
    const keyed = { number: written, key: written }
    if (name === 'case_numbers') return keyed
    return name === 'related_cases' ? { ...keyed, type_id: relation } : typed(name, written)
  }
  let relation = 0
  beforeAll(async () => {
    relation = await value(sql`insert into relation_types (name) values ('ގުޅުން') returning id as value`)
  })

  async function buildOf(resource: Resource) {
    if (resource.name === 'analysis') return (await build()).id
    return value(sql`insert into case_files (court_id) select min(id) from courts returning id as value`)
  }
})
