import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { readEnv } from '#server/config/env.ts'
import { openBucketStore } from '#server/files/bucketStore.ts'
import { makeBackup } from '#scripts/backup/makeBackup.ts'
import { storedPath } from '#scripts/backup/repository.ts'
import { restoreBackup } from '#scripts/backup/restoreBackup.ts'
import { bucketName, type BucketServer, openBucketServer, versitygw } from '#test/bucketServer.ts'
import { cloneDatabase } from '#test/database.ts'
import { restoreFixture } from '#test/fixtures/upgrade/restore.ts'
import { nightlyTest } from '#test/nightly.ts'
import { runScript } from './scripts.ts'

describe.runIf(versitygw)(`the files of a library in ${bucketName}`, () => {
  const repository = mkdtempSync(join(tmpdir(), 'hukum-backups-'))
  const passphrase = 'nine fishing boats'
  let server: BucketServer
  let fixture: Awaited<ReturnType<typeof restoreFixture>>

  beforeAll(async () => {
    server = await openBucketServer()
    fixture = await restoreFixture()
  })
  afterAll(async () => {
    await fixture.drop()
    await server.close()
    rmSync(repository, { recursive: true, force: true })
  })

  const move = (...parameters: string[]) =>
    runScript('moveFiles.ts', parameters, {
      DATABASE_URL: fixture.databaseUrl,
      DATA_DIR: fixture.folder,
      ...server.env,
    })

  nightlyTest('files are moved to a bucket and back, backed up from it, and restored to another bucket', async () => {
    const { sha256 } = fixture.expected.file
    const path = storedPath(fixture.folder, sha256)
    expect((await move()).output).toBe('1 files copied, 0 there already, 0 missing, 0 changed.')
    expect((await move()).output).toBe('0 files copied, 1 there already, 0 missing, 0 changed.')
    rmSync(path)

    const files = openBucketStore(server.env)
    const options = {
      databaseUrl: fixture.databaseUrl,
      folder: fixture.folder,
      repository,
      passphrase,
      costLog2: 1,
      report: () => undefined,
    }
    const { manifest } = await makeBackup({ ...options, files })
    expect(manifest).toMatchObject({ files: { count: 1 }, damaged_files: [] })
    expect(existsSync(storedPath(repository, sha256))).toBe(true)

    const empty = await cloneDatabase({ ...inject('cluster'), template: 'template0' })
    const target = { ...server.env, S3_PREFIX: 'restored/' }
    const env = readEnv({ DATA_DIR: join(repository, 'target'), DATABASE_URL: empty.url, ...target })
    const restore = async (S3_PREFIX: string) =>
      restoreBackup({
        env: { ...env, S3_PREFIX },
        from: repository,
        passphrase,
        replace: undefined,
        report: () => undefined,
      })
    await expect(restore('hukum/')).rejects.toThrow('has the files of a library')
    await restore('restored/')
    expect(existsSync(join(repository, 'target/files'))).toBe(false)
    expect(await openBucketStore(target).sizeOf(Buffer.from(sha256, 'hex'))).toBeGreaterThan(0)
    await empty.drop()

    expect((await move('--back')).output).toBe('1 files copied, 0 there already, 0 missing, 0 changed.')
    expect(existsSync(path)).toBe(true)
  })
})
