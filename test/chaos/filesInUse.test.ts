import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepFiles } from '#server/files/sweep.ts'
import { type Api, type Caller, errorsOf } from '#test/api.ts'
import { runs } from '#test/nightly.ts'
import { openStaffApi, rowOf } from '#test/signedInApi.ts'
import { uniquePdf } from '#test/files.ts'
import { send, uploadedBy } from '#test/uploads.ts'
import { openCases } from './caseActions.ts'
import { ageFiles, findBrokenRows } from './storedFiles.ts'

/** A sweep at the time at which a save attaches an upload that has just expired, or the same bytes come again. */

let api: Api
let staff: Caller
let create: Awaited<ReturnType<typeof openCases>>['input']

beforeAll(async () => {
  ;({ api, staff } = await openStaffApi())
  create = (await openCases({ api, staff })).input
})
afterAll(() => api.close())

/** At most so late, in ms. */
const jitter_ms = 30
const later = async <Result>(run: () => Promise<Result>) => {
  await sleep(Math.random() * jitter_ms)
  return run()
}

test(
  'a sweep deletes no file that a save attaches or an upload sends at the same time',
  { timeout: 3_600_000 },
  async () => {
    const counts = { attached: 0, expired: 0 }
    // Either may come first: a few more rounds until a save has been the first.
    for (let round = 0; round < runs(5, 100) || (counts.attached === 0 && round < 100); round += 1) {
      const bytes = uniquePdf()
      const { id } = uploadedBy(await send(staff, bytes))
      await sql`update files set created_at = now() - interval '2 days' where type = 'Temp'`.execute(api.db)
      ageFiles(api, 2)
      const [saved, sent] = await Promise.all([
        later(() => staff('caseFiles/create', { ...create(), pdf_file: id })),
        later(() => send(staff, bytes)),
        later(() => sweepFiles(api.db, api.files)),
      ])
      expect(await findBrokenRows(api)).toEqual([])
      expect(sent.status).toBe(200)
      counts[saved.status === 200 ? 'attached' : 'expired'] += 1
      if (saved.status !== 200) expect(errorsOf(saved.body)).toHaveProperty('pdf_file')
      else
        expect(rowOf((await staff('caseFiles/find', { id: rowOf(saved.body).id })).body)['pdf_file']).toMatchObject({
          id,
        })
    }
    console.log(`sweeps at the time of a save: ${JSON.stringify(counts)}, 0 broken rows`)
    expect(counts.attached).toBeGreaterThan(0)
  },
)
