import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadListed } from '#server/resources/index.ts'
import { type Api, openApi } from '#test/api.ts'
import { readChannel } from '#server/events/channels.ts'
import { createEventLog } from './eventLog.ts'

/** What a returning client receives again, at the boundaries of the stored changes. */

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(() => sql`truncate live_events; alter sequence live_sequence restart`.execute(api.db))

const log = () => createEventLog(api.db, (resource, ids) => loadListed(api.db, resource, ids))

/** Creates changes and deletes those before `firstStored`. */
async function createChanges({ count, firstStored }: { count: number; firstStored: number }) {
  for (let created = 0; created < count; created += 1)
    await sql`insert into live_events (resource, row_id, event) values ('users', 1, 'Notified')`.execute(api.db)
  await sql`delete from live_events where sequence < ${firstStored}`.execute(api.db)
}

async function missedSince(since: number, until?: number) {
  const channel = readChannel('private-User.1')
  if (!channel) throw new Error('there is no such channel')
  const { events, reload } = await log().missedEvents(channel, { since, until: until ?? (await log().lastSequence()) })
  return reload ? 'reload' : events.map(({ change }) => change.sequence)
}

test.each([
  [1, 'long before', 'reload'],
  [3, 'two before', 'reload'],
  [4, 'right before', [5, 6, 7]],
  [5, 'exactly', [6, 7]],
  [6, 'after', [7]],
  [7, 'the last one, long after', []],
  [9, 'before the library was restored, after', 'reload'],
] as const)('a client at change %i, %s the first stored one, receives %j', async (since, _where, expected) => {
  await createChanges({ count: 7, firstStored: 5 })
  expect(await missedSince(since)).toEqual(expected)
})

test('a client from a server that is ahead receives no change, and no reload', async () => {
  await createChanges({ count: 7, firstStored: 1 })
  expect(await missedSince(7, 5)).toEqual([])
})

test('a client at change 0 receives every change while all are stored, and a reload afterwards', async () => {
  await createChanges({ count: 3, firstStored: 1 })
  expect(await missedSince(0)).toEqual([1, 2, 3])
  await sql`delete from live_events where sequence < 3`.execute(api.db)
  expect(await missedSince(0)).toBe('reload')
})
