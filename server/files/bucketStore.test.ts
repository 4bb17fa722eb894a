import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { connect } from '#server/db/database.ts'
import { clean } from '#server/worker/clean.ts'
import { limits } from '#shared/limits.ts'
import { type Api, type Caller, openApi } from '#test/api.ts'
import { bucketEnvOf, bucketName, type BucketServer, openBucketServer, versitygw } from '#test/bucketServer.ts'
import { cloneDatabase } from '#test/database.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import { nightlyTest } from '#test/nightly.ts'
import { png } from '#test/pictures.ts'
import { freePort, openProcesses } from '#test/processes.ts'
import { openTcpProxy, type TcpProxy } from '#test/tcpProxy.ts'
import { beginUpload, send, sendPart } from '#test/uploads.ts'
import { openBucketStore } from './bucketStore.ts'
import { claimStore, ForeignStore } from './owner.ts'
import { sweepFiles } from './sweep.ts'
import { hashOf } from './incomingObject.ts'

const can = ['read-caseFiles', 'create-caseFiles', 'update-caseFiles']
const away = { status: 503, retryAfter: '5', body: { code: 'files-unavailable' } }
const openSender = async (api: Api) => api.as(await buildUser(api.databaseUrl, { can }), password)
const sentOf = async ({ pool }: Api) => (await pool.query('select from files')).rowCount

test('while no bucket answers, files are refused with a sentence and 503, the probe names it, and no row is stored', async () => {
  const api = await openApi({ env: bucketEnvOf(await freePort()) })
  onTestFinished(() => api.close())
  const sender = await openSender(api)
  expect(await send(sender, pdf())).toMatchObject(away)
  expect(await sendPart(sender, await beginUpload(sender, 500), Buffer.alloc(500))).toMatchObject(away)
  expect(await sender('auth/profile/avatar', { Image: png(8, 8).toString('base64') })).toMatchObject(away)
  expect(await sentOf(api)).toBe(0)

  const { rows } = await api.pool.query<{ id: number }>(
    `insert into files (sha256, name, media_type, size, owner_id)
     select sha256('a'), 'a.pdf', 'application/pdf', 1, max(id) from users returning id`,
  )
  const { link } = (await sender('files/link', { id: rows[0]?.id })).body['data'] as { link: string }
  for (const range of ['bytes=0-0', 'none']) {
    const opened = await api.app.inject({ url: link, headers: { range, 'accept-language': 'en' } })
    expect([opened.statusCode, opened.headers['retry-after']]).toEqual([503, '5'])
    expect(opened.json()).toMatchObject({ Message: expect.stringContaining('cannot be stored or opened') as string })
  }
  expect((await api.app.inject('/readyz')).json()).toMatchObject({ parts: { files: 'unreachable', database: 'ok' } })
})

