import { sql } from 'kysely'
import type { Channel } from 'pusher-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveMessage } from '#shared/calls/live.ts'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { connectPusher, joined, type Live, serveLive, until } from '../../test/live.ts'

/** What one person saves, and what others hear of it, with the official client. */

let api: Api
let live: Live
let editor: Awaited<ReturnType<typeof someone>>

beforeAll(async () => {
  api = await openApi()
  live = await serveLive(api)
  editor = await someone(
    ['courts', 'judges', 'users', 'analysis', 'caseFiles'].flatMap((name) =>
      ['read', 'create', 'update', 'delete'].map((action) => `${action}-${name}`),
    ),
  )
})
afterAll(async () => {
  await live.close()
  await api.close()
})

async function someone(can: string[]) {
  const email = await buildUser(api.databaseUrl, { can })
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  const call = async (path: string, input: object, socket?: string) => {
    const headers = socket === undefined ? {} : { 'x-socket-id': socket }
    const answer = await api.call(path, input, { token, headers })
    return { ...answer, row: (answer.body['data'] ?? {}) as { id: number; version: number } & Record<string, unknown> }
  }
  return { email, token, call }
}

/** Somebody who looks at a channel, and what he has heard on it so far. */
async function looker(name: string, { can = [], since, event }: { can?: string[]; since?: number; event: string }) {
  const who = await someone(can)
  const { pusher } = connectPusher({ api, live }, who.token, since)
  const channel = pusher.subscribe(name)
  const heard = listenTo(channel, event)
  const { in: isIn, told } = await joined(channel)
  return { ...who, pusher, channel, heard, isIn, told: told as Record<string, unknown> }
}

function listenTo(channel: Channel, event: string) {
  const heard: LiveMessage[] = []
  channel.bind(event, (message: LiveMessage) => heard.push(message))
  return heard
}

const court = (name: string) => ({ name, code: `C${crypto.randomUUID().slice(0, 6)}` })

test('who looks at a list hears within a second what is made, changed and deleted, in this order', async () => {
  const { heard, pusher } = await looker('private-Court-Primary', { can: ['read-courts'], event: 'CourtEvents' })
  const { row } = await editor.call('courts/create', court('First'))
  await until(() => heard.length === 1, 1000)
  const { row: changed } = await editor.call('courts/update', { ...court('Second'), id: row.id, version: row.version })
  await editor.call('courts/delete', { id: row.id, version: changed.version })
  await until(() => heard.length === 3, 1000)
  expect(heard.map(({ event, data }) => [event, typeof data === 'number' ? data : data['name']])).toEqual([
    ['Created', 'First'],
    ['Updated', 'Second'],
    ['Deleted', row.id],
  ])
  expect(heard.map(({ sequence }) => sequence)).toEqual(
    [...heard].map(({ sequence }) => sequence).sort((a, b) => a - b),
  )
  pusher.disconnect()
})
