import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveMessage } from '#shared/calls/live.ts'
import { courts } from '#shared/resources/courts.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, until } from '../../test/live.ts'
import { openProcesses, type ServerProcess } from '../../test/processes.ts'
import { announce } from '#server/events/announce.ts'

/** Two servers on one database, and one that is killed. */

let api: Api
let processes: ReturnType<typeof openProcesses>
let one: ServerProcess
let other: ServerProcess
let token: string

beforeAll(async () => {
  api = await openApi()
  processes = openProcesses(api)
  ;[one, other] = await Promise.all([processes.start(), processes.start()])
  const email = await buildUser(api.databaseUrl, { can: ['read-courts', 'create-courts'] })
  token = String((await api.call('auth/login', { email, password })).body['encodedToken'])
})
afterAll(async () => {
  await processes.close()
  await api.close()
})

/** Somebody whose browser holds a socket of this server. */
async function lookerAt(live: ServerProcess, since?: number) {
  const { pusher } = connectPusher({ api, live }, token, since === undefined ? {} : { since })
  const channel = pusher.subscribe('private-Court-Primary')
  const heard: LiveMessage[] = []
  channel.bind('CourtEvents', (message: LiveMessage) => heard.push(message))
  const { told } = await joined(channel)
  return { pusher, heard, told: told as { sequence: number } }
}

const save = ({ port }: ServerProcess, name: string) =>
  fetch(`http://127.0.0.1:${port}/api/courts/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name }),
  })

const namesOf = (heard: LiveMessage[]) => heard.map(({ data }) => (typeof data === 'number' ? data : data['name']))

test('what is saved at one server is heard at the other, in the same order', async () => {
  const here = await lookerAt(one)
  const there = await lookerAt(other)
  for (const name of ['A', 'B']) expect((await save(one, name)).status).toBe(200)
  expect((await save(other, 'C')).status).toBe(200)
  await until(() => here.heard.length === 3 && there.heard.length === 3)
  expect(namesOf(there.heard)).toEqual(['A', 'B', 'C'])
  expect(there.heard).toEqual(here.heard)
  here.pusher.disconnect()
  there.pusher.disconnect()
})

test('when a server is killed amid saves, exactly what was committed is heard, and all that was answered', async () => {
  const there = await lookerAt(other)
  const names = Array.from({ length: 60 }, (_, place) => `Amid ${place}`)
  const saves = names.map((name) =>
    save(one, name).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  await until(() => there.heard.length > 0)
  await processes.kill(one)
  const answered = await Promise.all(saves)

  // The database may finish what it was told before the server died.
  await until(async () => (await amid()).length === there.heard.length)
  const kept = await amid()
  expect(namesOf(there.heard).sort()).toEqual(kept.sort())
  expect(kept).toEqual(expect.arrayContaining(names.filter((_, place) => answered[place])))
  there.pusher.disconnect()
  one = await processes.start(one.port)
})

const amid = async () =>
  (await api.pool.query<{ name: string }>(`select name from courts where name like 'Amid%'`)).rows.map(
    ({ name }) => name,
  )

test('what was committed is heard although the server was killed before it could send it', async () => {
  const before = await lookerAt(one)
  // From here on the server does nothing any more: what is committed now it cannot have sent.
  one.process.kill('SIGSTOP')
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into courts (name, code) values ('Committed', 'K') returning id`,
  )
  await api.db
    .transaction()
    .execute((db) =>
      announce(
        { db, socketId: undefined, session: undefined },
        { resource: courts, event: 'Created', id: rows[0]?.id ?? 0 },
      ),
    )
  await processes.kill(one)
  before.pusher.disconnect()
  expect(before.heard).toEqual([])

  one = await processes.start(one.port)
  const after = await lookerAt(one, before.told.sequence)
  await until(() => after.heard.length === 1)
  expect(namesOf(after.heard)).toEqual(['Committed'])
  after.pusher.disconnect()
})
