import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { notificationsOf, openNotifications, permissionsFor, type TestUser } from '#test/notifications.ts'
import { notify } from './notify.ts'

/** The notifications about cases and mentions, each caused through its endpoint. */

const { api, idOf, createUser } = openNotifications()

describe('cases', () => {
  const editor = permissionsFor('caseFiles')
  const build = async ({ call }: TestUser) => {
    const court = await idOf(sql`select min(id) as id from courts`)
    const number = `${Math.floor(Math.random() * 1e6)}/Cv-N/2020`
    const case_types = [await idOf(sql`select min(id) as id from case_types`)]
    const row = await call('caseFiles/create', { court, case_types, case_numbers: [{ number }], title: 'One' })
    return { ...row, number }
  }
  const change = ({ call }: TestUser, { id, version }: { id: number; version: number }, title: string) =>
    call('caseFiles/partialUpdate', { id, version, title })

  test('a case that another user changes notifies its earlier editor and no other user', async () => {
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

  test('a case that a user changes does not notify that user', async () => {
    const user = await createUser(editor)
    await change(user, await build(user), 'Two')
    expect(await notificationsOf(user)).toEqual([])
  })

  test('a case that changes several times before its editor looks is one notification of the last change', async () => {
    const [user, first, second] = [
      await createUser(editor),
      await createUser(editor, 'One'),
      await createUser(editor, 'Two'),
    ]
    const row = await build(user)
    await change(second, await change(first, row, 'Two'), 'Three')
    expect(await notificationsOf(user)).toMatchObject([{ data: { by: 'Two' } }])
  })

  test('a deleted case replaces its unread notifications by one of the deletion', async () => {
    const [user, other] = [await createUser(editor), await createUser(editor, 'Aishath')]
    const changed = await change(other, await build(user), 'Two')
    await other.call('caseFiles/delete', { id: changed.id, version: changed.version })
    expect(await notificationsOf(user)).toMatchObject([{ kind: 'case-deleted', data: { by: 'Aishath' } }])
  })

  test('a rejected save of a case notifies no user', async () => {
    const [user, other] = [await createUser(editor), await createUser(editor)]
    const row = await build(user)
    await expect(change(other, { ...row, version: 99 }, 'Two')).rejects.toThrow('changed-elsewhere')
    expect(await notificationsOf(user)).toEqual([])
  })

  test('a change of a case does not notify users who may no longer read cases, and their earlier notifications are hidden', async () => {
    const [user, other] = [await createUser(editor), await createUser(editor)]
    const row = await build(user)
    const changed = await change(other, row, 'Two')
    await sql`delete from user_roles where user_id = ${user.id}`.execute(api().db)
    expect(await notificationsOf(user)).toEqual([])
    await sql`delete from notifications`.execute(api().db)
    await change(other, changed, 'Three')
    expect((await sql`select from notifications`.execute(api().db)).rows).toEqual([])
  })
})

describe('notes of a judgment', () => {
  const editor = permissionsFor('caseFiles')
  const note = (content: string) => ({ key: 'a', content, type: 'general', title: 'ޚިޔާލު', category: 'editorial' })
  const contentWith = (content: string) => ({
    case_content: { content: [], footnotes: [], annotations: [note(content)] },
  })

  test('a note of a judgment notifies each user whom it mentions by e-mail address or full name, once', async () => {
    const [author, aishath, ali, alima] = [
      await createUser(editor, 'Author'),
      await createUser(['read-caseFiles'], 'ޢާއިޝަތު ރީމާ'),
      await createUser(['read-caseFiles'], 'Ali'),
      await createUser(['read-caseFiles'], 'Alima'),
    ]
    const court = await idOf(sql`select min(id) as id from courts`)
    const case_types = [await idOf(sql`select min(id) as id from case_types`)]
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

describe('notifications', () => {
  test('a notification is not sent when the transaction of its cause is rolled back', async () => {
    const user = await createUser(['read-caseFiles'])
    const broken = api()
      .db.transaction()
      .execute(async (db) => {
        await notify(db, { userIds: [user.id], kind: 'mentioned', data: { id: 1, name: '1/2020', by: 'Ali' } })
        throw new Error('rolled back')
      })
    await expect(broken).rejects.toThrow('rolled back')
    expect(await notificationsOf(user)).toEqual([])
  })

  test('a mention notifies its users, except the author, deactivated users, and users who may not read the case', async () => {
    const can = ['read-caseFiles']
    const [named, author, deactivated, unpermitted] = [
      await createUser(can),
      await createUser(can),
      await createUser(can),
      await createUser([]),
    ]
    await sql`update users set active = false where id = ${deactivated.id}`.execute(api().db)
    const data = { id: 1, name: '1/2020', by: 'Ali' }
    const userIds = [named, author, deactivated, unpermitted].map(({ id }) => id)
    await notify(api().db, { userIds, by: author.id, kind: 'mentioned', data })
    expect(await notificationsOf(named)).toEqual([{ kind: 'mentioned', data }])
    const { rows } = await sql`select user_id from notifications`.execute(api().db)
    expect(rows).toEqual([{ user_id: named.id }])
  })
})
