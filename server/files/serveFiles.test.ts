import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { segmentsOf } from './fileStore.ts'
import { apiErrors } from '#shared/messages.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { recordLog } from '#test/log.ts'
import { pdf } from '#test/files.ts'
import { send, uploadedBy } from '#test/uploads.ts'

let api: Api
const { log, lines } = recordLog('warn')
beforeAll(async () => {
  api = await openApi({ log })
})
afterAll(() => api.close())

async function upload(bytes: Buffer) {
  const sender = await api.as(await buildUser(api.databaseUrl, { can: ['create-caseFiles'] }), password)
  return uploadedBy(await send(sender, bytes)).link
}

test('HEAD of a file answers its headers without reading its bytes, and ignores a range', async () => {
  const bytes = pdf(300_000)
  const url = await upload(bytes)
  // To read all bytes of a changed file would be logged.
  const sha256 = createHash('sha256').update(bytes).digest()
  writeFileSync(join(api.filesFolder, ...segmentsOf(sha256)), bytes.fill('y', 20, 30))
  for (const headers of [{}, { range: 'bytes=0-99' }, { range: `bytes=${bytes.length}-` }]) {
    const answer = await api.app.inject({ method: 'HEAD', url, headers })
    expect([answer.statusCode, answer.headers['content-length'], answer.headers['content-range'], answer.body]).toEqual(
      [200, String(bytes.length), undefined, ''],
    )
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'accept-ranges': 'bytes' })
  }
  expect((await api.app.inject({ method: 'HEAD', url: `${url}x` })).statusCode).toBe(401)
  expect(lines).toEqual([])
})

test('a range of a file is sent, but the whole file when the range depends on a version, which files do not name', async () => {
  const bytes = pdf(3000)
  const url = await upload(bytes)
  const range = 'bytes=10-19'
  const part = await api.app.inject({ url, headers: { range } })
  expect([part.statusCode, part.rawPayload]).toEqual([206, bytes.subarray(10, 20)])
  for (const condition of ['"a"', 'Wed, 21 Oct 2015 07:28:00 GMT']) {
    const whole = await api.app.inject({ url, headers: { range, 'if-range': condition } })
    expect([whole.statusCode, whole.rawPayload]).toEqual([200, bytes])
  }
})

test('an expired link of a file says so, to a browser as a page in both languages', async () => {
  const url = `${await upload(pdf())}x`
  const answer = await api.app.inject({ url })
  expect([answer.statusCode, answer.json()]).toMatchObject([401, { code: 'link-expired' }])
  const page = await api.app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  const [status, ...sentences] = apiErrors['link-expired']
  expect(page.statusCode).toBe(status)
  for (const sentence of sentences) expect(page.body).toContain(sentence)
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/)
})
