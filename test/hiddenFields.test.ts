import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field } from '#shared/resource/field.ts'
import { foreignKey, permissionsOf, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { resources } from '#shared/resources/index.ts'
import { type Api, type Caller, errorsOf, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'
import { readablePdf } from './files.ts'
import { send, uploadedBy } from './uploads.ts'

/**
 * A field without permission is not accessible in any way: not by reading, filtering, sorting, searching, or writing.
 */

let api: Api
let plainUser: Caller
let permittedUser: Caller
const allResources: readonly Resource[] = resources
const can = allResources.flatMap((resource) => permissionsOf(resource))

beforeAll(async () => {
  api = await openApi()
  plainUser = await api.as(await buildUser(api.databaseUrl, { can }), password)
  permittedUser = await api.as(
    await buildUser(api.databaseUrl, { can: [...can, ...protectedFields.map(({ permission }) => permission)] }),
    password,
  )
  await sql`insert into courts (name) values ('ސިވިލް ކޯޓު')`.execute(api.db)
})
afterAll(() => api.close())

/** Every field with a permission that is none of a resource. */
const protectedFields = allResources.flatMap((resource) =>
  Object.entries(resource.fields).flatMap(([name, field]: [string, Field]) =>
    field.permission === undefined || can.includes(field.permission)
      ? []
      : [{ path: `${resource.name}.${name}`, resource, name, field, permission: field.permission }],
  ),
)

async function value(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await query.execute(api.db)
  return (rows as { value: number }[])[0]?.value ?? 0
}

/** Creates an analysis whose charge status needs a permission. */
async function createAnalysis() {
  const court = await value(sql`select min(id) as value from courts`)
  const file = await value(sql`
    insert into files (sha256, name, media_type, size, type)
    values (sha256('x'), 'a.pdf', 'application/pdf', 1, 'Permanent') returning id as value`)
  const id = await value(sql`
    insert into analysis (court_id, pdf_file_id, title, charge_status)
    values (${court}, ${file}, 'ސުރުޚީ', 'Pending Payment') returning id as value`)
  return { id, Court: court }
}

describe.each(protectedFields)('$path', ({ resource, name }) => {
  const call = (verb: string) => `${resource.name}/${verb}`

  test('a protected field is readable with its permission and not without it', async () => {
    const { id } = await createAnalysis()
    expect((await permittedUser(call('find'), { id })).body['data']).toHaveProperty(name)
    expect((await plainUser(call('find'), { id })).body['data']).not.toHaveProperty(name)
  })

  test('a protected field is in no list and no response to a save', async () => {
    const { id, Court } = await createAnalysis()
    const list = await plainUser(call('get'), { Court, Status: '' })
    const saved = await plainUser(call('update'), { id, version: 1, title: 'އެހެން' })
    for (const { status, body } of [list, saved]) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toContain(name)
      expect(JSON.stringify(body)).not.toContain('Pending Payment')
    }
  })

  test('a protected field is in no history and no response to a conflict', async () => {
    const { id } = await createAnalysis()
    await sql`update analysis set status = 'Analyzed' where id = ${id}`.execute(api.db)
    expect(await permittedUser('analysis/markAsNonChargeable', { id, version: 2 })).toMatchObject({ status: 200 })
    expect(JSON.stringify((await permittedUser(call('history'), { id })).body)).toContain('Manual Cancellation')
    const conflict = await plainUser(call('update'), { id, version: 1, title: 'އެހެން' })
    expect(conflict.status).toBe(409)
    for (const { body } of [conflict, await plainUser(call('history'), { id })]) {
      expect(JSON.stringify(body)).not.toContain(name)
      expect(JSON.stringify(body)).not.toContain('Manual Cancellation')
      expect(JSON.stringify(body)).not.toContain('markAsNonChargeable')
      expect(JSON.stringify(body)).toContain('"action":"update","fields":[]')
    }
  })

  test.each([
    ['sorted by', { Sort: { by: name } }],
    ['searched by its column', { Columns: { [name]: 'Paid' } }],
    ['filtered by', { [name]: 'Pending Payment' }],
  ])('a protected field cannot be %s', async (_what, narrowing) => {
    const { id, Court } = await createAnalysis()
    for (const verb of ['get', 'isDisplayed']) {
      const answer = await plainUser(call(verb), { Court, ...(verb === 'isDisplayed' && { id }), ...narrowing })
      expect([verb, answer.status]).toEqual([verb, 400])
    }
  })

  test('a protected field cannot be found by full-text search', async () => {
    const { id, Court } = await createAnalysis()
    const query = { Court, Status: '', SearchQuery: 'Pending Payment' }
    expect((await plainUser(call('get'), query)).body).toMatchObject({ count: 0, data: [] })
    expect((await plainUser(call('isDisplayed'), { ...query, id })).body).toMatchObject({ IsDisplayed: false })
  })

  test.each(['create', 'update', 'partialUpdate'])('a protected field cannot be written by %s', async (verb) => {
    const { id, Court } = await createAnalysis()
    const row = verb === 'create' ? { court: Court, pdf_file: 1 } : { id, version: 1, title: 'އެހެން' }
    const { status, body } = await plainUser(call(verb), { ...row, [name]: 'Paid' })
    expect([status, Object.keys(errorsOf(body))]).toEqual([400, [name]])
    expect(await value(sql`select count(*) as value from analysis where id = ${id} and charge_status = 'Paid'`)).toBe(0)
  })
})

test('the record that an analysis or a case file is linked to is a field of those who may read that record', async () => {
  const { id } = await createAnalysis()
  const fieldOf = async (permissions: string[]) => {
    const user = await api.as(await buildUser(api.databaseUrl, { can: permissions }), password)
    return (await user('analysis/find', { id })).body['data']
  }
  expect(await fieldOf(['read-analysis', 'read-caseFiles'])).toHaveProperty('case_file')
  expect(await fieldOf(['read-analysis'])).not.toHaveProperty('case_file')
})

test('a user who may change records and not read them gets no field of one: by a save, a conflict, or a new password', async () => {
  const { id } = await createAnalysis()
  const changing = ['update-analysis', 'update-users']
  const user = await api.as(await buildUser(api.databaseUrl, { can: changing }), password)
  const saved = await user('analysis/partialUpdate', { id, title: 'ސިއްރު' })
  expect([saved.status, saved.body['data']]).toEqual([200, { id, version: 2 }])
  const conflict = await user('analysis/update', { id, version: 1, title: 'އެހެން' })
  expect([conflict.status, conflict.body['payload']]).toMatchObject([409, { changes: [] }])

  const email = await buildUser(api.databaseUrl)
  const other = await value(sql`select id as value from users where email = ${email}`)
  const reset = await user('users/password/reset', { id: other })
  expect([reset.status, Object.keys(reset.body['data'] as object)]).toEqual([200, ['id', 'version']])
})

/** The columns of the table that the list does not show. */
async function columnsOf(resource: Resource) {
  const { rows } = await sql<{ column: string }>`
    select column_name as column
      from information_schema.columns
     where table_schema = 'public' and table_name = ${table(resource)}`.execute(api.db)
  return rows.map(({ column }) => column).filter((column) => resource.fields[column]?.list === undefined)
}

describe.each(allResources.map((resource) => ({ name: resource.name, resource })))(
  'a list of $name',
  ({ name, resource }) => {
    test('a list cannot be sorted or filtered by fields that it does not show, except where a field says that it sorts', async () => {
      const filters = Object.fromEntries(
        Object.entries(resource.filters ?? {}).flatMap(([filter, { required }]) =>
          required ? [[filter, filter === 'Court' ? 1 : true]] : [],
        ),
      )
      const open: string[] = []
      for (const column of [...(await columnsOf(resource)), '__proto__', 'constructor', 'id; drop table users']) {
        const sorted =
          column === 'id' ? { status: 400 } : await permittedUser(`${name}/get`, { ...filters, Sort: { by: column } })
        const narrowed = await permittedUser(`${name}/get`, {
          ...filters,
          Columns: JSON.parse(`{"${column}":"a"}`) as object,
        })
        if (sorted.status !== 400 && !resource.fields[column]?.sorts) open.push(`sorted by ${column}: ${sorted.status}`)
        // `__proto__` cannot be the name of a column.
        if (narrowed.status !== 400 && column !== '__proto__') open.push(`narrowed by ${column}: ${narrowed.status}`)
      }
      expect(open).toEqual([])
    })
  },
)

describe('rows of another record', () => {
  const repeaters = allResources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) =>
      field.kind === 'repeater' && !field.readOnly ? [{ path: `${resource.name}.${name}`, resource, name, field }] : [],
    ),
  )

  test.each(repeaters)(
    'rows of another record cannot be taken over by sending their ids ($path)',
    async ({ resource, name, field }) => {
      const [own, other] = [await createRecord(resource), await createRecord(resource)]
      const row = rowOfRepeater(name)
      const columns = Object.keys(row)
      const owner = foreignKey(resource)
      const foreign = await value(sql`
      insert into ${sql.table(field.table)} (${sql.ref(owner)}, position, ${sql.join(columns.map((column) => sql.ref(column)))})
      values (${other}, 1, ${sql.join(Object.values(row))}) returning id as value`)
      const sentRow =
        name === 'related_cases'
          ? { id: foreign, type: row['type_id'], number: '9/Cv-C/2001' }
          : { id: foreign, ...rowWith(name, '9/Cv-C/2001') }
      const answer = await permittedUser(`${resource.name}/update`, { id: own, version: 1, [name]: [sentRow] })
      expect([answer.status, Object.keys(errorsOf(answer.body))]).toEqual([400, [name]])
      const ownerQuery = sql`select ${sql.ref(owner)} as value from ${sql.table(field.table)} where id = ${foreign}`
      expect(await value(ownerQuery)).toBe(other)
    },
  )

  let number = 0
  const rowWith = (name: string, text: string) => (name === 'analysis_judges' ? { name: text } : { number: text })
  function rowOfRepeater(name: string): Record<string, unknown> {
    const caseNumber = `${++number}/Cv-C/2000`
    const numberAndKey = { number: caseNumber, key: caseNumber }
    if (name === 'case_numbers') return numberAndKey
    return name === 'related_cases' ? { ...numberAndKey, type_id: relationTypeId } : rowWith(name, caseNumber)
  }
  let relationTypeId = 0
  beforeAll(async () => {
    relationTypeId = await value(sql`insert into relation_types (name) values ('ގުޅުން') returning id as value`)
  })

  async function createRecord(resource: Resource) {
    if (resource.name === 'analysis') return (await createAnalysis()).id
    return value(sql`insert into case_files (court_id) select min(id) from courts returning id as value`)
  }
})

