import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate, readMigrations } from '#server/db/migrate.ts'
import { readEnv } from '#server/config/env.ts'
import { withClient } from '#server/db/client.ts'
import { buildEvents, buildUserEvents, buildReaderEvent } from '#server/live/messages.ts'
import { errorCodes } from '#server/live/protocol.ts'
import { serve, type Server } from '#server/serve.ts'
import { permissionsOf, path, presenceChannel, table } from '#shared/resource/names.ts'
import type { Resource } from '#shared/resource/resource.ts'
import { standalonePermissions, resources } from '#shared/resources/index.ts'
import { routes } from '#web/platform/paths.ts'
import { apiClient, signedIn } from '#test/apiClient.ts'
import { buildUser, password } from '#test/factories.ts'
import { restoreFixture } from '#test/fixtures/upgrade/restore.ts'
import { describeAnswers } from './answers.ts'
import { recordListening } from './listenRecorder.ts'
import { describeOpenApi, type OpenApi } from './openapi.ts'
import { describeSchema } from './schema.ts'
import { findStorageKeys } from './storageKeys.ts'

/**
 * Contract snapshots: the names that other programs, browsers, databases, queues and files of an earlier version hold.
 * A changed name breaks them, unless both versions understand both names: `vitest run -u` is for additions.
 */

const root = join(import.meta.dirname, '../..')
const all: readonly Resource[] = resources

let fixture: Awaited<ReturnType<typeof restoreFixture>>
let recorder: Awaited<ReturnType<typeof recordListening>>
let server: Server

beforeAll(async () => {
  fixture = await restoreFixture()
  await migrate(fixture.databaseUrl)
  await query('delete from graphile_worker._private_jobs; delete from graphile_worker._private_tasks')
  recorder = await recordListening(fixture.databaseUrl)
  server = await serve(
    readEnv({
      DATABASE_URL: recorder.url,
      DATA_DIR: fixture.folder,
      PORT: '0',
      SEARCH_THREADS: '1',
      LOG_LEVEL: 'silent',
      // A run that ends meanwhile would notify its user.
      ANALYSES_AT_ONCE: '0',
    }),
    { limitsScale: 1000 },
  )
  await untilReady()
})
afterAll(async () => {
  await server.close()
  await recorder.close()
  await fixture.drop()
})

/** Waits until the index has read the last change and the worker has registered its crontab. */
async function untilReady() {
  const { staff, cases } = fixture.expected
  const search = { Type: 'CaseFile', Query: cases.changed.query }
  const client = apiClient(server.address, staff.token)
  await vi.waitFor(
    async () => {
      expect((await client.call('g/search', search)).body['count']).toBe(1)
      expect(await identifiersOf('known_crontabs')).not.toEqual([])
    },
    { timeout: 60_000, interval: 50 },
  )
}

async function query<Row extends object>(statement: string) {
  const { rows } = await withClient(fixture.databaseUrl, (client) => client.query<Row>(statement))
  return rows
}

const identifiersOf = async (table: 'tasks' | 'known_crontabs') =>
  (await query<{ identifier: string }>(`select identifier from graphile_worker._private_${table}`)).map(
    ({ identifier }) => identifier,
  )

const expectContract = (name: string, file: string, text: string) =>
  expect(`${text.trimEnd()}\n`, `the contract “${name}” has changed`).toMatchFileSnapshot(file)

const listed = (lines: Iterable<string>) => [...new Set(lines)].sort().join('\n')

const readOpenApi = async () => (await (await fetch(`${server.address}/api/openapi.json`)).json()) as OpenApi

test('the calls of the API and their inputs match the frozen OpenAPI document', async () => {
  const { document } = describeOpenApi(await readOpenApi())
  await expectContract('OpenAPI document', 'openapi.json', document)
})

test('the sentences of the OpenAPI document match the frozen ones', async () => {
  const { sentences } = describeOpenApi(await readOpenApi())
  await expectContract('sentences of the OpenAPI document', 'openapiSentences.txt', sentences)
})

test('the responses of the API have the frozen fields', async () => {
  const { paths } = await readOpenApi()
  const examples = new Map(
    Object.entries(paths).flatMap(([call, { post }]): [string, object][] => {
      const example = post?.requestBody?.content['application/json']?.example
      return example ? [[call.slice(1), example]] : []
    }),
  )
  const answers = await describeAnswers({
    address: server.address,
    staff: apiClient(server.address, fixture.expected.staff.token),
    expected: fixture.expected,
    examples,
  })
  await expectContract('fields of answers', 'answers.txt', answers)
})

