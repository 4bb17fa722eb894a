import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rateLimitTable } from '#server/endpoint/rateLimits.ts'
import { segmentsOf } from './fileStore.ts'
import { limits } from '#shared/limits.ts'
import { type Api, type Caller, errorsOf, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { recordLog } from '#test/log.ts'
import { docx, pdf, pictureOf } from '#test/files.ts'
import { send, uploadedBy, type UploadedFile, type UploadHeaders } from '#test/uploads.ts'

let api: Api
let registrar: Caller
let other: Caller
let reader: Caller

const { log, lines } = recordLog('warn')
const rights = ['read', 'create', 'update'].flatMap((act) => [`${act}-caseFiles`, `${act}-dynamicPages`])
beforeAll(async () => {
  api = await openApi({ log })
  const caller = async (can: string[]) => api.as(await buildUser(api.databaseUrl, { can }), password)
  registrar = await caller(rights)
  other = await caller(rights)
  reader = await caller(['read-caseFiles'])
})
afterAll(() => api.close())

const open = (link: string, headers: Record<string, string> = {}) => api.app.inject({ url: link, headers })
const picture = { name: 'a.png', use: 'dynamicPages.page_content' }

describe('uploads', () => {
  test('an upload is stored as Temp and served to its sender', async () => {
    const bytes = pdf()
    const answer = await send(registrar, bytes, { name: '../ޙުކުމް 12.pdf', type: 'application/pdf' })
    expect(answer.status).toBe(200)
    const file = uploadedBy(answer)
    expect(file).toMatchObject({
      name: 'ޙުކުމް 12.pdf',
      size: bytes.length,
      type: 'Temp',
      media_type: 'application/pdf',
    })
    const shown = await open(file.link)
    expect(shown.rawPayload).toEqual(bytes)
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('ޙުކުމް 12.pdf')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(shown.headers['content-security-policy']).toContain('sandbox')
  })

  test('a stored file that was changed is not sent whole, and the log names it', async () => {
    const bytes = pdf(300_000)
    const { link } = uploadedBy(await send(registrar, bytes))
    const sha256 = createHash('sha256').update(bytes).digest()
    writeFileSync(join(api.filesFolder, ...segmentsOf(sha256)), bytes.fill('y', 20, 30))
    await expect(open(link)).rejects.toThrow()
    expect(lines.join()).toContain(`the stored file ${sha256.toString('hex')} was changed`)
  })

  test('an uploaded file is served in byte ranges', async () => {
    const { link } = uploadedBy(await send(registrar, pdf()))
    const part = await open(link, { range: 'bytes=0-4' })
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
      206,
      '%PDF-',
      `bytes 0-4/${pdf().length}`,
    ])
    expect((await open(link, { range: 'bytes=99999-' })).statusCode).toBe(416)
  })

  test('an upload without a session or without the permission to save such records is rejected', async () => {
    const headers = { 'content-type': 'application/octet-stream', 'x-file-for': 'caseFiles.pdf_file' }
    expect((await api.call('files/upload', undefined, { raw: pdf(), headers })).status).toBe(401)
    expect((await send(reader, pdf())).status).toBe(403)
    expect((await registrar('files/upload', { a: 1 })).status).toBe(400)
  })

  test.each(['', 'caseFiles', 'caseFiles.title', 'caseFiles.__proto__', 'caseFiles.pdf_file.x', 'nothing.pdf_file'])(
    'an upload for %j is rejected, because that is no file field',
    async (use) => {
      expect(errorsOf((await send(registrar, pdf(), { use })).body)).toHaveProperty('X-File-For')
    },
  )

  test.each<[string, Record<string, string>, string]>([
    ['without a name', {}, 'This field is required.'],
    ['whose name is not percent-encoded', { 'x-file-name': '100%.pdf' }, 'This is not written as it must be.'],
  ])('an upload %s is rejected at the header of the name', async (_why, name, sentence) => {
    const headers = { 'content-type': 'application/octet-stream', 'x-file-for': 'caseFiles.pdf_file', ...name }
    const answer = await registrar('files/upload', undefined, { raw: pdf(), headers })
    expect([answer.status, errorsOf(answer.body)]).toEqual([400, { 'X-File-Name': [sentence] }])
  })

  test.each<[string, Buffer, UploadHeaders]>([
    ['a docx where only a PDF belongs', docx(), { name: 'a.docx' }],
    ['a name without an ending', pdf(), { name: 'pdf' }],
    ['a name that ends otherwise', pdf(), { name: 'a.pdf.exe' }],
    ['a name that is turned around', pdf(), { name: 'a\u202efdp.exe' }],
    ['another declared type', pdf(), { type: 'text/html' }],
    ['other bytes', Buffer.from('<html>'), {}],
    ['nothing', Buffer.alloc(0), {}],
  ])('an upload of %s is rejected at its field', async (_why, bytes, sent) => {
    const answer = await send(registrar, bytes, sent)
    expect([answer.status, Object.keys(errorsOf(answer.body))]).toEqual([400, ['pdf_file']])
  })

  test('an upload of the maximum size is accepted, and one byte more is rejected', async () => {
    const maximum = limits.file.picture_bytes
    expect((await send(registrar, pictureOf(maximum), picture)).status).toBe(200)
    expect(errorsOf((await send(registrar, pictureOf(maximum + 1), picture)).body)).toEqual({
      page_content: ['The file is too large: at most 10 MB.'],
    })
  })

  test('an upload without a length is rejected at the maximum size, and an incomplete one is not stored', async () => {
    const address = await api.app.listen({ port: 0 })
    const token = await tokenOf(await buildUser(api.databaseUrl, { can: rights }))
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/octet-stream',
      'x-file-name': 'a.png',
      'x-file-for': picture.use,
    }
    const post = (length: number | undefined, bytes: Buffer) =>
      new Promise<number | 'broken'>((resolve) => {
        const call = request(`${address}/api/files/upload`, {
          method: 'POST',
          headers: { ...headers, ...(length !== undefined && { 'content-length': length }) },
        })
        call.on('response', ({ statusCode }) => resolve(statusCode ?? 'broken')).on('error', () => resolve('broken'))
        call.write(bytes, () => {
          if (length === undefined) call.end()
          else if (length > bytes.length) setTimeout(() => call.destroy(), 100)
        })
      })
    const before = await countFiles()
    expect(await post(undefined, pictureOf(limits.file.picture_bytes + 1))).toBe(400)
    expect(await post(10 ** 12, pictureOf(500))).not.toBe(200)
    expect(await post(1000, pictureOf(500))).toBe('broken')
    expect(await countFiles()).toBe(before)
  })
})

