import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import { nightlyTest } from '#test/nightly.ts'
import { beginUpload, sendPart } from '#test/uploads.ts'
import { type FileServer, startFileServer } from './fileServers.ts'

/** Errors of a disk without space: the files of a real server on a file system of 8 MB and few files. */

const mount = 'mount -t tmpfs -o size=8m,nr_inodes=60 tmpfs "$1"'
const withinMount = (folder: string, ...command: string[]) => [
  'unshare',
  '-m',
  'sh',
  '-c',
  `${mount} && shift && exec "$@"`,
  'sh',
  folder,
  ...command,
]

/** Whether this process may mount a file system that no other process sees. */
function mayMount() {
  const [command = '', ...parameters] = withinMount('/mnt', 'true')
  try {
    execFileSync(command, parameters, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const megabyte = 1024 ** 2
const use = 'caseFiles.pdf_file'

describe.skipIf(!mayMount())('on a full disk (needs the permission to mount a file system)', () => {
  let api: Api
  let server: FileServer
  /** The folder of the store as the server sees it. */
  let folder: string

  beforeAll(async () => {
    api = await openApi()
    execFileSync('mkdir', ['-p', api.filesFolder])
    const email = await buildUser(api.databaseUrl, { can: ['create-caseFiles', 'read-courts', 'create-courts'] })
    const { body } = await api.call('auth/login', { email, password })
    // The reserve would refuse an upload before the disk is full.
    const env = { FILE_RESERVE: String(-1024 * megabyte) }
    server = await startFileServer(api, {
      token: String(body['encodedToken']),
      env,
      within: withinMount(api.filesFolder),
    })
    folder = join('/proc', String(server.process.pid), 'root', api.filesFolder)
  })
  afterAll(async () => {
    server.process.disconnect()
    await once(server.process, 'exit')
    await api.close()
  })
  beforeEach(async () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    await sql`delete from files`.execute(api.db)
    await sql`delete from uploads`.execute(api.db)
  })

  const filesOnDisk = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ name }) => name)
  const fill = (megabytes: number) => writeFileSync(join(folder, 'filler'), Buffer.alloc(megabytes * megabyte))
  const free = () => rmSync(join(folder, 'filler'))
  const rows = async () =>
    Number((await sql<{ count: number }>`select count(*) from files`.execute(api.db)).rows[0]?.count)
  const send = (bytes: Buffer<ArrayBuffer>) => server.client.upload(use, bytes, 'a.pdf')
  const refused = { status: 507, body: { code: 'disk-full' } }

  async function expectNothingDone() {
    expect(filesOnDisk().filter((name) => name !== 'filler')).toEqual([])
    expect(await rows()).toBe(0)
    expect((await server.client.call('courts/create', { name: crypto.randomUUID() })).status).toBe(200)
  }

  test('an upload during which the disk becomes full is refused with 507, leaves nothing, and succeeds when there is space', async () => {
    expect(await send(pdf(12 * megabyte))).toMatchObject(refused)
    await expectNothingDone()
    expect((await send(pdf(3 * megabyte))).status).toBe(200)
    expect([await rows(), filesOnDisk().length]).toEqual([1, 1])
  })

  nightlyTest('an upload whose folder cannot be created is refused with 507 and leaves nothing', async () => {
    const names: string[] = []
    for (let number = 0; number < 100; number += 1) {
      const name = join(folder, `empty-${number}`)
      try {
        writeFileSync(name, '')
      } catch {
        break
      }
      names.push(name)
    }
    // One is left for the received bytes.
    rmSync(names.pop() ?? '')
    expect(await send(pdf(1000))).toMatchObject(refused)
    for (const name of names) rmSync(name)
    await expectNothingDone()
    expect((await send(pdf(1000))).status).toBe(200)
  })

  nightlyTest('an upload in parts goes on where a full disk has stopped it, at a part and at its end', async () => {
    const bytes = pdf(3 * megabyte)
    const { call } = server.client
    const { upload, part_bytes } = await beginUpload(call, bytes.length, { use })
    const part = (offset: number) => sendPart(call, { upload, offset }, bytes.subarray(offset, offset + part_bytes))
    fill(7)
    expect(await part(0)).toMatchObject(refused)
    expect(filesOnDisk()).toEqual(['filler'])
    free()
    expect((await part(0)).status).toBe(200)
    // Space for the last part, and none for the file that both become.
    fill(4)
    expect(await part(part_bytes)).toMatchObject(refused)
    expect(await rows()).toBe(0)
    free()
    expect((await part(bytes.length)).status).toBe(200)
    expect([await rows(), filesOnDisk().length]).toEqual([1, 1])
  })
})
