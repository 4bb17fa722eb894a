import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { copyOut } from '#scripts/backup/copy.ts'
import { cloneDatabase } from '#test/database.ts'

async function openClient() {
  const database = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  return client
}

const rows = (count: number) => `copy (select repeat('a', 99) from generate_series(1, ${count})) to stdout`

test('statements whose last rows pause the connection are copied whole, one after the other', async () => {
  const client = await openClient()
  for (let count = 600; count < 1200; count += 10) {
    let length = 0
    for await (const chunk of copyOut(client, rows(count)) as AsyncIterable<Buffer>) {
      // What follows meanwhile fills the buffer, which pauses the connection.
      if (length === 0) await sleep(20)
      length += chunk.length
    }
    expect(length).toBe(100 * count)
  }
}, 20_000)

test('a connection whose rows are not read to the end answers the next statement', async () => {
  const client = await openClient()
  for await (const _chunk of copyOut(client, rows(100_000))) {
    await sleep(20)
    break
  }
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
}, 20_000)
