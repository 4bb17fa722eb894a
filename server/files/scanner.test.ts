import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { readdir, utimes } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { type Api, type Caller, errorsOf, openApi } from '#test/api.ts'
import { type Clamd, eicar, hasClamd, openClamd, openPeer } from '#test/clamd.ts'
import { buildUser, password } from '#test/factories.ts'
import { pdf } from '#test/files.ts'
import { png } from '#test/pictures.ts'
import { freePort } from '#test/processes.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { openDiskStore } from './diskStore.ts'
import { openScanner } from './scanner.ts'

const infected = Buffer.concat([pdf(70_000), Buffer.from(eicar), pdf(70_000)])
const can = ['read-caseFiles', 'create-caseFiles', 'update-caseFiles']

/** The real clamd where it is installed, else a peer that speaks its protocol. */
describe(hasClamd ? 'with clamd' : 'with a peer of its protocol', () => {
  let clamd: Clamd
  let api: Api
  let user: Caller

  beforeAll(async () => {
    clamd = await (hasClamd ? openClamd() : openPeer())
    api = await openApi({ env: { CLAMD_HOST: '127.0.0.1', CLAMD_PORT: String(clamd.port) } })
    user = await api.as(await buildUser(api.databaseUrl, { can }), password)
  })
  afterAll(async () => {
    await api.close()
    await clamd.close()
  })

  const quarantined = async () => {
    const folder = join(api.filesFolder, 'quarantine')
    return existsSync(folder) ? readdir(folder) : []
  }
  const storedFiles = async () => (await sql`select from files`.execute(api.db)).rows.length

  test('an upload with a virus is refused by its name in both languages, in quarantine and in the audit log, and not stored', async () => {
    const answer = await send(user, infected, { name: 'judgment.pdf' })
    expect(answer.status).toBe(400)
    expect(errorsOf(answer.body)['pdf_file']?.join('')).toContain('Eicar-Test-Signature')
    const [sha256 = ''] = await quarantined()
    const { rows } = await sql<{ after: object }>`select after from audit where action = 'quarantine'`.execute(api.db)
    expect(rows).toMatchObject([
      { after: { name: 'judgment.pdf', signature: expect.stringContaining('Eicar') as string, sha256 } },
    ])
    expect(await storedFiles()).toBe(0)

    const headers = {
      'accept-language': 'dv',
      'content-type': 'application/octet-stream',
      'x-file-name': 'a.pdf',
      'x-file-for': 'caseFiles.pdf_file',
    }
    const dhivehi = await user('files/upload', undefined, { raw: infected, headers })
    expect(errorsOf(dhivehi.body)['pdf_file']?.join('')).toMatch(/ވައިރަހެއް.*Eicar-Test-Signature/)
  })

  test('an upload without a virus is stored, also one of many parts', async () => {
    expect(uploadedBy(await send(user, pdf(300_000)))).toMatchObject({ type: 'Temp' })
  })

  test('a picture of a user with a virus is refused', async () => {
    const Image = Buffer.concat([png(8, 8), Buffer.from(eicar)]).toString('base64')
    const answer = await user('auth/profile/avatar', { Image })
    expect(errorsOf(answer.body)['Image']?.join('')).toContain('Eicar-Test-Signature')
    expect(await user('auth/profile/avatar', { Image: png(8, 8).toString('base64') })).toMatchObject({ status: 200 })
  })

  test('a file leaves its quarantine after thirty days', async () => {
    await send(user, infected)
    const [name = ''] = await quarantined()
    const store = openDiskStore(api.filesFolder)
    const before = Date.now() - limits.file.quarantine_days * 86_400_000
    await store.removeQuarantined(before)
    expect(await quarantined()).toEqual([name])
    const old = new Date(before - 1000)
    await utimes(join(api.filesFolder, 'quarantine', name), old, old)
    await store.removeQuarantined(before)
    expect(await quarantined()).toEqual([])
  })
})

test('while no scanner answers, uploads are refused with a sentence and 503, and nothing is stored', async () => {
  const api = await openApi({ env: { CLAMD_HOST: '127.0.0.1', CLAMD_PORT: String(await freePort()) } })
  const user = await api.as(await buildUser(api.databaseUrl, { can }), password)
  const refusal = { status: 503, retryAfter: '5', body: { code: 'scanner-unavailable' } }
  expect(await send(user, pdf())).toMatchObject(refusal)
  expect(await user('auth/profile/avatar', { Image: png(8, 8).toString('base64') })).toMatchObject(refusal)
  expect((await sql`select from files`.execute(api.db)).rows).toEqual([])
  expect(await readdir(api.filesFolder)).toEqual([])
  await api.close()
})

test('a picture of a user is scanned while no transaction is open', async () => {
  const open: number[] = []
  const scanner = createServer((socket) => {
    socket.once('error', () => undefined)
    socket.once('data', () => void countOpen().finally(() => socket.destroy()))
  })
  const countOpen = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count
        from pg_stat_activity
       where datname = current_database()
         and state = 'idle in transaction'`.execute(api.db)
    open.push(rows[0]?.count ?? 0)
  }
  scanner.listen(0, '127.0.0.1')
  await once(scanner, 'listening')
  const { port } = scanner.address() as AddressInfo
  const api = await openApi({ env: { CLAMD_HOST: '127.0.0.1', CLAMD_PORT: String(port) } })
  const user = await api.as(await buildUser(api.databaseUrl, { can }), password)
  const answer = await user('auth/profile/avatar', { Image: png(8, 8).toString('base64') })
  expect(answer).toMatchObject({ status: 503, body: { code: 'scanner-unavailable' } })
  expect([open.length > 0, Math.max(...open)]).toEqual([true, 0])
  await api.close()
  scanner.close()
})

test.each(['silent', 'too-long'] as const)(
  'a file that a scanner does not scan whole (%s) is not accepted',
  async (fault) => {
    const peer = await openPeer(fault)
    const reasons: string[] = []
    const env = { CLAMD_SOCKET: undefined, CLAMD_HOST: '127.0.0.1', CLAMD_PORT: peer.port }
    const scanner = openScanner(env, { longest_ms: 100, onFailure: (reason) => reasons.push(reason) })
    const parts = async function* () {
      for (let count = 0; count < 50; count += 1) yield await Promise.resolve(Buffer.alloc(65_536))
    }
    await expect(scanner?.scan(parts())).rejects.toMatchObject({ code: 'scanner-unavailable' })
    expect(reasons.join()).toMatch(/in time|size limit exceeded|closed/)
    await peer.close()
  },
)
