import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Notification } from '#shared/calls/notifications.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { notifyEndingSubscriptions } from './endings.ts'
import { notify } from './notify.ts'

/** The notifications that users get, each caused through its endpoint. */

let api: Api
type TestUser = Awaited<ReturnType<typeof createUser>>

beforeAll(async () => {
  api = await openApi()
  await sql`insert into courts (name, code) values ('Court', 'Cv-N')`.execute(api.db)
  await sql`insert into case_types (name) values ('Civil')`.execute(api.db)
})
afterAll(() => api.close())
beforeEach(() => sql`delete from notifications`.execute(api.db))

const permissionsFor = (...names: string[]) =>
  names.flatMap((name) => ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`))
const oneOf = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(api.db)).rows[0]?.id ?? 0

async function createUser(can: string[], name = 'Test') {
  const email = await buildUser(api.databaseUrl, { can })
  const id = await oneOf(sql`update users set name = ${name} where email = ${email} returning id`)
  const callApi = await api.as(email, password)
  const call = async (path: string, input: object) => {
    const { status, body } = await callApi(path, input)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body['data'] as { id: number; version: number }
  }
  return { id, email, call }
}

/** The notifications of a user, as their list returns them. */
const notificationsOf = async ({ call }: TestUser) => {
  const notifications = (await call('notifications/get', {})) as unknown as Notification[]
  return notifications.map(({ kind, data }) => ({ kind, data }))
}

describe('a case', () => {
  const editor = permissionsFor('caseFiles')
  const build = async ({ call }: TestUser) => {
    const court = await oneOf(sql`select min(id) as id from courts`)
    const number = `${Math.floor(Math.random() * 1e6)}/Cv-N/2020`
    const case_types = [await oneOf(sql`select min(id) as id from case_types`)]
    const row = await call('caseFiles/create', { court, case_types, case_numbers: [{ number }], title: 'One' })
    return { ...row, number }
  }
  const change = ({ call }: TestUser, { id, version }: { id: number; version: number }, title: string) =>
    call('caseFiles/partialUpdate', { id, version, title })

  test('that another user changes notifies its earlier editor and no other user', async () => {
    const [user, other, uninvolved] = [
      await createUser(editor),
      await createUser(editor, 'Aishath'),
      await createUser(editor),
    ]
    const row = await build(user)
    await change(other, row, 'Two')
    expect(await notificationsOf(user)).toEqual([
      { kind: 'case-changed', data: { id: row.id, name: row.number, by: 'Aishath' } },
    ])
    expect(await notificationsOf(other)).toEqual([])
    expect(await notificationsOf(uninvolved)).toEqual([])
  })

  test('that a user changes does not notify that user', async () => {
    const user = await createUser(editor)
    await change(user, await build(user), 'Two')
    expect(await notificationsOf(user)).toEqual([])
  })

  test('that changes several times before its editor looks is one notification of the last change', async () => {
    const [user, first, second] = [
      await createUser(editor),
      await createUser(editor, 'One'),
      await createUser(editor, 'Two'),
    ]
    const row = await build(user)
    await change(second, await change(first, row, 'Two'), 'Three')
    expect(await notificationsOf(user)).toMatchObject([{ data: { by: 'Two' } }])
  })

  test('that is deleted replaces its unread notifications by one of the deletion', async () => {
    const [user, other] = [await createUser(editor), await createUser(editor, 'Aishath')]
    const changed = await change(other, await build(user), 'Two')
    await other.call('caseFiles/delete', { id: changed.id, version: changed.version })
    expect(await notificationsOf(user)).toMatchObject([{ kind: 'case-deleted', data: { by: 'Aishath' } }])
  })

  test('notifies no user when the save is rejected', async () => {
    const [user, other] = [await createUser(editor), await createUser(editor)]
    const row = await build(user)
    await expect(change(other, { ...row, version: 99 }, 'Two')).rejects.toThrow('changed-elsewhere')
    expect(await notificationsOf(user)).toEqual([])
  })

  test('does not notify users who may no longer read cases, and hides their earlier notifications', async () => {
    const [user, other] = [await createUser(editor), await createUser(editor)]
    const row = await build(user)
    const changed = await change(other, row, 'Two')
    await sql`delete from user_roles where user_id = ${user.id}`.execute(api.db)
    expect(await notificationsOf(user)).toEqual([])
    await sql`delete from notifications`.execute(api.db)
    await change(other, changed, 'Three')
    expect((await sql`select from notifications`.execute(api.db)).rows).toEqual([])
  })
})

describe('a role', () => {
  const staff = permissionsFor('users', 'roles', 'permissions')
  const versionOf = async (table: string, id: number) =>
    (await sql<{ version: number }>`select version from ${sql.table(table)} where id = ${id}`.execute(api.db)).rows[0]
      ?.version ?? 0
  const roleOf = ({ email }: TestUser) => oneOf(sql`select id from roles where name = ${`role of ${email}`}`)

  test('that a user gets is notified with all their current roles', async () => {
    const [registrar, user] = [await createUser(staff), await createUser([])]
    const more = await registrar.call('roles/create', { name: `Editor ${crypto.randomUUID()}`, permissions: [] })
    const roles = [await roleOf(user), more.id]
    await registrar.call('users/partialUpdate', { id: user.id, version: await versionOf('users', user.id), roles })
    expect(await notificationsOf(user)).toEqual([
      { kind: 'roles-changed', data: { roles: [`role of ${user.email}`, expect.stringContaining('Editor')] } },
    ])
    expect(await api.emails(user.email)).toHaveLength(1)
  })

  test('that stays while other fields of the user change is not notified', async () => {
    const [registrar, user] = [await createUser(staff), await createUser([])]
    const changes = {
      id: user.id,
      version: await versionOf('users', user.id),
      name: 'Another',
      roles: [await roleOf(user)],
    }
    await registrar.call('users/partialUpdate', changes)
    expect(await notificationsOf(user)).toEqual([])
    expect(await api.emails(user.email)).toEqual([])
  })

  test('whose permissions change is notified to its users, but not to its editor', async () => {
    const [registrar, user] = [await createUser(staff), await createUser([])]
    const id = await roleOf(user)
    const permission = await oneOf(sql`select id from permissions where name = 'read-users'`)
    await sql`insert into user_roles (user_id, role_id, position) values (${registrar.id}, ${id}, 9)`.execute(api.db)
    await registrar.call('roles/partialUpdate', {
      id,
      version: await versionOf('roles', id),
      permissions: [permission],
    })
    expect(await notificationsOf(user)).toEqual([{ kind: 'role-changed', data: { role: `role of ${user.email}` } }])
    expect(await notificationsOf(registrar)).toEqual([])
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

  test('that ends notifies the user who requested it, on every run', async () => {
    const user = await createUser(['read-analysis'])
    const id = await build(user.id)
    await finish(id, 'Analyzed')
    expect(await notificationsOf(user)).toEqual([{ kind: 'analysis-finished', data: { id, name: '7/2020' } }])
    await sql`update notifications set read_at = now()`.execute(api.db)
    await finish(id, 'Analyzed')
    expect(await notificationsOf(user)).toHaveLength(2)
  })

  test('that fails notifies of the failure', async () => {
    const user = await createUser(['read-analysis'])
    const id = await build(user.id)
    await sql`update analysis set failed_at = now() where id = ${id}`.execute(api.db)
    expect(await notificationsOf(user)).toEqual([{ kind: 'analysis-failed', data: { id, name: '7/2020' } }])
  })

  test('that is edited or cancelled notifies no user', async () => {
    const user = await createUser(['read-analysis', 'update-analysis', 'cancel-analysis'])
    const id = await build(user.id)
    await user.call('analysis/partialUpdate', { id, version: 1, title: 'Two' })
    await user.call('analysis/cancel', { id, version: 2 })
    expect(await notificationsOf(user)).toEqual([])
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
  const moveIntoPast = (days: number) =>
    sql`update subscriptions set starts_on = starts_on - ${days}::integer, ends_on = ends_on - ${days}::integer`.execute(
      api.db,
    )
  beforeEach(() => sql`delete from subscriptions`.execute(api.db))

  test('that ends in a week is notified once', async () => {
    const user = await createUser([])
    await subscribe(user.id, { days: 7 })
    const { rows } = await sql<{ day: string }>`select (current_date + 7)::text as day`.execute(api.db)
    for (const _ of [1, 2]) await notifyEndingSubscriptions(api.db)
    expect(await notificationsOf(user)).toEqual([
      { kind: 'subscription-ending', data: { name: 'Yearly', ends_on: rows[0]?.day } },
    ])
  })

  test.each([
    [8, 0],
    [6, 1],
    [1, 1],
    [0, 1],
  ])('that ends in %i days is notified %i times, also without an earlier notification', async (days, times) => {
    const user = await createUser([])
    await subscribe(user.id, { days })
    for (const _ of [1, 2]) await notifyEndingSubscriptions(api.db)
    expect(await notificationsOf(user)).toHaveLength(times)
  })

  test('without an end, followed by another, or already ended is not notified', async () => {
    const [endless, followed, ended] = [await createUser([]), await createUser([]), await createUser([])]
    await subscribe(ended.id, { days: 0 })
    await moveIntoPast(1)
    await subscribe(endless.id, { days: null })
    await subscribe(followed.id, { days: 3 })
    await subscribe(followed.id, { from: 4, days: 30 })
    await notifyEndingSubscriptions(api.db)
    for (const one of [endless, followed, ended]) expect(await notificationsOf(one)).toEqual([])
  })
})

describe('a note of a judgment', () => {
  const editor = permissionsFor('caseFiles')
  const note = (content: string) => ({ key: 'a', content, type: 'general', title: '', category: 'editorial' })
  const contentWith = (content: string) => ({
    case_content: { content: [], footnotes: [], annotations: [note(content)] },
  })

  test('notifies each user who is mentioned by e-mail address or full name, once', async () => {
    const [author, aishath, ali, alima] = [
      await createUser(editor, 'Author'),
      await createUser(['read-caseFiles'], 'ޢާއިޝަތު ރީމާ'),
      await createUser(['read-caseFiles'], 'Ali'),
      await createUser(['read-caseFiles'], 'Alima'),
    ]
    const court = await oneOf(sql`select min(id) as id from courts`)
    const case_types = [await oneOf(sql`select min(id) as id from case_types`)]
    const number = `${Math.floor(Math.random() * 1e6)}/Cv-N/2020`
    const row = await author.call('caseFiles/create', { court, case_types, case_numbers: [{ number }], title: 'One' })
    const save = ({ id, version }: { id: number; version: number }, text: string) =>
      author.call('caseFiles/partialUpdate', { id, version, ...contentWith(text) })

    const mentioned = await save(row, `@ޢާއިޝަތު ރީމާ، މިކަން ބައްލަވާ. @${alima.email}. @Author`)
    const expected = [{ kind: 'mentioned', data: { id: row.id, name: number, by: 'Author' } }]
    expect(await notificationsOf(aishath)).toEqual(expected)
    expect(await notificationsOf(alima)).toEqual(expected)
    expect(await notificationsOf(ali)).toEqual([])
    expect(await notificationsOf(author)).toEqual([])

    const again = await save(mentioned, `@ޢާއިޝަތު ރީމާ، މިކަން ބައްލަވާ. @Alima, @ali`)
    expect(await notificationsOf(aishath)).toEqual(expected)
    expect(await notificationsOf(ali)).toEqual(expected)
    await author.call('caseFiles/partialUpdate', { id: again.id, version: again.version, title: 'Two' })
    expect(await notificationsOf(ali)).toEqual(expected)
  })
})

describe('a notification', () => {
  test('is not sent when the transaction of its cause is rolled back', async () => {
    const user = await createUser(['read-caseFiles'])
    const broken = api.db.transaction().execute(async (db) => {
      await notify(db, { userIds: [user.id], kind: 'mentioned', data: { id: 1, name: '1/2020', by: 'Ali' } })
      throw new Error('rolled back')
    })
    await expect(broken).rejects.toThrow('rolled back')
    expect(await notificationsOf(user)).toEqual([])
  })

  test('reaches the mentioned users, except the author, deactivated users, and users who may not read the case', async () => {
    const can = ['read-caseFiles']
    const [named, author, deactivated, unpermitted] = [
      await createUser(can),
      await createUser(can),
      await createUser(can),
      await createUser([]),
    ]
    await sql`update users set active = false where id = ${deactivated.id}`.execute(api.db)
    const data = { id: 1, name: '1/2020', by: 'Ali' }
    const userIds = [named, author, deactivated, unpermitted].map(({ id }) => id)
    await notify(api.db, { userIds, by: author.id, kind: 'mentioned', data })
    expect(await notificationsOf(named)).toEqual([{ kind: 'mentioned', data }])
    const { rows } = await sql`select user_id from notifications`.execute(api.db)
    expect(rows).toEqual([{ user_id: named.id }])
  })
})
