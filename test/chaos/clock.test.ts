import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { recordLog } from '#test/log.ts'
import { isNightly } from '#test/isNightly.ts'
import { allPermissions } from '#test/signedInApi.ts'
import { openCases } from './caseActions.ts'
import { clockAccountChecks } from './clockAccountChecks.ts'
import { clockJobChecks } from './clockJobChecks.ts'
import type { ClockCheck, ClockStage } from './clockStage.ts'

/**
 * The clock of the server jumps while that of the database goes on, and comes back: what has ended stays so, what has not
 * is accepted again at the latest when the clock is right. `npm run chaos:clock` runs every check under every jump, the short
 * version under two.
 */

type Jump = { ms: number; zone?: string }
const minute = 60_000
const hour = 60 * minute

const jumps: Record<string, Jump> = {
  'an hour back': { ms: -hour },
  'a day ahead': { ms: 24 * hour },
  'ten minutes ahead of the database': { ms: 10 * minute },
  'ten minutes behind the database': { ms: -10 * minute },
  'two years ahead': { ms: 2 * 365 * 24 * hour },
  'to another time zone': { ms: 0, zone: 'America/New_York' },
}

const zone = process.env['TZ']

/** Only `Date` is the clock of the host: timers and `performance.now()` count on. */
function jumpTo({ ms, zone: other }: Jump) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  if (other !== undefined) process.env['TZ'] = other
}

function comeBack() {
  vi.useRealTimers()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
}
afterEach(comeBack)

type Stage = ClockStage & { lines: string[] }

/** The applications of the checks, by their options. */
const stages = new Map<string, Promise<Stage>>()
afterAll(async () => {
  for (const stage of stages.values()) await (await stage).api.close()
})

function stageOf({ options }: ClockCheck): Promise<Stage> {
  const key = JSON.stringify(options ?? {})
  const stage = stages.get(key) ?? openStage(options)
  stages.set(key, stage)
  return stage
}

async function openStage(options: ClockCheck['options']): Promise<Stage> {
  const { log, lines } = recordLog('warn')
  const api = await openApi({ log, limitsScale: 1, ...options })
  const email = await buildUser(api.databaseUrl, { can: allPermissions })
  const staff = await api.as(email, password)
  return { api, lines, staff, ...(await openCases({ api, staff })) }
}

const inShortRun = ['an hour back', 'a day ahead']
const chosen = Object.entries(jumps).filter(([name]) => isNightly || inShortRun.includes(name))

test.each(Object.entries<ClockCheck>({ ...clockAccountChecks, ...clockJobChecks }))(
  'when the clock of the server jumps, %s',
  { timeout: 3_600_000 },
  async (name, check) => {
    const stage = await stageOf(check)
    for (const [jumpName, jump] of chosen) {
      const { during, after } = await check.prepare(stage)
      jumpTo(jump)
      const seen = await during()
      comeBack()
      const later = await after?.()
      comeBack()
      expect.soft({ jump: jumpName, during: seen, after: later }).toEqual({
        jump: jumpName,
        during: check.during,
        after: check.after,
      })
    }
    console.log(`${name}: ${chosen.length} jumps`)
    expect(stage.lines.filter((line) => line.includes('unexpected error'))).toEqual([])
  },
)