test('the headers of requests and responses match the frozen ones, and only a sign-in sets a cookie', async () => {
  const own = ['date', 'content-length', 'connection', 'keep-alive']
  const read = async (title: string, address: string) => {
    const { status, headers } = await fetch(server.address + address)
    const named = [...headers].filter(([name]) => !own.includes(name)).map(([name, value]) => `${name}: ${value}`)
    return [`# ${title}, ${status}`, ...named.sort(), '']
  }
  const answers = [
    ...(await read('a call that is refused', '/api/auth/me')),
    ...(await read('a stored file', fixture.expected.link)),
  ]
  const email = await buildUser(fixture.databaseUrl)
  const { headers } = await fetch(`${server.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  answers.push('# a sign-in', `set-cookie: ${headers.get('set-cookie')?.replace(/=[^;]+/, '=…')}`, '')
  const requests = literals(/['"`](x-[a-z-]+)['"`]/gi).map((name) => name.toLowerCase())
  await expectContract('headers', 'headers.txt', [...answers, '# named in the code', listed(requests)].join('\n'))
})

test('the schema of a migrated database matches the frozen one', async () => {
  await expectContract('SQL schema', 'schema.txt', await describeSchema(fixture.databaseUrl))
})

test('the bytes of every landed migration match the frozen ones', async () => {
  const lines = (await readMigrations()).map(
    ({ name, text }) => `${createHash('sha256').update(text).digest('hex')}  ${name}`,
  )
  await expectContract('landed migrations', 'migrations.txt', lines.join('\n'))
})

test('the database notifies on the frozen channels, and the server listens on them', async () => {
  const functions = await query<{ text: string }>(
    `select prosrc as text from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const notified = functions.flatMap(({ text }) =>
    [...text.matchAll(/pg_notify\('([^']+)'/g)].map(([, name = '']) => name),
  )
  const lines = ['# notified', listed(notified), '', '# listened on', recorder.channels().join('\n')]
  await expectContract('NOTIFY channels', 'notifyChannels.txt', lines.join('\n'))
})

test('the public names of the resources match the frozen ones', async () => {
  const lines = all.flatMap((resource) => [
    `# ${resource.name}`,
    `list: ${path(resource, 'get')}`,
    `table: ${table(resource)}`,
    `permissions: ${permissionsOf(resource).join(' ')}`,
    '',
  ])
  await expectContract(
    'names of resources',
    'resources.txt',
    [...lines, '# permissions of no resource', ...standalonePermissions].join('\n'),
  )
})

test('live channels, their events, and error numbers match the frozen ones', async () => {
  const change = {
    sequence: 1,
    row_id: 7,
    event: 'Updated',
    previous_filters: null,
    from_socket: null,
    from_session: null,
  } as const
  const ofRows = all.flatMap((resource) => {
    const filters = Object.values(resource.filters ?? {}).map(({ field }) => [field, `<${field}>`])
    const row = { id: 7, version: 1, ...(Object.fromEntries(filters) as object) }
    return [
      ...buildEvents(resource, { ...change, resource: resource.name }, row),
      { channel: `private-${presenceChannel(resource)}`, name: 'Presence' },
    ]
  })
  const others = [
    buildReaderEvent({ ...change, resource: 'caseFiles' }, '<reference>'),
    ...buildUserEvents({ ...change, resource: 'users' }),
  ]
  const channels = [...ofRows, ...others].map(({ channel, name }) => `${channel}: ${name}`)
  const errors = Object.entries(errorCodes).map(([sentence, number]) => `${number} ${sentence}`)
  const lines = ['# channel: event', ...channels, '', '# errors', ...errors.sort()]
  await expectContract('live channels', 'liveChannels.txt', lines.join('\n'))
})

test('the storage keys of the browser match the frozen ones', async () => {
  const keys = findStorageKeys(root)
  // A key that is known only at run time cannot be frozen.
  expect(keys.filter((key) => key.endsWith(' *'))).toEqual([])
  await expectContract('storage keys of the browser', 'storageKeys.txt', keys.join('\n'))
})

test('the addresses of pages match the frozen ones', async () => {
  await expectContract('addresses of pages', 'pages.txt', listed(Object.values(routes)))
})

test('the tasks of the worker match the frozen ones', async () => {
  const [tasks, byTheClock] = [await identifiersOf('tasks'), await identifiersOf('known_crontabs')]
  await expectContract(
    'queued tasks',
    'tasks.txt',
    ['# tasks', listed(tasks), '', '# by the clock', listed(byTheClock)].join('\n'),
  )
})

test('key-derivation labels and the form of tokens match the frozen ones', async () => {
  const { staff, reader, password } = fixture.expected
  const { body } = await apiClient(server.address, staff.token).call('broadcasting/place')
  const { token } = await signedIn(server.address, reader.email, password)
  const [header, claims] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object)
  const { iss, aud, ...others } = claims as Record<string, unknown>
  const lines = [
    '# labels',
    listed(literals(/['"`](hukum\/[\w/-]+)['"`]/g)),
    '',
    '# key of the live channels, of the secrets of the fixture',
    String(body['key']),
    '',
    '# session token',
    `header: ${JSON.stringify(header)}`,
    `claims: ${JSON.stringify({ iss, aud })} ${Object.keys(others).sort().join(' ')}`,
    '',
    '# advisory locks',
    listed(literals(/\bhashtext\('([^']+)'\)/g)),
  ]
  await expectContract('key derivation', 'keys.txt', lines.join('\n'))
})

/** The matches of a pattern in the code of the product. */
function literals(pattern: RegExp): string[] {
  const files = globSync('{server,shared,web,db}/**/*.{ts,tsx,sql}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  return files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name),
  )
}