const countFiles = async () => (await api.pool.query<{ count: string }>('select count(*) from files')).rows[0]?.count
const tokenOf = async (email: string) =>
  String((await api.call('auth/login', { email, password })).body['encodedToken'])

test('the uploads of a session in an hour are limited', async () => {
  const strict = await openApi({ limitsScale: 1 })
  onTestFinished(() => strict.close())
  const sender = await strict.as(await buildUser(strict.databaseUrl, { can: rights }), password)
  const statuses = []
  for (let number = 0; number <= rateLimitTable.upload.points; number += 1)
    statuses.push((await send(sender, pdf())).status)
  expect(statuses.indexOf(429)).toBe(rateLimitTable.upload.points)
})

test('file links use the host of FILES_URL and work there', async () => {
  const hosted = await openApi({ env: { FILES_URL: 'https://files.hukum.test/' } })
  onTestFinished(() => hosted.close())
  const sender = await hosted.as(await buildUser(hosted.databaseUrl, { can: rights }), password)
  const { id } = uploadedBy(await send(sender, pdf()))
  const { link } = (await sender('files/link', { id })).body['data'] as { link: string }
  expect(link).toMatch(/^https:\/\/files\.hukum\.test\/files\/[\w-]+$/)
  expect((await hosted.app.inject(new URL(link).pathname)).statusCode).toBe(200)
})

