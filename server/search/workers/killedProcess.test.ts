import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseCard, SearchResult } from '#shared/calls/search.ts'
import { demoPassword, writeAccess } from '../../db/seed/access.ts'
import { type Api, openApi, openEnvelope } from '../../test/api.ts'
import { openProcesses, type ServerProcess } from '../../test/processes.ts'

/** A server that is killed while it takes in cases. */

let api: Api
let client: pg.Client
let processes: ReturnType<typeof openProcesses>
let token: string

beforeAll(async () => {
  api = await openApi({ fill: fillWithPeople })
  client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  await client.query(`insert into courts (name) values ('One')`)
  processes = openProcesses(api)
  const { body } = await api.call('auth/login', { email: 'subscriber@hukum.test', password: demoPassword })
  token = String(body['encodedToken'])
})
afterAll(async () => {
  await processes.close()
  await client.end()
  await api.close()
})

async function fillWithPeople(url: string) {
  const filling = new pg.Client({ connectionString: url })
  await filling.connect()
  await writeAccess(filling)
  await filling.end()
}

/** How many cases a server finds with a word; none while it does not answer yet. */
async function count({ port }: ServerProcess, word: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/g/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ Type: 'CaseFile', Query: word }),
  })
  if (!answer.ok) return 0
  const sealed = (await answer.json()) as Parameters<typeof openEnvelope>[0]
  const found = openEnvelope(sealed, token, 'POST /api/g/search 200') as unknown as SearchResult<CaseCard>
  return found.count
}

test('whenever it is killed, it has every case when it is back, and each of them once', async () => {
  const each = 2500
  let server = await processes.start()
  for (const [time, wait_ms] of [0, 300, 1200].entries()) {
    await client.query(
      `insert into case_files (court_id, title, published) select 1, 'everywhere case' || n, true from generate_series(1, $1::integer) as n`,
      [each],
    )
    await sleep(wait_ms)
    await processes.kill(server)
    server = await processes.start()
    await expect.poll(() => count(server, 'everywhere'), { timeout: 180_000 }).toBe(each * (time + 1))
    expect(await count(server, 'case7')).toBe(time + 1)
  }
}, 600_000)
