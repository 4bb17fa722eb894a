import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '#server/endpoint/context.ts'
import { type Offload, runInline } from '#server/workerPool/workerPool.ts'
import { type Api, openApi } from '#test/api.ts'
import { pageEndpoints } from './endpoints.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

test('a dynamic page names the language of the version that is read', async () => {
  await sql`
    insert into dynamic_pages (name, route, page_content)
    values ('Two', 'two', '<p>English, in the Dhivehi version</p>'), ('Two', 'two-en', '<p>English</p>')`.execute(
    api.db,
  )
  const languageOf = async (Route: string, language: string) =>
    (await api.call('p/getDp', { Route }, { headers: { 'accept-language': language } })).body['Data']
  expect(await languageOf('two', 'dv')).toMatchObject({ page_content: { Language: 'dv' } })
  expect(await languageOf('two', 'en')).toMatchObject({ page_content: { Language: 'en' } })
  expect(await languageOf('two-en', 'dv')).toMatchObject({ page_content: { Language: 'en' } })
})

test('a dynamic page is sanitized once for each of its versions, and signed for each reader', async () => {
  await sql`
    insert into dynamic_pages (name, route, page_content)
    values ('Help', 'help', '<p onclick="x()">One <img data-file="7" alt=""></p>')`.execute(api.db)
  let sanitized = 0
  const offload: Offload = (task, input) => {
    sanitized += 1
    return runInline(task, input)
  }
  const endpoint = pageEndpoints()['p/getDp']
  const read = async (reader: string) => {
    const context = { db: api.db, language: 'en', offload, signedFileUrl: (id: number) => `/files/${id}-${reader}` }
    return JSON.stringify(await endpoint?.run(context as unknown as Context, { Route: 'help' }))
  }
  const answers = [await read('a'), await read('b')]
  expect(sanitized).toBe(1)
  expect(answers.map((answer) => /7-[ab]/.exec(answer)?.[0])).toEqual(['7-a', '7-b'])
  expect(answers.join()).not.toContain('onclick')

  await sql`update dynamic_pages set page_content = '<p>Two</p>' where route = 'help'`.execute(api.db)
  expect(await read('a')).toContain('Two')
  expect(sanitized).toBe(2)
})
