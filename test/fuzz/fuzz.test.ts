import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '#test/api.ts'
import { fuzzApi } from './fuzzApi.ts'

/** `npm run fuzz:api -- 100000 7` sends 100,000 calls with the seed 7; without arguments, a few with another seed each day. */
const calls = Number(process.env['FUZZ_CALLS'] ?? 400)
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Date.now() / 86_400_000))

let api: Api
beforeAll(async () => {
  // The limits are so high that none is reached: a call that a limit rejects tests nothing.
  api = await openApi({ demoLibrary: true, limitsScale: 1_000_000, env: { LOG_LEVEL: 'error' } })
})
afterAll(() => api.close())

test(
  'no call of any role, valid or hostile, causes a server error or an answer with internals',
  { timeout: 3_600_000 },
  async () => {
    const report = await fuzzApi(api, { calls, seed })
    const { passed, limited, statuses, faults } = report
    const share = Math.round((100 * passed) / calls)
    console.log(`${calls} calls, seed ${seed}: ${share} % past permissions and schema`, statuses)
    expect(faults).toEqual([])
    expect(limited).toBe(0)
    expect(share).toBeGreaterThanOrEqual(30)
  },
)
