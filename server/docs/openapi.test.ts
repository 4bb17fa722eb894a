import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { ownPermissions, resources } from '#shared/resources/index.ts'

let api: Api

beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type Operation = {
  summary: string
  security?: object[]
  'x-permission'?: string
  requestBody?: { content: { 'application/json': { example: object } } }
}
type Description = { openapi: string; paths: Record<string, Record<string, Operation>> }

async function read() {
  const { payload, statusCode } = await api.app.inject({ url: '/api/openapi.json' })
  expect(statusCode).toBe(200)
  return JSON.parse(payload) as Description
}

test('the API describes every call, who may make it and what it takes', async () => {
  const { openapi, paths } = await read()
  expect(openapi).toBe('3.1.0')
  expect(paths['/courts/update']?.['post']).toMatchObject({
    'x-permission': 'update-courts',
    security: [{ session: [] }],
  })
  expect(paths['/auth/login']?.['post']).not.toHaveProperty('security')
  expect(paths['/auth/me']).toHaveProperty('get')
})

test('every example is a call that can be made', async () => {
  const { paths } = await read()
  const can = [...resources.flatMap((resource) => permissionsOf(resource)), ...ownPermissions]
  const signIn = async () => api.as(await buildUser(api.databaseUrl, { can }), password)
  let caller = await signIn()
  const wrong: string[] = []
  for (const [path, { post }] of Object.entries(paths)) {
    if (!post) continue
    const { example } = post.requestBody?.content['application/json'] ?? {}
    let { status, body } = await caller(path.slice(1), example)
    // The call before may have ended the session.
    if (body['code'] === 'no-session') {
      caller = await signIn()
      ;({ status, body } = await caller(path.slice(1), example))
    }
    const kinds = JSON.stringify(body['payload'] ?? '')
    // What is not there, in use or limited is an answer about the moment, not about the shape of the call.
    const aboutShape = status === 400 && /no such field|kind of value|written as it must|required/.test(kinds)
    if (aboutShape || body['code'] === 'no-session' || status >= 500) wrong.push(`${path}: ${status} ${kinds}`)
  }
  expect(wrong).toEqual([])
})

test('a person can read it, without anything from elsewhere', async () => {
  const { payload, headers } = await api.app.inject({ url: '/api/docs' })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(payload).toContain('POST /api/g/search')
  expect(payload).not.toMatch(/<script|https?:/)
})