describe('reads of protected fields', () => {
  /** The log of the reads of a user, oldest first. */
  async function readsOf(email: string) {
    const { rows } = await sql<{ resource: string; row_id: number | null; after: object; session: boolean }>`
      select resource, row_id, after, session_id is not null and address is not null as session
        from audit
       where action = 'read'
         and actor_id = (select id from users where email = ${email})
       order by id`.execute(api.db)
    return rows
  }

  test('a read of protected fields is logged, one entry for a record or a whole list, and once for the same read', async () => {
    const email = await buildUser(api.databaseUrl, { can: [...can, 'view-charge-status'] })
    const user = await api.as(email, password)
    const { id, Court } = await createAnalysis()
    const second = await createAnalysis()
    const ids = (await user('analysis/get', { Court, Status: '' })).body['data'] as { id: number }[]
    await user('analysis/get', { Court, Status: '' })
    await user('analysis/find', { id })
    await user('analysis/find', { id })
    await user('analysis/find', { id: second.id })
    await user('courts/get')
    expect(await readsOf(email)).toEqual([
      {
        resource: 'analysis',
        row_id: null,
        after: { fields: ['charge_status'], rows: ids.map((row) => row.id) },
        session: true,
      },
      {
        resource: 'analysis',
        row_id: id,
        after: { fields: expect.arrayContaining(['charge_status']) as unknown },
        session: true,
      },
      {
        resource: 'analysis',
        row_id: second.id,
        after: { fields: expect.arrayContaining(['charge_status']) as unknown },
        session: true,
      },
    ])
  })

  test('a save whose response has protected fields is logged as a read of them', async () => {
    const email = await buildUser(api.databaseUrl, { can: [...can, 'view-charge-status'] })
    const user = await api.as(email, password)
    const { id, Court: court } = await createAnalysis()
    expect(await user('analysis/partialUpdate', { id, title: 'ދެވަނަ' })).toMatchObject({ status: 200 })
    const sent = await send(user, readablePdf('protected'), { use: 'analysis.pdf_file' })
    const { body } = await user('analysis/addFile', { court, pdf_file: uploadedBy(sent).id })
    const after = { fields: ['charge_status'] }
    expect(await readsOf(email)).toEqual([
      { resource: 'analysis', row_id: id, after, session: true },
      { resource: 'analysis', row_id: (body['data'] as { id: number }).id, after, session: true },
    ])
  })

  test('a read without the permission for protected fields is not logged', async () => {
    const email = await buildUser(api.databaseUrl, { can })
    const user = await api.as(email, password)
    const { id, Court } = await createAnalysis()
    expect(await user('analysis/find', { id })).toMatchObject({ status: 200 })
    expect(await user('analysis/get', { Court, Status: '' })).toMatchObject({ status: 200 })
    expect(await readsOf(email)).toEqual([])
  })
})
