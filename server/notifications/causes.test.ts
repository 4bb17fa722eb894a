import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { notificationsOf, openNotifications, permissionsFor, type TestUser } from '#test/notifications.ts'
import { notifyEndingSubscriptions } from './endings.ts'

/** The notifications about roles, analyses, and subscriptions, each caused through its endpoint. */

const { api, idOf, createUser } = openNotifications()

describe('roles', () => {
  const staff = permissionsFor('users', 'roles', 'permissions')
  const versionOf = async (table: string, id: number) =>
    (await sql<{ version: number }>`select version from ${sql.table(table)} where id = ${id}`.execute(api().db)).rows[0]
      ?.version ?? 0
  const roleOf = ({ email }: TestUser) => idOf(sql`select id from roles where name = ${`role of ${email}`}`)

  test('a new role of a user is notified with all their current roles', async () => {
    const [registrar, user] = [await createUser(staff), await createUser([])]
    const more = await registrar.call('roles/create', { name: `Editor ${crypto.randomUUID()}`, permissions: [] })
    const roles = [await roleOf(user), more.id]
    await registrar.call('users/partialUpdate', { id: user.id, version: await versionOf('users', user.id), roles })
    expect(await notificationsOf(user)).toEqual([
      { kind: 'roles-changed', data: { roles: [`role of ${user.email}`, expect.stringContaining('Editor')] } },
    ])
    expect(await api().emails(user.email)).toHaveLength(1)
  })

  test('a change of other fields of a user does not notify of their roles', async () => {
    const [registrar, user] = [await createUser(staff), await createUser([])]
    const changes = {
      id: user.id,
      version: await versionOf('users', user.id),
      name: 'Another',
      roles: [await roleOf(user)],
    }
    await registrar.call('users/partialUpdate', changes)
    expect(await notificationsOf(user)).toEqual([])
    expect(await api().emails(user.email)).toEqual([])
  })

  test('a role whose permissions change notifies its users, but not its editor', async () => {
    const [registrar, user] = [await createUser(staff), await createUser([])]
    const id = await roleOf(user)
    const permission = await idOf(sql`select id from permissions where name = 'read-users'`)
    await sql`insert into user_roles (user_id, role_id, position) values (${registrar.id}, ${id}, 9)`.execute(api().db)
    await registrar.call('roles/partialUpdate', {
      id,
      version: await versionOf('roles', id),
      permissions: [permission],
    })
    expect(await notificationsOf(user)).toEqual([{ kind: 'role-changed', data: { role: `role of ${user.email}` } }])
    expect(await notificationsOf(registrar)).toEqual([])
  })
})

describe('analyses', () => {
  const build = (analyzed_by: number) =>
    idOf(sql`
      with file as (
        insert into files (name, type, size, media_type, sha256)
        values ('a.pdf', 'Permanent', 1, 'application/pdf', sha256('a')) returning id)
      insert into analysis (court_id, title, judgement_number, pdf_file_id, analyzed_by_id)
      select (select min(id) from courts), 'One', '7/2020', file.id, ${analyzed_by} from file returning analysis.id`)
  const finish = (id: number, status: string) =>
    sql`update analysis set status = ${status} where id = ${id}`.execute(api().db)

  test('an analysis that ends notifies the user who requested it, on every run', async () => {
    const user = await createUser(['read-analysis'])
    const id = await build(user.id)
    await finish(id, 'Analyzed')
    expect(await notificationsOf(user)).toEqual([{ kind: 'analysis-finished', data: { id, name: '7/2020' } }])
    await sql`update notifications set read_at = now()`.execute(api().db)
    await finish(id, 'Analyzed')
    expect(await notificationsOf(user)).toHaveLength(2)
  })

  test('an analysis that fails notifies of the failure', async () => {
    const user = await createUser(['read-analysis'])
    const id = await build(user.id)
    await sql`update analysis set failed_at = now() where id = ${id}`.execute(api().db)
    expect(await notificationsOf(user)).toEqual([{ kind: 'analysis-failed', data: { id, name: '7/2020' } }])
  })

  test('an analysis that is edited or cancelled notifies no user', async () => {
    const user = await createUser(['read-analysis', 'update-analysis', 'cancel-analysis'])
    const id = await build(user.id)
    await user.call('analysis/partialUpdate', { id, version: 1, title: 'Two' })
    await user.call('analysis/cancel', { id, version: 2 })
    expect(await notificationsOf(user)).toEqual([])
  })
})

describe('subscriptions', () => {
  const subscribe = (user: number, { from = 0, days }: { from?: number; days: number | null }) =>
    sql`with config as (
          insert into subscription_configs (name, amount, days, copy_access)
          values ('Yearly', 100, 30, true)
          on conflict (name) do update set name = excluded.name
          returning id)
        insert into subscriptions (user_id, subscription_config_id, starts_on, ends_on)
        select ${user}, id, library_today() + ${from}::integer, library_today() + ${days}::integer from config`.execute(
      api().db,
    )
  const moveIntoPast = (days: number) =>
    sql`update subscriptions set starts_on = starts_on - ${days}::integer, ends_on = ends_on - ${days}::integer`.execute(
      api().db,
    )
  beforeEach(() => sql`delete from subscriptions`.execute(api().db))

  test('a subscription that ends in a week is notified once', async () => {
    const user = await createUser([])
    await subscribe(user.id, { days: 7 })
    const { rows } = await sql<{ day: string }>`select (library_today() + 7)::text as day`.execute(api().db)
    for (const _ of [1, 2]) await notifyEndingSubscriptions(api().db)
    expect(await notificationsOf(user)).toEqual([
      { kind: 'subscription-ending', data: { name: 'Yearly', ends_on: rows[0]?.day } },
    ])
  })

  test.each([
    [8, 0],
    [6, 1],
    [1, 1],
    [0, 1],
  ])(
    'a subscription that ends in %i days is notified %i times, also without an earlier notification',
    async (days, times) => {
      const user = await createUser([])
      await subscribe(user.id, { days })
      for (const _ of [1, 2]) await notifyEndingSubscriptions(api().db)
      expect(await notificationsOf(user)).toHaveLength(times)
    },
  )

  test('a subscription without an end, followed by another, or already ended is not notified', async () => {
    const [endless, followed, ended] = [await createUser([]), await createUser([]), await createUser([])]
    await subscribe(ended.id, { days: 0 })
    await moveIntoPast(1)
    await subscribe(endless.id, { days: null })
    await subscribe(followed.id, { days: 3 })
    await subscribe(followed.id, { from: 4, days: 30 })
    await notifyEndingSubscriptions(api().db)
    for (const one of [endless, followed, ended]) expect(await notificationsOf(one)).toEqual([])
  })
})
