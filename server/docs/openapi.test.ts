import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../../test/api.ts'
import { buildUser, password } from '../../test/factories.ts'
import { png } from '../../test/pictures.ts'
import { permissionsOf } from '#shared/resource/names.ts'
import { fieldMessages } from '#shared/messages.ts'
import { standalonePermissions, resources } from '#shared/resources/index.ts'

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

const momentary = new Set([fieldMessages.gone[1], fieldMessages.taken[1]] as string[])

test('every example is a call that can be made', async () => {
  const { paths } = await read()
  const can = [...resources.flatMap((resource) => permissionsOf(resource)), ...standalonePermissions]
  const signIn = async () => api.as(await buildUser(api.databaseUrl, { can }), password)
  let caller = await signIn()
  const wrong: string[] = []
  for (const [path, { post }] of Object.entries(paths)) {
    const json = post?.requestBody?.content['application/json']
    if (!json) continue
    const { example } = json
    let { status, body } = await caller(path.slice(1), example)
    // The call before may have ended the session.
    if (body['code'] === 'no-session') {
      caller = await signIn()
      ;({ status, body } = await caller(path.slice(1), example))
    }
    const sentences = Object.values(
      (body['payload'] as { errors?: Record<string, string[]> } | undefined)?.errors ?? {},
    )
    // What is not there or in use is an answer about the moment, not about what was sent.
    const ofTheMoment = sentences.length > 0 && sentences.flat().every((sentence) => momentary.has(sentence))
    if ((status === 400 && !ofTheMoment) || body['code'] === 'no-session' || status >= 500)
      wrong.push(`${path}: ${status} ${String(body['code'])} ${JSON.stringify(sentences)}`)
  }
  expect(wrong).toEqual([])
})

test('a file is uploaded as the description says', async () => {
  const { parameters = [], security } = (await read()).paths['/files/upload']?.['post'] ?? {}
  expect(security).toEqual([{ session: [] }])
  const can = ['create-dynamicPages']
  const caller = await api.as(await buildUser(api.databaseUrl, { can }), password)
  const headers = Object.fromEntries(parameters.map(({ name, example }) => [name.toLowerCase(), example]))
  const sent = { raw: png(4, 4), headers: { 'content-type': 'application/octet-stream', ...headers } }
  expect(await caller('files/upload', undefined, sent)).toMatchObject({ status: 200 })
})

test('a person can read it, without anything from elsewhere', async () => {
  const { payload, headers } = await api.app.inject({ url: '/api/docs' })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  expect(payload).toContain('POST /api/g/search')
  expect(payload).not.toMatch(/<script|https?:/)
})
