import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadListed } from '#server/resources/index.ts'
import { type Api, openApi } from '../../test/api.ts'
import { readChannel } from '#server/events/channels.ts'
import { createEventLog } from './eventLog.ts'

/** What somebody who comes back is told again, at the edges of what is kept. */

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
beforeEach(() => sql`truncate live_events; alter sequence live_sequence restart`.execute(api.db))

const log = () => createEventLog(api.db, (resource, ids) => loadListed(api.db, resource, ids))

/** So many changes, one after the other, of which those before one are kept no more. */
async function build({ changes, kept }: { changes: number; kept: number }) {
  for (let made = 0; made < changes; made += 1)
    await sql`insert into live_events (resource, row_id, event) values ('users', 1, 'Notified')`.execute(api.db)
  await sql`delete from live_events where sequence < ${kept}`.execute(api.db)
}

async function missed(since: number) {
  const channel = readChannel('private-User.1')
  if (!channel) throw new Error('there is no such channel')
  const { events, reload } = await log().missedEvents(channel, { since, until: await log().lastSequence() })
  return reload ? 'reload' : events.map(({ change }) => change.sequence)
}

test.each([
  [1, 'long before', 'reload'],
  [3, 'two before', 'reload'],
  [4, 'right before', [5, 6, 7]],
  [5, 'exactly', [6, 7]],
  [6, 'after', [7]],
  [7, 'the last one, long after', []],
  [9, 'heard at a server that is ahead, after', []],
] as const)('who knows of change %i, %s the first of those that are kept, is told %j', async (since, _where, told) => {
  await build({ changes: 7, kept: 5 })
  expect(await missed(since)).toEqual(told)
})

test('who came when nothing had ever changed is told everything while it is kept, and to load anew when it is not', async () => {
  await build({ changes: 3, kept: 1 })
  expect(await missed(0)).toEqual([1, 2, 3])
  await sql`delete from live_events where sequence < 3`.execute(api.db)
  expect(await missed(0)).toBe('reload')
})
