import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { png } from '#test/pictures.ts'
import { fieldMessages } from '#shared/messages.ts'
import { builtInPermissions } from '#shared/resources/index.ts'

let api: Api

beforeAll(async () => {
  api = await openApi({ index: true })
})
afterAll(() => api.close())

type Operation = {
  summary: string
  security?: object[]
  'x-permission'?: string
  requestBody?: { content: { 'application/json'?: { example: object } } }
  parameters?: { name: string; example: string }[]
}
type Response = { content: { 'application/json': { schema: object } } }
type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<'Success' | 'Refusal', Response>; schemas: object }
}

async function readDescription() {
  const { payload, statusCode } = await api.app.inject({ url: '/api/openapi.json' })
  expect(statusCode).toBe(200)
  return JSON.parse(payload) as Description
}

test('the API description has every call, its access, and its input', async () => {
  const { openapi, paths } = await readDescription()
  expect(openapi).toBe('3.1.0')
  expect(paths['/courts/update']?.['post']).toMatchObject({
    'x-permission': 'update-courts',
    security: [{ session: [] }, { token: ['records:write'] }],
  })
  expect(paths['/auth/login']?.['post']).not.toHaveProperty('security')
  expect(paths['/auth/me']).toHaveProperty('get')
})

test('answers to guests and to sessions have the shape that the description gives them', async () => {
  const { components } = await readDescription()
  const shapeOf = (name: 'Success' | 'Refusal') => {
    const { schema } = components.responses[name].content['application/json']
    const text = JSON.stringify({ ...schema, $defs: components.schemas })
    return z.fromJSONSchema(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as never)
  }
  const { body } = await api.call('auth/login', { email: await buildUser(api.databaseUrl), password })
  const session = { authorization: `Bearer ${String(body['encodedToken'])}` }
  const email = { Email: 'new@hukum.test' }
  for (const [path, payload, headers, status, name] of [
    ['guest/initEmail', email, {}, 200, 'Success'],
    ['guest/initEmail', email, session, 200, 'Success'],
    ['auth/sessions', {}, session, 200, 'Success'],
    ['auth/sessions', {}, {}, 401, 'Refusal'],
    ['auth/sessions/end', {}, session, 400, 'Refusal'],
  ] as const) {
    const answer = await api.app.inject({ method: 'POST', url: `/api/${path}`, payload, headers })
    expect([path, answer.statusCode, shapeOf(name).safeParse(answer.json()).error]).toEqual([path, status, undefined])
  }
})

/** Also of a value that is taken by a named record. */
const stateDependent = [fieldMessages.gone[1], fieldMessages.taken[1]].map((sentence) => sentence.replace(/\.$/, ''))

test('every example is a valid call', async () => {
  const { paths } = await readDescription()
  const can = [...builtInPermissions]
  const signIn = async () => api.as(await buildUser(api.databaseUrl, { can }), password)
  let caller = await signIn()
  const wrong: string[] = []
  for (const [path, { post }] of Object.entries(paths)) {
    const json = post?.requestBody?.content['application/json']
    if (!json) continue
    const { example } = json
    let { status, body } = await caller(path.slice(1), example)
    // The previous call may have ended the session.
    if (body['code'] === 'no-session') {
      caller = await signIn()
      ;({ status, body } = await caller(path.slice(1), example))
    }
    const sentences = Object.values(
      (body['payload'] as { errors?: Record<string, string[]> } | undefined)?.errors ?? {},
    )
    // Missing or used values depend on the state of the database, not on the example.
    const dependsOnState =
      sentences.length > 0 &&
      sentences.flat().every((sentence) => stateDependent.some((start) => sentence.startsWith(start)))
    if ((status === 400 && !dependsOnState) || body['code'] === 'no-session' || status >= 500)
      wrong.push(`${path}: ${status} ${String(body['code'])} ${JSON.stringify(sentences)}`)
  }
  expect(wrong).toEqual([])
})

test('a file can be uploaded as described', async () => {
  const { parameters = [], security } = (await readDescription()).paths['/files/upload']?.['post'] ?? {}
  expect(security).toEqual([{ session: [] }, { token: ['records:write'] }])
  const can = ['create-dynamicPages']
  const caller = await api.as(await buildUser(api.databaseUrl, { can }), password)
  const headers = Object.fromEntries(parameters.map(({ name, example }) => [name.toLowerCase(), example]))
  const sent = { raw: png(4, 4), headers: { 'content-type': 'application/octet-stream', ...headers } }
  expect(await caller('files/upload', undefined, sent)).toMatchObject({ status: 200 })
})

test('the API documentation is a page without external resources', async () => {
  const { payload, headers } = await api.app.inject({ url: '/api/docs' })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(payload).toContain('POST /api/g/search')
  expect(payload).not.toMatch(/<script|https?:/)
})
