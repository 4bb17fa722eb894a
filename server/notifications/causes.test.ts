import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notification } from '#shared/calls/notifications.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { tellOfEndings } from './endings.ts'
import { notify } from './notify.ts'

/** What people are told of, each by its own cause, through the doors that cause it. */

let api: Api
type Person = Awaited<ReturnType<typeof person>>

beforeAll(async () => {
  api = await openApi()
  await sql`insert into courts (name, code) values ('Court', 'Cv-N')`.execute(api.db)
  await sql`insert into case_types (name) values ('Civil')`.execute(api.db)
})
afterAll(() => api.close())
beforeEach(() => sql`delete from notifications`.execute(api.db))

const rightsOf = (...names: string[]) =>
  names.flatMap((name) => ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`))
const oneOf = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(api.db)).rows[0]?.id ?? 0

async function person(can: string[], name = 'Test') {
  const email = await buildUser(api.databaseUrl, { can })
  const id = await oneOf(sql`update users set name = ${name} where email = ${email} returning id`)
  const ask = await api.as(email, password)
  const call = async (path: string, input: object) => {
    const { status, body } = await ask(path, input)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body['data'] as { id: number; version: number }
  }
  return { id, email, call }
}

/** What somebody was told, as his list says it. */
const toldTo = async ({ call }: Person) => {
  const told = (await call('notifications/get', {})) as unknown as Notification[]
  return told.map(({ kind, data }) => ({ kind, data }))
}

describe('a case', () => {
  const editor = rightsOf('caseFiles')
  const build = async ({ call }: Person) => {
    const court = await oneOf(sql`select min(id) as id from courts`)
    const number = `${Math.floor(Math.random() * 1e6)}/Cv-N/2020`
    const case_types = [await oneOf(sql`select min(id) as id from case_types`)]
    const row = await call('caseFiles/create', { court, case_types, case_numbers: [{ number }], title: 'One' })
    return { ...row, number }
  }
  const change = ({ call }: Person, { id, version }: { id: number; version: number }, title: string) =>
    call('caseFiles/partialUpdate', { id, version, title })

  test('that I edited and another changes is told to me, not to him and to nobody else', async () => {
    const [me, other, stranger] = [await person(editor), await person(editor, 'Aishath'), await person(editor)]
    const row = await build(me)
    await change(other, row, 'Two')
    expect(await toldTo(me)).toEqual([{ kind: 'case-changed', data: { id: row.id, name: row.number, by: 'Aishath' } }])
    expect(await toldTo(other)).toEqual([])
    expect(await toldTo(stranger)).toEqual([])
  })

  test('that I change myself is not told to me', async () => {
    const me = await person(editor)
    await change(me, await build(me), 'Two')
    expect(await toldTo(me)).toEqual([])
  })

  test('that changes many times before I look is one notification, of the last change', async () => {
    const [me, first, second] = [await person(editor), await person(editor, 'One'), await person(editor, 'Two')]
    const row = await build(me)
    await change(second, await change(first, row, 'Two'), 'Three')
    expect(await toldTo(me)).toMatchObject([{ data: { by: 'Two' } }])
  })

  test('that is deleted is told as that, and what was unread of it is gone', async () => {
    const [me, other] = [await person(editor), await person(editor, 'Aishath')]
    const changed = await change(other, await build(me), 'Two')
    await other.call('caseFiles/delete', { id: changed.id, version: changed.version })
    expect(await toldTo(me)).toMatchObject([{ kind: 'case-deleted', data: { by: 'Aishath' } }])
  })

  test('is told of to nobody when the save is refused', async () => {
    const [me, other] = [await person(editor), await person(editor)]
    const row = await build(me)
    await expect(change(other, { ...row, version: 99 }, 'Two')).rejects.toThrow('changed-elsewhere')
    expect(await toldTo(me)).toEqual([])
  })

  test('is not told of to whoever may read cases no more, nor what was told of it before', async () => {
    const [me, other] = [await person(editor), await person(editor)]
    const row = await build(me)
    const changed = await change(other, row, 'Two')
    await sql`delete from user_roles where user_id = ${me.id}`.execute(api.db)
    expect(await toldTo(me)).toEqual([])
    await sql`delete from notifications`.execute(api.db)
    await change(other, changed, 'Three')
    expect((await sql`select from notifications`.execute(api.db)).rows).toEqual([])
  })
})

describe('a role', () => {
  const staff = rightsOf('users', 'roles', 'permissions')
  const versionOf = async (table: string, id: number) =>
    (await sql<{ version: number }>`select version from ${sql.table(table)} where id = ${id}`.execute(api.db)).rows[0]
      ?.version ?? 0
  const roleOf = ({ email }: Person) => oneOf(sql`select id from roles where name = ${`role of ${email}`}`)

  test('that I get is told to me with all that I have now', async () => {
    const [registrar, me] = [await person(staff), await person([])]
    const more = await registrar.call('roles/create', { name: `Editor ${crypto.randomUUID()}`, permissions: [] })
    const roles = [await roleOf(me), more.id]
    await registrar.call('users/partialUpdate', { id: me.id, version: await versionOf('users', me.id), roles })
    expect(await toldTo(me)).toEqual([
      { kind: 'roles-changed', data: { roles: [`role of ${me.email}`, expect.stringContaining('Editor')] } },
    ])
    expect(await api.emails(me.email)).toHaveLength(1)
  })

  test('that I keep while something else of me is changed is not told', async () => {
    const [registrar, me] = [await person(staff), await person([])]
    const given = { id: me.id, version: await versionOf('users', me.id), name: 'Another', roles: [await roleOf(me)] }
    await registrar.call('users/partialUpdate', given)
    expect(await toldTo(me)).toEqual([])
    expect(await api.emails(me.email)).toEqual([])
  })

  test('of mine that may do something else is told to me, and not to its editor', async () => {
    const [registrar, me] = [await person(staff), await person([])]
    const id = await roleOf(me)
    const permission = await oneOf(sql`select id from permissions where name = 'read-users'`)
    await sql`insert into user_roles (user_id, role_id, position) values (${registrar.id}, ${id}, 9)`.execute(api.db)
    await registrar.call('roles/partialUpdate', {
      id,
      version: await versionOf('roles', id),
      permissions: [permission],
    })
    expect(await toldTo(me)).toEqual([{ kind: 'role-changed', data: { role: `role of ${me.email}` } }])
    expect(await toldTo(registrar)).toEqual([])
  })
})

describe('an analysis', () => {
  const build = (analyzed_by: number) =>
    oneOf(sql`
      with file as (
        insert into files (name, type, size, media_type, sha256)
        values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a')) returning id)
      insert into analysis (court_id, title, judgement_number, pdf_file_id, analyzed_by_id)
      select (select min(id) from courts), 'One', '7/2020', file.id, ${analyzed_by} from file returning analysis.id`)
  const finish = (id: number, status: string) =>
    sql`update analysis set status = ${status} where id = ${id}`.execute(api.db)

  test('that ends is told to who asked for it, each time that it is run', async () => {
    const me = await person(['read-analysis'])
    const id = await build(me.id)
    await finish(id, 'Analyzed')
    expect(await toldTo(me)).toEqual([{ kind: 'analysis-finished', data: { id, name: '7/2020' } }])
    await sql`update notifications set read_at = now()`.execute(api.db)
    await finish(id, 'Analyzed')
    expect(await toldTo(me)).toHaveLength(2)
  })

  test('that fails is told as that', async () => {
    const me = await person(['read-analysis'])
    const id = await build(me.id)
    await sql`update analysis set failed_at = now() where id = ${id}`.execute(api.db)
    expect(await toldTo(me)).toEqual([{ kind: 'analysis-failed', data: { id, name: '7/2020' } }])
  })

  test('that is edited or cancelled is not told of', async () => {
    const me = await person(['read-analysis', 'update-analysis', 'cancel-analysis'])
    const id = await build(me.id)
    await me.call('analysis/partialUpdate', { id, version: 1, title: 'Two' })
    await me.call('analysis/cancel', { id, version: 2 })
    expect(await toldTo(me)).toEqual([])
  })
})

describe('a subscription', () => {
  const subscribe = (user: number, { from = 0, days }: { from?: number; days: number | null }) =>
    sql`with config as (
          insert into subscription_configs (name, amount, days, copy_access)
          values ('Yearly', 100, 30, true)
          on conflict (name) do update set name = excluded.name
          returning id)
        insert into subscriptions (user_id, subscription_config_id, starts_on, ends_on)
        select ${user}, id, current_date + ${from}::integer, current_date + ${days}::integer from config`.execute(
      api.db,
    )
  const later = (days: number) =>
    sql`update subscriptions set starts_on = starts_on - ${days}::integer, ends_on = ends_on - ${days}::integer`.execute(
      api.db,
    )
  beforeEach(() => sql`delete from subscriptions`.execute(api.db))

  test('that ends in a week is told once, and once more on the day before', async () => {
    const me = await person([])
    await subscribe(me.id, { days: 7 })
    const { rows } = await sql<{ day: string }>`select (current_date + 7)::text as day`.execute(api.db)
    for (const _ of [1, 2]) await tellOfEndings(api.db)
    expect(await toldTo(me)).toEqual([{ kind: 'subscription-ending', data: { name: 'Yearly', ends_on: rows[0]?.day } }])
  })

  test.each([
    [8, 0],
    [6, 1],
    [1, 1],
    [0, 1],
  ])('that ends in %i days is told %i times, also where no day before was told of', async (days, times) => {
    const me = await person([])
    await subscribe(me.id, { days })
    for (const _ of [1, 2]) await tellOfEndings(api.db)
    expect(await toldTo(me)).toHaveLength(times)
  })

  test('that has no end, that another follows, or that has ended is not told of', async () => {
    const [endless, followed, ended] = [await person([]), await person([]), await person([])]
    await subscribe(ended.id, { days: 0 })
    await later(1)
    await subscribe(endless.id, { days: null })
    await subscribe(followed.id, { days: 3 })
    await subscribe(followed.id, { from: 4, days: 30 })
    await tellOfEndings(api.db)
    for (const one of [endless, followed, ended]) expect(await toldTo(one)).toEqual([])
  })
})

describe('a note of a judgment', () => {
  const editor = rightsOf('caseFiles')
  const note = (content: string) => ({ key: 'a', content, type: 'general', title: '', category: 'editorial' })
  const noted = (content: string) => ({ case_content: { content: [], footnotes: [], annotations: [note(content)] } })

  test('is told once to whoever is named in it, by his e-mail address or his whole name', async () => {
    const [author, aishath, ali, alima] = [
      await person(editor, 'Author'),
      await person(['read-caseFiles'], 'ޢާއިޝަތު ރީމާ'),
      await person(['read-caseFiles'], 'Ali'),
      await person(['read-caseFiles'], 'Alima'),
    ]
    const court = await oneOf(sql`select min(id) as id from courts`)
    const case_types = [await oneOf(sql`select min(id) as id from case_types`)]
    const number = `${Math.floor(Math.random() * 1e6)}/Cv-N/2020`
    const row = await author.call('caseFiles/create', { court, case_types, case_numbers: [{ number }], title: 'One' })
    const save = ({ id, version }: { id: number; version: number }, words: string) =>
      author.call('caseFiles/partialUpdate', { id, version, ...noted(words) })

    const named = await save(row, `@ޢާއިޝަތު ރީމާ، މިކަން ބައްލަވާ. @${alima.email}. @Author`)
    const told = [{ kind: 'mentioned', data: { id: row.id, name: number, by: 'Author' } }]
    expect(await toldTo(aishath)).toEqual(told)
    expect(await toldTo(alima)).toEqual(told)
    expect(await toldTo(ali)).toEqual([])
    expect(await toldTo(author)).toEqual([])

    const again = await save(named, `@ޢާއިޝަތު ރީމާ، މިކަން ބައްލަވާ. @Alima, @ali`)
    expect(await toldTo(aishath)).toEqual(told)
    expect(await toldTo(ali)).toEqual(told)
    await author.call('caseFiles/partialUpdate', { id: again.id, version: again.version, title: 'Two' })
    expect(await toldTo(ali)).toEqual(told)
  })
})

describe('whatever it is', () => {
  test('it is not told when the transaction of its cause is taken back', async () => {
    const me = await person(['read-caseFiles'])
    const broken = api.db.transaction().execute(async (db) => {
      await notify(db, { people: [me.id], kind: 'mentioned', data: { id: 1, name: '1/2020', by: 'Ali' } })
      throw new Error('taken back')
    })
    await expect(broken).rejects.toThrow('taken back')
    expect(await toldTo(me)).toEqual([])
  })

  test('a mention is told to whom it names, unless he named himself, is gone or may not read the case', async () => {
    const can = ['read-caseFiles']
    const [named, author, gone, without] = [await person(can), await person(can), await person(can), await person([])]
    await sql`update users set active = false where id = ${gone.id}`.execute(api.db)
    const data = { id: 1, name: '1/2020', by: 'Ali' }
    const people = [named, author, gone, without].map(({ id }) => id)
    await notify(api.db, { people, by: author.id, kind: 'mentioned', data })
    expect(await toldTo(named)).toEqual([{ kind: 'mentioned', data }])
    const { rows } = await sql`select user_id from notifications`.execute(api.db)
    expect(rows).toEqual([{ user_id: named.id }])
  })
})
