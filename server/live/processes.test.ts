import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveMessage } from '#shared/calls/live.ts'
import { courts } from '#shared/resources/courts.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { connectPusher, subscriptionResult, until } from '#test/live.ts'
import { openProcesses, type ServerProcess } from '#test/processes.ts'
import { announce } from '#server/events/announce.ts'
import { nightlyTest } from '#test/nightly.ts'

/** Two servers on one database, one of which is killed. */

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

/** Opens a subscriber at this server. */
async function openSubscriber(live: ServerProcess, since?: number) {
  const { pusher } = connectPusher({ api, live }, token, since === undefined ? {} : { since })
  const channel = pusher.subscribe('private-Court-Primary')
  const received: LiveMessage[] = []
  channel.bind('CourtEvents', (message: LiveMessage) => received.push(message))
  const { data: subscription } = await subscriptionResult(channel)
  return { pusher, received, subscription: subscription as { sequence: number } }
}

const save = ({ port }: ServerProcess, name: string) =>
  fetch(`http://127.0.0.1:${port}/api/courts/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ name }),
  })

const namesOf = (received: LiveMessage[]) =>
  received.map(({ data }) => (typeof data === 'number' ? data : data['name']))

test('what is saved at one server is received at the other in the same order', async () => {
  const onFirst = await openSubscriber(one)
  const onSecond = await openSubscriber(other)
  for (const name of ['A', 'B']) expect((await save(one, name)).status).toBe(200)
  expect((await save(other, 'C')).status).toBe(200)
  await until(() => onFirst.received.length === 3 && onSecond.received.length === 3)
  expect(namesOf(onSecond.received)).toEqual(['A', 'B', 'C'])
  expect(onSecond.received).toEqual(onFirst.received)
  onFirst.pusher.disconnect()
  onSecond.pusher.disconnect()
})

nightlyTest(
  'when a server is killed during saves, exactly the committed ones are received, among them all confirmed ones',
  async () => {
    const onSecond = await openSubscriber(other)
    const names = Array.from({ length: 60 }, (_, index) => `Amid ${index}`)
    const saves = names.map((name) =>
      save(one, name).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
    await until(() => onSecond.received.length > 0)
    await processes.kill(one)
    const confirmed = await Promise.all(saves)

    // The database may complete statements that it received before the server died.
    await until(async () => (await readCommitted()).length === onSecond.received.length)
    const committed = await readCommitted()
    expect(namesOf(onSecond.received).sort()).toEqual(committed.sort())
    expect(committed).toEqual(expect.arrayContaining(names.filter((_, index) => confirmed[index])))
    onSecond.pusher.disconnect()
    one = await processes.start(one.port)
  },
)

const readCommitted = async () =>
  (await api.pool.query<{ name: string }>(`select name from courts where name like 'Amid%'`)).rows.map(
    ({ name }) => name,
  )

test('a committed change is received although the server was killed before it could send it', async () => {
  const before = await openSubscriber(one)
  // The server is suspended, so it cannot send what is committed from here on.
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
  expect(before.received).toEqual([])

  one = await processes.start(one.port)
  const after = await openSubscriber(one, before.subscription.sequence)
  await until(() => after.received.length === 1)
  expect(namesOf(after.received)).toEqual(['Committed'])
  after.pusher.disconnect()
})
