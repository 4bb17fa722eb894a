import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { createBodyQueue } from './bodyQueue.ts'

let api: Api
let port: number

beforeAll(async () => {
  api = await openApi()
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = (api.app.server.address() as AddressInfo).port
})
afterAll(() => api.close())

async function signIn() {
  const email = await buildUser(api.databaseUrl, { can: ['create-phrases'] })
  return String((await api.call('auth/login', { email, password })).body['encodedToken'])
}

type Held = { status: Promise<number>; finish: () => void; abandon: () => void }

/** Begins a call whose body has so many bytes, and sends all but the last of them. */
function hold(token: string, bytes: number, path = 'phrases/create'): Held {
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes,
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const call = request({ host: '127.0.0.1', port, path: `/api/${path}`, method: 'POST', headers, agent: false })
  const status = new Promise<number>((resolve) => {
    call.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
    })
    call.on('error', () => resolve(0))
  })
  const body = JSON.stringify({ meaning: '' }).padEnd(bytes)
  call.write(body.slice(0, -1))
  onTestFinished(() => void call.destroy())
  return { status, finish: () => void call.end(body.slice(-1)), abandon: () => void call.destroy() }
}

const large = limits.request.body_bytes + 1

test('a call without a session or the permission is rejected before its body arrives', async () => {
  expect(await hold('', large).status).toBe(401)
  expect(await hold(await signIn(), large, 'phrases/update').status).toBe(403)
  expect(await hold('', large, 'no/such').status).toBe(404)
})

test('the large bodies that one user holds back delay neither those of others nor small ones', async () => {
  const [token, other] = [await signIn(), await signIn()]
  const held = Array.from({ length: limits.request.large_bodies.total }, () => hold(token, large))
  for (const passes of [hold(other, large), hold(token, 100)]) {
    passes.finish()
    expect(await passes.status).toBe(400)
  }
  for (const { finish } of held) finish()
  expect(await Promise.all(held.map(({ status }) => status))).toEqual(held.map(() => 400))
})

test('a large body that waits too long for its turn is rejected, and gets it when another has ended', async () => {
  const app = fastify({ bodyLimit: 2 * large })
  const preParsing = createBodyQueue({ total: 1, per_user: 1, wait_seconds: 0.1 })
  app.post(
    '/api/',
    { preParsing, errorHandler: (_error, _request, reply) => void reply.code(503).send() },
    () => 'done',
  )
  onTestFinished(() => app.close())
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const held = [hold('', large, ''), hold('', large, '')]
  expect(await Promise.race(held.map(({ status }) => status))).toBe(503)
  for (const { finish } of held) finish()
  expect((await Promise.all(held.map(({ status }) => status))).sort()).toEqual([200, 503])
  const next = hold('', large, '')
  next.finish()
  expect(await next.status).toBe(200)
})
