import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { buildRandom } from '#db/seed/random.ts'
import {
  age,
  api,
  closeSweepTest,
  createPage,
  folder,
  hasBytes,
  hashOf,
  hasRow,
  newStore,
  openSweepTest,
  otherConnection,
  owner,
  store,
  sweepTwice,
  upload,
  uploadPicture,
  withPicture,
} from '#test/fileSweep.ts'
import { untilLockWaits } from '#test/locks.ts'
import { runs } from '#test/nightly.ts'
import { lockForUpload } from './fileRows.ts'
import type { FileStore } from './fileStore.ts'
import { sweepFiles } from './sweep.ts'

beforeAll(openSweepTest)
afterAll(closeSweepTest)
beforeEach(newStore)

describe('file sweep', () => {
  test('a sweep deletes uploads without a record and incomplete ones after a day', async () => {
    const id = await upload(api.db, 'temp')
    const part = join(folder, '00000000-0000-4000-8000-000000000000.part')
    await writeFile(part, 'half')
    await sweepFiles(api.db, store)
    expect([await hasRow(id), await hasBytes('temp')]).toEqual([true, true])
    await age({ days: 2 })
    await sweepFiles(api.db, store)
    expect([await hasRow(id), await hasBytes('temp'), (await readdir(folder)).includes(part)]).toEqual([
      false,
      false,
      false,
    ])
  })

  test('a sweep that was killed between a row and its bytes is completed by the next one', async () => {
    const id = await upload(api.db, 'killed')
    await sql`delete from files where id = ${id}`.execute(api.db)
    await age({ days: 2 })
    expect((await sweepFiles(api.db, store)).bytes).toBe(1)
    expect(await hasBytes('killed')).toBe(false)
  })

  test('a sweep deletes at most its limit of files', async () => {
    await sweepTwice()
    for (let file = 0; file < 7; file += 1) await upload(api.db, `many ${file}`)
    await age({ days: 2 })
    const nights = []
    for (let night = 0; night < 4; night += 1) nights.push(await sweepFiles(api.db, store, { batchSize: 2, limit: 3 }))
    expect(nights).toEqual([3, 3, 1, 0].map((count) => ({ rows: count, bytes: count })))
  })

  test('a sweep keeps a file that an uncommitted save refers to', async () => {
    const id = await uploadPicture('claimed')
    await sql`update files set type = 'Permanent' where id = ${id}`.execute(api.db)
    await sweepFiles(api.db, store)
    await age({ days: limits.file.unreferenced_days + 1 })
    const page = await createPage('<p>a</p>')
    await otherConnection.db.transaction().execute(async (save) => {
      await sql`update files set type = 'Permanent' where id = ${id}`.execute(save)
      await sql`update dynamic_pages set page_content = ${withPicture(id)} where id = ${page.id}`.execute(save)
      expect((await sweepFiles(api.db, store)).rows).toBe(0)
    })
    await sweepFiles(api.db, store)
    expect(await hasRow(id)).toBe(true)
  })

  test('an upload of bytes that a sweep is deleting waits and stores them again', async () => {
    await store.add(Buffer.from('slow'))
    await age({ days: 2 })
    let pendingUpload: Promise<number> | undefined
    const slow: FileStore = {
      ...store,
      // The upload starts after the age of the bytes was checked and before they are deleted.
      remove: async (sha256) => {
        pendingUpload = upload(otherConnection.db, 'slow')
        await Promise.race([pendingUpload, untilLockWaits(api.pool)])
        return store.remove(sha256, Infinity)
      },
    }
    expect((await sweepFiles(api.db, slow)).bytes).toBe(1)
    expect([await hasRow((await pendingUpload) ?? 0), await hasBytes('slow')]).toEqual([true, true])
  })

  test('a sweep checks for a new row again after it has the lock', async () => {
    await store.add(Buffer.from('late'))
    await age({ days: 2 })
    let running: Promise<unknown> | undefined
    await otherConnection.db.transaction().execute(async (transaction) => {
      await lockForUpload(transaction)
      running = sweepFiles(api.db, store)
      await untilLockWaits(api.pool)
      await sql`
        insert into files (sha256, name, media_type, size, owner_id)
        values (${hashOf('late')}, 'a.pdf', 'application/pdf', 4, ${owner})`.execute(transaction)
    })
    await running
    expect(await hasBytes('late')).toBe(true)
  })

  test('concurrent sweeps never delete the bytes of a concurrent upload', async () => {
    const random = buildRandom(44)
    for (let round = 0; round < runs(6, 40); round += 1) {
      const text = `round ${round % 4}`
      await sql`delete from files where sha256 = ${hashOf(text)}`.execute(api.db)
      await store.add(Buffer.from(text))
      await age({ days: 2 })
      const uploadLater = async () => {
        await new Promise((resolve) => setTimeout(resolve, random.whole(0, 30)))
        return upload(otherConnection.db, text)
      }
      await Promise.all([
        sweepFiles(api.db, store),
        sweepFiles(otherConnection.db, store),
        uploadLater(),
        uploadLater(),
      ])
      expect(await hasBytes(text), `round ${round}`).toBe(true)
    }
  })
})
