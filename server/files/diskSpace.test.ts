import { writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { failureOf } from '#server/http/respond.ts'
import { limits } from '#shared/limits.ts'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf, pictureOf } from '#test/files.ts'
import { until } from '#test/live.ts'
import { send, uploadedBy } from '#test/uploads.ts'

let api: Api
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const rights = ['create-caseFiles', 'update-caseFiles']
const openSender = async () => api.as(await buildUser(api.databaseUrl, { can: rights }), password)

test('an upload that would exceed the quota of unsaved uploads is rejected, until one of them is saved or deleted', async () => {
  const sender = await openSender()
  const { id } = uploadedBy(await send(sender, pdf()))
  await api.pool.query('update files set size = $2 where id = $1', [id, limits.file.unsaved_bytes])
  const rejected = await send(sender, pdf())
  expect([rejected.status, rejected.body['code'], rejected.body['Message']]).toEqual([
    422,
    'upload-quota',
    'Uploads that are not saved yet may have 1 GB together. Save or delete some of them first.',
  ])
  expect((await send(await openSender(), pdf())).status).toBe(200)
  await sender('files/delete', { id })
  expect((await send(sender, pdf())).status).toBe(200)
})

test('uploads of one user at the same time do not exceed the quota together', async () => {
  const sender = await openSender()
  const { id, size } = uploadedBy(await send(sender, pdf()))
  await api.pool.query('update files set size = $2 where id = $1', [id, limits.file.unsaved_bytes - 2 * size])
  const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await send(sender, pdf())).status))
  expect(statuses.sort()).toEqual([200, 200, 422, 422])
})

test('a user has a limited number of uploads in progress, which do not delay those of another user', async () => {
  const [slow, other] = [await openSender(), await openSender()]
  const bodies = Array.from({ length: limits.file.upload.at_once }, () => new PassThrough())
  const sent = bodies.map((body) => send(slow, body))
  await until(() => api.app.uploadsInProgress() === bodies.length)
  const refused = await send(slow, pdf())
  expect([refused.status, refused.retryAfter]).toEqual([429, expect.any(String)])
  expect((await send(other, pdf())).status).toBe(200)
  for (const body of bodies) body.end(pdf())
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(bodies.map(() => 200))
  expect((await send(slow, pdf())).status).toBe(200)
})

test('an upload and an avatar that would use the reserve of the disk are rejected with 507', async () => {
  const full = await openApi({ fileReserve: Number.MAX_SAFE_INTEGER })
  onTestFinished(() => full.close())
  const sender = await full.as(await buildUser(full.databaseUrl, { can: rights }), password)
  expect(await send(sender, pdf())).toMatchObject({ status: 507, body: { code: 'disk-full' } })
  const Image = pictureOf(300).toString('base64')
  expect(await sender('auth/profile/avatar', { Image })).toMatchObject({ status: 507, body: { code: 'disk-full' } })
})

test('an error of a full disk is answered with 507', () => {
  const error = errorOf(() => writeFileSync('/dev/full', 'x'))
  const request = { headers: { 'accept-language': 'en' } } as FastifyRequest
  expect(failureOf(error, request)).toMatchObject({
    status: 507,
    body: { Message: 'There is no space left to store the file. Please inform the administrator.' },
  })
})

function errorOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
