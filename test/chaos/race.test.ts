import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sealAudit } from '#server/audit/sealAudit.ts'
import { verifyAudit } from '#server/audit/verifyAudit.ts'
import { openApi } from '#test/api.ts'
import { recordLog } from '#test/log.ts'
import { runs } from '#test/nightly.ts'
import { accountRaces } from './accountRaces.ts'
import { openRaceStage, type Race, type Racers } from './raceStage.ts'
import { recordRaces } from './recordRaces.ts'
import { openTableChanges, untilIdle } from './tableChanges.ts'

/**
 * Calls at the same time on the same records, over HTTP. The oracle is the product itself: the calls run one after the
 * other in every order, and what they answer and change together has to be one of these outcomes.
 * `npm run chaos:race` repeats every race a hundred times, the short version some of them a few times.
 */

const rounds = runs(3, 100)
/** A call starts at most so late, in ms. */
const jitter_ms = 6

async function openHarness({ options, open }: Race) {
  const { log, lines } = recordLog('warn')
  const api = await openApi({ ...options, log })
  const stage = await openRaceStage(api)
  const tables = await openTableChanges(api.databaseUrl)
  return {
    api,
    lines,
    tables,
    prepare: await open(stage),
    close: async () => {
      await tables.close()
      await api.close()
    },
  }
}

type Harness = Awaited<ReturnType<typeof openHarness>>
type Outcome = { answers: string[]; state: unknown; changes: object }

/** Prepares new records, runs the calls on them, and describes what they did. */
async function outcomeOf(harness: Harness, run: (racers: Racers['calls']) => Promise<string[]>): Promise<Outcome> {
  const { calls, state } = await harness.prepare()
  await untilIdle(harness)
  await harness.tables.mark('before')
  const answers = await run(calls)
  await untilIdle(harness)
  return { answers, state: await state?.(), changes: await harness.tables.since('before') }
}

async function answerOf(call: Racers['calls'][number]) {
  const { status, body } = await call()
  return typeof body['code'] === 'string' ? `${status} ${body['code']}` : String(status)
}

const textOf = ({ sameRefusals = [] }: Race, { answers, ...outcome }: Outcome) =>
  JSON.stringify({
    answers: answers.map((answer) => (sameRefusals.includes(answer) ? sameRefusals.join(' or ') : answer)),
    ...outcome,
  })

async function inOrder(calls: Racers['calls'], order: readonly number[]) {
  const answers: string[] = []
  for (const index of order) answers[index] = await answerOf(calls[index] ?? fail)
  return answers
}
const fail = () => Promise.reject(new Error('the race has no such call'))

const atOnce = (calls: Racers['calls']) =>
  Promise.all(calls.map((call) => sleep(Math.random() * jitter_ms).then(() => answerOf(call))))

const ordersOf = (rest: readonly number[]): number[][] =>
  rest.length === 0
    ? [[]]
    : rest.flatMap((one) => ordersOf(rest.filter((other) => other !== one)).map((order) => [one, ...order]))

/** The outcome of every order, as text. */
async function serialOutcomes(harness: Harness, race: Race) {
  const { calls } = await harness.prepare()
  const outcomes = new Set<string>()
  for (const order of ordersOf(calls.map((_, index) => index))) {
    const outcome = await outcomeOf(harness, (made) => inOrder(made, order))
    const succeeded = outcome.answers.filter((answer) => answer === '200').length
    expect(race.succeed, JSON.stringify({ order, outcome })).toContain(succeeded)
    outcomes.add(textOf(race, outcome))
  }
  return outcomes
}

const all = Object.entries({ ...recordRaces, ...accountRaces })

test.each(all.filter(([, race]) => runs(0, 1) === 1 || race.inShortRun))(
  'when %s, the answers and all changes are those of one order',
  { timeout: 3_600_000 },
  async (name, race) => {
    const harness = await openHarness(race)
    try {
      const serial = await serialOutcomes(harness, race)
      const counts = new Map<string, number>()
      for (let round = 0; round < rounds; round += 1) {
        const outcome = textOf(race, await outcomeOf(harness, atOnce))
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      }
      const others = [...counts].filter(([outcome]) => !serial.has(outcome))
      const count = others.reduce((sum, [, times]) => sum + times, 0)
      console.log(`${name}: ${rounds} rounds, ${counts.size} of ${serial.size} serial outcomes, ${count} others`)
      expect(
        others.map(([outcome]) => outcome),
        [...serial].join('\n'),
      ).toEqual([])
      expect(harness.lines.filter((line) => line.includes('unexpected error'))).toEqual([])
    } finally {
      await harness.close()
    }
  },
)

test(
  'the seals of the audit log hold when rows are written while they are sealed',
  { timeout: 3_600_000 },
  async () => {
    const api = await openApi()
    const { staff } = await openRaceStage(api)
    const seal = () => sealAudit(api.db, { folder: api.folder, batchSize: 5 })
    let saves = 0
    for (let round = 0; round < rounds * 2; round += 1) {
      const save = async () => (await staff.call('courts/create', { name: crypto.randomUUID() })).status
      const statuses = await Promise.all([save(), save(), save(), seal().then(() => 200), seal().then(() => 200)])
      expect(new Set(statuses)).toEqual(new Set([200]))
      saves += 3
    }
    // Rows wait for transactions that have begun before them, also of other databases.
    const countUnsealed = async () => {
      await seal()
      return (await verifyAudit(api.db, api.folder)).unsealed
    }
    await expect.poll(countUnsealed, { timeout: 60_000, interval: 200 }).toBe(0)
    const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit where resource = 'courts' and action = 'create'`.execute(api.db)
    const { problems, seals } = await verifyAudit(api.db, api.folder)
    console.log(`audit log: ${saves} saves, ${seals} seals, ${problems.length} problems`)
    expect({ problems, saves: rows[0]?.count }).toEqual({ problems: [], saves })
    await api.close()
  },
)
