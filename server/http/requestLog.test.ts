import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileLinks } from '#server/session/fileLinks.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { until } from '#test/live.ts'
import { openProcesses, type ServerProcess } from '#test/processes.ts'
import { askRaw } from '#test/rawHttp.ts'
import { withoutTable } from '#test/withoutTable.ts'

let api: Api
let processes: ReturnType<typeof openProcesses>
let server: ServerProcess
let output = ''

beforeAll(async () => {
  api = await openApi()
  processes = openProcesses(api)
  server = await processes.start(0, { LOG_LEVEL: 'debug' })
  server.process.stdout?.on('data', (bytes: Buffer) => (output += bytes.toString()))
})
afterAll(async () => {
  await processes.close()
  await api.close()
})

const query = '?Query=Aminath&number=189%2FSCx-A%2F2024#Aminath'

async function callServer(path: string, token?: string, body: object = {}) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/${path}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return answer.status
}

const tokenOf = async (can: string[]) => {
  const email = await buildUser(api.databaseUrl, { can })
  return String((await api.call('auth/login', { email, password })).body['encodedToken'])
}

test('no log line contains the query of a request or the token of a file link', async () => {
  const reader = await tokenOf(['read-courts'])
  expect(await callServer('auth/sessions', reader)).toBe(200)
  expect(await callServer('auth/sessions')).toBe(401)
  expect(await callServer('users/get', reader)).toBe(403)
  expect(await callServer('no/such', reader)).toBe(404)
  expect(await withoutTable(api.db, 'courts', () => callServer('courts/get', reader))).toBe(500)

  const claims = { file_id: 1, session_id: crypto.randomUUID(), needs: 'session' } as const
  const file = createFileLinks(api.secrets.token_key).signedUrl(claims)
  const open = (path: string) => askRaw(server.port, `${path}${query.replace(/#.*/, '')}`)
  for (const target of [file, `http://localhost${file}`])
    expect((await withoutTable(api.db, 'files', () => open(target))).status).toBe(500)
  for (const path of ['/home', '/%zz', '/assets/none.js', '/api/auth/me', file]) await open(path)

  await until(() => output.includes('"path":"/api/auth/me"'))
  for (const status of [200, 401, 403, 404, 500]) expect(output).toContain(`"status":${status}`)
  expect(output.match(/"msg":"unexpected error"/g)).toHaveLength(3)
  for (const secret of ['Aminath', '189%2F', 'SCx', '?', file.slice('/files/'.length)])
    expect(output).not.toContain(secret)
})

test('the answer to an unexpected error has the number of its log line, and no SQL, file or stack', async () => {
  const token = await tokenOf(['read-courts'])
  const { status, body } = await withoutTable(api.db, 'courts', () => api.call('courts/get', {}, { token }))
  expect([status, body['code']]).toEqual([500, 'broken'])
  expect(body['Message']).toMatch(/^Something went wrong. Please try again. \(No. [0-9a-f]{8}\)$/)
  expect(JSON.stringify(body)).not.toMatch(/courts|select|relation|node_modules|\.ts|at \w/i)
})

test('a call that is denied is logged as a warning with its user and its path', async () => {
  const token = await tokenOf([])
  expect(await callServer('roles/get', token)).toBe(403)
  const denied = () => output.split('\n').find((line) => line.includes('"path":"/api/roles/get"'))
  await until(() => denied() !== undefined)
  expect(JSON.parse(denied() ?? '')).toMatchObject({ level: 'warn', status: 403, user: expect.any(Number) as number })
})

test('a call that is denied for one record, or that finds none, is logged with the id of the record', async () => {
  const token = await tokenOf(['read-courts', 'update-users'])
  const { rows } = await api.pool.query<{ id: number }>('select max(id)::integer as id from users')
  const id = rows[0]?.id ?? 0
  expect(await callServer('users/password/reset', token, { id })).toBe(403)
  expect(await callServer('courts/find', token, { id: 999_999 })).toBe(404)
  const logged = (path: string) => output.split('\n').find((line) => line.includes(`"path":"/api/${path}"`))
  await until(() => logged('courts/find') !== undefined)
  expect(JSON.parse(logged('users/password/reset') ?? '')).toMatchObject({ level: 'warn', status: 403, record: id })
  expect(JSON.parse(logged('courts/find') ?? '')).toMatchObject({ level: 'info', status: 404, record: 999_999 })
})
