import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Notification } from '#shared/calls/notifications.ts'
import { type Api, openApi } from './api.ts'
import { buildUser, password } from './factories.ts'

export type TestUser = { id: number; email: string; call: (path: string, input: object) => Promise<SavedRow> }
type SavedRow = { id: number; version: number }

/** Opens an application with a court and a case type for a test file, and deletes all notifications before each test. */
export function openNotifications() {
  let api: Api
  beforeAll(async () => {
    api = await openApi()
    await sql`insert into courts (name, code) values ('Court', 'Cv-N')`.execute(api.db)
    await sql`insert into case_types (name) values ('Civil')`.execute(api.db)
  })
  afterAll(() => api.close())
  beforeEach(() => sql`delete from notifications`.execute(api.db))

  const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(api.db)).rows[0]?.id ?? 0

  async function createUser(can: string[], name = 'Test'): Promise<TestUser> {
    const email = await buildUser(api.databaseUrl, { can })
    const id = await idOf(sql`update users set name = ${name} where email = ${email} returning id`)
    const callApi = await api.as(email, password)
    const call = async (path: string, input: object) => {
      const { status, body } = await callApi(path, input)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body['data'] as SavedRow
    }
    return { id, email, call }
  }

  return { api: () => api, idOf, createUser }
}

export const permissionsFor = (...names: string[]) =>
  names.flatMap((name) => ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`))

/** The notifications of a user, as their list returns them. */
export async function notificationsOf({ call }: TestUser) {
  const notifications = (await call('notifications/get', {})) as unknown as Notification[]
  return notifications.map(({ kind, data }) => ({ kind, data }))
}