describe('file links', () => {
  test('a link to an upload is made for its sender only and ends when the upload is deleted', async () => {
    const { id, link } = uploadedBy(await send(registrar, pdf()))
    expect((await other('files/link', { id })).status).toBe(404)
    expect((await other('files/delete', { id })).status).toBe(404)
    expect((await registrar('files/link', { id })).status).toBe(200)
    expect((await registrar('files/delete', { id })).status).toBe(200)
    expect((await open(link)).statusCode).toBe(401)
    expect((await registrar('files/link', { id })).status).toBe(404)
  })

  test('a changed or guessed file link is rejected', async () => {
    const { link } = uploadedBy(await send(registrar, pdf()))
    for (let at = 7; at < link.length; at += 9) {
      const character = link[at] === 'A' ? 'B' : 'A'
      expect((await open(link.slice(0, at) + character + link.slice(at + 1))).statusCode).toBe(401)
    }
    expect((await open('/files/1')).statusCode).toBe(401)
  })

  test('a file link ends with its session', async () => {
    const { link } = uploadedBy(await send(other, pdf()))
    const leaving = await api.as(await buildUser(api.databaseUrl, { can: rights }), password)
    const own = uploadedBy(await send(leaving, pdf()))
    await leaving('auth/logout')
    expect((await open(own.link)).statusCode).toBe(401)
    expect((await open(link)).statusCode).toBe(200)
  })

  test.each<[string, (email: string) => Promise<unknown>]>([
    [
      'role',
      (email) => api.pool.query('delete from user_roles using users where users.id = user_id and email = $1', [email]),
    ],
    [
      'permission',
      (email) =>
        api.pool.query('delete from role_permissions using roles where roles.id = role_id and name = $1', [
          `role of ${email}`,
        ]),
    ],
  ])('links to files of records end when the %s that allows them is taken away', async (_what, takeAway) => {
    const email = await buildUser(api.databaseUrl, { can: rights })
    const staff = await api.as(email, password)
    const upload = uploadedBy(await send(staff, pdf()))
    const { id: picture_id } = uploadedBy(await send(staff, pictureOf(300), picture))
    const { body } = await staff('caseFiles/create', await caseWith(upload.id))
    const record = { resource: 'caseFiles', row: (body['data'] as UploadedFile).id, id: upload.id }
    const page = await staff('dynamicPages/create', pageWith(picture_id))
    const found = await staff('dynamicPages/find', { id: (page.body['data'] as UploadedFile).id })
    const linkFor = async (caller: Caller) =>
      String((await caller('files/link', record)).body['data']?.['link' as never])
    const links = [await linkFor(staff), pictureUrlOf(found.body['data'])]
    const otherLink = await linkFor(registrar)
    const statuses = (paths: string[]) => Promise.all(paths.map(async (path) => (await open(path)).statusCode))

    expect(await statuses([...links, otherLink])).toEqual([200, 200, 200])
    // The link of the upload was for the upload, which is a file of the record now.
    expect(await statuses([upload.link])).toEqual([401])
    await takeAway(email)
    expect(await statuses(links)).toEqual([401, 401])
    expect(await statuses([otherLink])).toEqual([200])
  })
})

async function caseWith(pdf_file: number) {
  const { rows } = await api.pool.query<{ id: number }>(
    `insert into courts (name) values ('Court ' || gen_random_uuid()) returning id`,
  )
  const types = await api.pool.query<{ id: number }>(
    `insert into case_types (name) values ('Type ' || gen_random_uuid()) returning id`,
  )
  return {
    court: rows[0]?.id,
    case_types: [types.rows[0]?.id],
    case_numbers: [{ number: `${pdf_file}/SC-A/2024` }],
    title: 'A',
    pdf_file,
  }
}

const pageWith = (id: number) => ({
  name: `Page ${id}`,
  route: `page-${id}`,
  page_content: `<p>a<img data-file="${id}" alt="A map"></p>`,
})

const pictureUrlOf = (page: unknown) => /src="([^"]+)"/.exec((page as { page_content: string }).page_content)?.[1] ?? ''

describe('pictures of texts', () => {
  test('a picture becomes permanent with its text and is served to everyone who may read the text', async () => {
    const { id } = uploadedBy(await send(registrar, pictureOf(300), picture))
    const { status, body } = await registrar('dynamicPages/create', pageWith(id))
    expect(status).toBe(200)
    const record = (await other('dynamicPages/find', { id: (body['data'] as UploadedFile).id })).body['data']
    expect((await open(pictureUrlOf(record))).headers['content-type']).toBe('image/png')

    const seen = (await api.call('p/getDp', { Route: `page-${id}` })).body['Data'] as {
      page_content: { Content: string }
    }
    const [, open_link = ''] = /src="([^"]+)"/.exec(seen.page_content.Content) ?? []
    expect((await open(open_link)).statusCode).toBe(200)
    expect((await api.pool.query('select type from files where id = $1', [id])).rows).toEqual([{ type: 'Permanent' }])
  })

  test('a text with the picture of another user, or with a file that is no picture, is rejected', async () => {
    const foreign = uploadedBy(await send(other, pictureOf(300), picture))
    const document = uploadedBy(await send(registrar, pdf()))
    for (const { id } of [foreign, document])
      expect(errorsOf((await registrar('dynamicPages/create', pageWith(id))).body)).toHaveProperty('page_content')
  })
})

test('a body that is no file is rejected unread', async () => {
  const answer = await registrar('files/upload', undefined, {
    raw: JSON.stringify({ a: 'x'.repeat(2_000_000) }),
    headers: {
      'content-type': 'application/json',
      'x-file-name': 'a.pdf',
      'x-file-for': 'caseFiles.pdf_file',
    },
  })
  expect(answer).toMatchObject({ status: 415, body: { code: 'wrong-media-type' } })
})
