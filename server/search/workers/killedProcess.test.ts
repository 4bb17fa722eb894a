import { withClient } from '#server/db/client.ts'
import { indexFileName } from '#server/search/storage/connection.ts'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import type { CaseCard, SearchResult } from '#shared/calls/search.ts'
import { demoPassword, writeAccess } from '#db/seed/access.ts'
import { type Api, openApi, openEnvelope } from '#test/api.ts'
import { openProcesses, type ServerProcess } from '#test/processes.ts'
import { nightlyTest, runs } from '#test/nightly.ts'
import { until } from '#test/live.ts'

/** A server that is killed while it indexes cases. */

let api: Api
let client: pg.Client
let processes: ReturnType<typeof openProcesses>
let token: string

beforeAll(async () => {
  api = await openApi({ fill: (url) => withClient(url, writeAccess) })
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

/** How many cases a server finds with a word; undefined while it does not answer yet. */
async function count({ port }: ServerProcess, word: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/g/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ Type: 'CaseFile', Query: word }),
  })
  if (!answer.ok) return undefined
  const sealed = (await answer.json()) as Parameters<typeof openEnvelope>[0]
  const found = openEnvelope(sealed, token, 'POST /api/g/search 200') as unknown as SearchResult<CaseCard>
  return found.count
}

/** How many cases the index of a server holds, read from its file. */
function countIndexed() {
  const index = new DatabaseSync(join(processes.folder, 'index', indexFileName), { readOnly: true, timeout: 5000 })
  const row = index.prepare('select count(*) as count from doc_values where fields is not null').get()
  index.close()
  return Number(row?.['count'])
}

/** A session may search sixty times a minute. */
const whenReady = { timeout: 60_000, interval: 500 }

nightlyTest('a server that is killed while it indexes finds every case exactly once after its restart', async () => {
  const each = runs(500, 2500)
  let server = await processes.start()
  await expect.poll(() => count(server, 'everywhere'), whenReady).toBe(0)
  /** When it is killed: while it indexes the new cases, and in a nightly run also before and after. */
  const moments: ((before: number) => unknown)[] = [
    (before) => until(() => countIndexed() > before, 60_000),
    () => undefined,
    (before) => until(() => countIndexed() === before + each, 60_000),
  ]
  for (const [time, moment] of moments.slice(0, runs(1, 3)).entries()) {
    await client.query(
      `insert into case_files (court_id, title, published) select 1, 'everywhere case' || n, true from generate_series(1, $1::integer) as n`,
      [each],
    )
    await moment(each * time)
    await processes.kill(server)
    server = await processes.start()
    await until(() => countIndexed() === each * (time + 1), 60_000)
    await expect.poll(() => count(server, 'everywhere'), whenReady).toBe(each * (time + 1))
    expect(await count(server, 'case7')).toBe(time + 1)
  }
})
