import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecrets } from '#server/config/secrets.ts'
import { type Api, openApi } from './api.ts'

/** `npm run admin` on a library that was started with SEED=none. */

let api: Api

beforeAll(async () => {
  api = await openApi()
  readSecrets(api.folder)
})
afterAll(() => api.close())

function addAdministrator(...parameters: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../scripts/admin.ts'), ...parameters], {
    env: { ...process.env, DATABASE_URL: api.databaseUrl, DATA_DIR: api.folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said: said.trim() })),
  )
}

test('the first administrator of an empty library chooses a password, signs in, and may do everything', async () => {
  expect((await sql`select from roles`.execute(api.db)).rows).toEqual([])
  const { code, said } = await addAdministrator('Aminath@court.example.mv', 'Aminath', 'Rasheed')
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringContaining('aminath@court.example.mv is an administrator'),
  })
  const first = /^ {2}([\w-]+)$/m.exec(said)?.[1]

  const email = 'aminath@court.example.mv'
  const { body } = await api.call('auth/login', { email, password: first })
  const Password = 'Koamas-vaarey-8841'
  const chosen = { ref: body['hash'], Password, Password_confirmation: Password }
  expect(await api.call('auth/password/resetComplete', chosen)).toMatchObject({ status: 200 })
  const signedIn = await api.call('auth/login', { email, password: Password })
  const token = String(signedIn.body['encodedToken'])
  expect(await api.call('users/get', { Active: true }, { token })).toMatchObject({
    status: 200,
    body: { data: [{ name: 'Aminath Rasheed' }] },
  })
  const missing = sql`
    select name from permissions
    except
    select permissions.name
      from users
      join user_roles on user_id = users.id
      join role_permissions using (role_id)
      join permissions on permissions.id = permission_id`
  expect((await missing.execute(api.db)).rows).toEqual([])
})

test('an administrator whose e-mail address has an account is refused, and the audit log has those who were added', async () => {
  await addAdministrator('hassan@court.example.mv', 'Hassan')
  const { code, said } = await addAdministrator('HASSAN@court.example.mv', 'Hassan')
  expect({ code, said }).toEqual({
    code: 1,
    said: 'hassan@court.example.mv has an account already: sign in with it, or use another address.',
  })
  const { rows } = await sql`
    select action, after ->> 'roles' as roles
      from audit
     where resource = 'users' and after ->> 'email' = 'hassan@court.example.mv'`.execute(api.db)
  expect(rows).toEqual([{ action: 'create', roles: '["Administrator"]' }])
})

test('an administrator is added to a library that has a permission which no role holds', async () => {
  await addAdministrator('mariyam@court.example.mv', 'Mariyam')
  await sql`insert into permissions (name) values ('read-archive')`.execute(api.db)
  const { code, said } = await addAdministrator('hawwa@court.example.mv', 'Hawwa')
  expect({ code, said }).toEqual({
    code: 0,
    said: expect.stringContaining('hawwa@court.example.mv is an administrator'),
  })
})

test('npm run admin without a name, or with what is no address, says how it is called', async () => {
  expect(await addAdministrator('aminath@court.example.mv')).toEqual({ code: 1, said: 'npm run admin -- EMAIL NAME' })
  expect(await addAdministrator('aminath', 'Aminath')).toEqual({
    code: 1,
    said: 'aminath is not an e-mail address: npm run admin -- EMAIL NAME',
  })
})