describe.runIf(versitygw)(`files in ${bucketName}`, () => {
  let server: BucketServer
  let proxy: TcpProxy
  let api: Api
  let sender: Caller

  beforeAll(async () => {
    server = await openBucketServer()
    proxy = await openTcpProxy({ host: '127.0.0.1', port: server.port })
    api = await openApi({ env: bucketEnvOf(proxy.port) })
    sender = await openSender(api)
  })
  afterAll(async () => {
    await api.close()
    await proxy.close()
    await server.close()
  })

  test('an upload in parts is one object of the bucket, served by our link with our headers and ranges, until the sweep', async () => {
    const bytes = pdf(2 * limits.file.upload.part_bytes)
    const { upload } = await beginUpload(sender, bytes.length)
    for (let at = 0; at < bytes.length; at += limits.file.upload.part_bytes) {
      const part = bytes.subarray(at, at + limits.file.upload.part_bytes)
      expect(await sendPart(sender, { upload, offset: at }, part)).toMatchObject({ status: 200 })
      if (at === 0) expect(await server.keys()).toEqual([`hukum/parts/${upload}/0`])
    }
    const name = hashOf(bytes).toString('hex')
    expect(await server.keys()).toEqual([`hukum/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`])
    const { rows } = await api.pool.query<{ id: number }>(`select id from files`)
    const { link } = (await sender('files/link', { id: rows[0]?.id })).body['data'] as { link: string }
    const opened = await api.app.inject(link)
    expect(opened.rawPayload.equals(bytes)).toBe(true)
    expect(opened.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
    const part = await api.app.inject({ url: link, headers: { range: 'bytes=0-4' } })
    expect([part.statusCode, part.payload, part.headers['content-range']]).toEqual([
      206,
      '%PDF-',
      `bytes 0-4/${bytes.length}`,
    ])
    expect(await clean(api.db, api.files)).toMatchObject({ rows: 0, bytes: 0 })
    for (const table of ['files', 'uploads'])
      await api.pool.query(`update ${table} set created_at = now() - interval '2 days'`)
    expect(await clean(api.db, api.files)).toMatchObject({ rows: 1 })
    // The object is of today: its own day has not passed.
    expect(await server.keys()).toHaveLength(1)
    expect(await api.files.remove(hashOf(bytes), Date.now() + 3_600_000)).toBe(true)
  })

  test('a bucket that does not exist is unavailable for the probe and for a file, and the log says why', async () => {
    const reasons: string[] = []
    const env = { ...bucketEnvOf(server.port), S3_BUCKET: 'absent' }
    const store = openBucketStore(env, { onFailure: (reason) => reasons.push(reason) })
    await expect(store.ping()).rejects.toMatchObject({ code: 'files-unavailable' })
    await expect(store.sizeOf(hashOf(pdf()))).rejects.toMatchObject({ code: 'files-unavailable' })
    expect(reasons).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('S3_BUCKET') as string))
  })

  test('a bucket that goes away during an upload refuses it, leaves no file, and takes the rest when it is back', async () => {
    const bytes = pdf(3000)
    const { upload } = await beginUpload(sender, bytes.length)
    await sendPart(sender, { upload, offset: 0 }, bytes.subarray(0, 1000))
    proxy.setMode('refuse')
    expect(await sendPart(sender, { upload, offset: 1000 }, bytes.subarray(1000))).toMatchObject(away)
    proxy.setMode('pass')
    expect(await beginUpload(sender, bytes.length)).toMatchObject({ upload, offset: 1000 })
    expect(await sendPart(sender, { upload, offset: 1000 }, bytes.subarray(1000))).toMatchObject({ status: 200 })
    expect(await (await api.files.read(hashOf(bytes)))?.toArray()).toEqual([bytes])
  })

  test('a download ends with an error when the bucket goes away in it, and is whole when it is back', async () => {
    const bytes = Buffer.alloc(20_000_000, 'judgment ')
    const received = await api.files.receive(Readable.from([bytes]), bytes.length)
    if (received === 'too-large') throw new Error('the bytes exceed the maximum size')
    await received.commit()
    const stream = await api.files.read(received.sha256)
    let length = 0
    const readAll = async () => {
      for await (const chunk of stream ?? []) {
        length += (chunk as Buffer).length
        proxy.setMode('refuse')
      }
    }
    await expect(readAll()).rejects.toMatchObject({ code: 'files-unavailable' })
    expect(length).toBeLessThan(bytes.length)
    proxy.setMode('pass')
    const again = (await (await api.files.read(received.sha256))?.toArray()) as Buffer[]
    expect(hashOf(Buffer.concat(again))).toEqual(received.sha256)
    await received.discard()
  })

  test('a multipart upload that does not end stores nothing, and is aborted by the sweep', async () => {
    const keys = await server.keys()
    const endless = new Readable({ read: () => undefined })
    endless.push(Buffer.alloc(6_000_000))
    const receiving = api.files.receive(endless, 100_000_000).catch(String)
    await expect.poll(server.multiparts, { timeout: 20_000 }).toBe(1)
    expect(await server.keys()).toEqual(keys)
    expect(await api.files.removeParts(Date.now() - 3_600_000)).toBe(0)
    expect(await api.files.removeParts(Date.now() + 3_600_000)).toBe(1)
    expect(await server.multiparts()).toBe(0)
    endless.destroy(new Error('the process was killed'))
    expect(await receiving).toContain('killed')
  })

  test('the sweep of another library deletes nothing, and its server does not start', async () => {
    await clean(api.db, api.files)
    const foreign = await cloneDatabase()
    const { db, close } = connect(foreign.url, { connections: 1 })
    await sql`update library set id = gen_random_uuid()`.execute(db)
    await expect(sweepFiles(db, api.files)).rejects.toBeInstanceOf(ForeignStore)
    await expect(claimStore(db, api.files)).rejects.toThrow('choose another prefix')
    await claimStore(api.db, api.files)
    await close()
    await foreign.drop()
  })

  nightlyTest('a bucket that accepts connections and never answers is away after the time of a call', async () => {
    proxy.setMode('drop')
    await expect(api.files.sizeOf(hashOf(Buffer.from('a')))).rejects.toMatchObject({ code: 'files-unavailable' })
    expect(await api.files.remove(hashOf(Buffer.from('a')), Infinity)).toBe(false)
    proxy.setMode('pass')
  })

  nightlyTest('a server that is killed in the middle of a multipart upload leaves no file and no row', async () => {
    const processes = openProcesses(api)
    onTestFinished(() => processes.close())
    const process = await processes.start(undefined, server.env)
    const keys = await server.keys()
    const before = await sentOf(api)
    const { body } = await api.call('auth/login', { email: await buildUser(api.databaseUrl, { can }), password })
    const stuck = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.alloc(6_000_000, '%PDF-')) })
    const headers = {
      authorization: `Bearer ${String(body['encodedToken'])}`,
      'content-type': 'application/octet-stream',
      'x-file-name': 'a.pdf',
      'x-file-for': 'caseFiles.pdf_file',
    }
    const url = `http://127.0.0.1:${process.port}/api/files/upload`
    const sending = fetch(url, { method: 'POST', body: stuck, headers, duplex: 'half' } as RequestInit).catch(String)
    await expect.poll(server.multiparts, { timeout: 20_000 }).toBe(1)
    await processes.kill(process)
    await sending
    expect([await server.keys(), await sentOf(api)]).toEqual([keys, before])
    expect(await openBucketStore(server.env).removeParts(Date.now() + 3_600_000)).toBe(1)
    expect(await server.multiparts()).toBe(0)
  })
})
