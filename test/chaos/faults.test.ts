import { expect, test } from 'vitest'
import { openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { recordLog } from '#test/log.ts'
import { runs } from '#test/nightly.ts'
import { allPermissions } from '#test/signedInApi.ts'
import type { Action, Call } from './action.ts'
import { actions } from './actions.ts'
import { dependencies, type Fault, type FaultInjection, faultKinds, openFaultInjection } from './faultInjection.ts'
import { findBrokenRows, findOrphans, sweepLater } from './storedFiles.ts'
import { type Changes, openTableChanges, untilIdle } from './tableChanges.ts'

/**
 * The Nth call to the database, the file store or the mail server fails, for each N, during the main actions: a failed
 * action changes nothing or everything, says so, and can be repeated. `npm run chaos:faults` fails each call of each action
 * in each way, the short version a few calls of two.
 */

type Harness = Awaited<ReturnType<typeof openHarness>>

async function openHarness({ options = {}, open }: Action) {
  const faults = openFaultInjection()
  const { log, lines } = recordLog('warn')
  const api = await openApi({ ...options, log })
  faults.watchFiles(api.files)
  const staff = await api.as(await buildUser(api.databaseUrl, { can: allPermissions }), password)
  const closers = [api.close, async () => faults.close()]
  const prepare = await open({ api, staff, faults, onClose: (close) => closers.unshift(close) })
  const tables = await openTableChanges(api.databaseUrl)
  closers.unshift(tables.close)
  return {
    api,
    faults,
    lines,
    prepare,
    tables,
    close: async () => {
      for (const close of closers) await close()
    },
  }
}

/** Runs the action once. Returns its calls to each dependency, and what it changes. */
async function measure(harness: Harness) {
  const { call } = await harness.prepare()
  await harness.tables.mark('before')
  const { result, counts } = await harness.faults.during(undefined, call)
  expect(result.status, JSON.stringify(result.body)).toBe(200)
  await untilIdle(harness)
  return { counts, effect: await harness.tables.since('before') }
}

type Trial = { action: Action; effect: Changes; fault: Fault }

const isSame = (one: Changes, other: Changes) => JSON.stringify(one) === JSON.stringify(other)
/** A search changes nothing. */
const isDone = (changes: Changes, effect: Changes) => Object.keys(effect).length > 0 && isSame(changes, effect)
const stepOf = ({ steps = [] }: Action, changes: Changes) => steps.find(({ after }) => isSame(after, changes))

/** Runs the action with a fault, then once more. Returns the outcome of the first call. */
async function runTrial(harness: Harness, trial: Trial) {
  const { faults, tables, prepare } = harness
  const { call, again = call } = await prepare()
  await untilIdle(harness)
  await tables.mark('before')
  const { result, hasFailed } = await faults.during(trial.fault, call)
  await untilIdle(harness)
  expect.soft(hasFailed, JSON.stringify(trial.fault)).toBe(true)
  const outcome = { status: result.status, code: result.body['code'], changes: await tables.since('before') }
  expectWholeOrNothing(trial, outcome, Number(result.retryAfter))
  await expectRepeatable(harness, trial, { changes: outcome.changes, again })
  return outcome
}

type Outcome = { status: number; code: unknown; changes: Changes }

function expectWholeOrNothing({ action, effect, fault }: Trial, outcome: Outcome, retryAfter_s: number) {
  const { status, changes } = outcome
  const about = JSON.stringify({ fault, outcome })
  if (status === 200) {
    expect.soft(changes, about).toEqual(effect)
    return
  }
  expect.soft({ status, isRetried: retryAfter_s > 0 }, about).toEqual({ status: 503, isRetried: true })
  // An action whose answer was lost may have happened.
  const isExpected = stepOf(action, changes) ?? (fault.kind === 'lose' && isDone(changes, effect))
  if (!isExpected) expect.soft(changes, about).toEqual({})
}

type Repetition = { changes: Changes; again: Call }

/** Together, the failed and the repeated call have one effect. */
async function expectRepeatable(harness: Harness, { action, effect, fault }: Trial, { changes, again }: Repetition) {
  const { tables, faults } = harness
  const hasSucceeded = isDone(changes, effect)
  if (hasSucceeded) await tables.mark('after')
  const { result } = await faults.during(undefined, again)
  await untilIdle(harness)
  const about = JSON.stringify({ fault, changes, repeated: result })
  if (!hasSucceeded) {
    expect.soft(result.status, about).toBe(200)
    expect.soft(await tables.since('before'), about).toEqual(stepOf(action, changes)?.total ?? effect)
    return
  }
  const { secondTime } = action
  expect.soft(result.body['code'], about).toBe(secondTime === 'code-ended' ? secondTime : undefined)
  if (secondTime === 'repeats') return
  // A refusal is recorded.
  const others = Object.keys(await tables.since('after')).filter((change) => change !== 'audit +')
  expect.soft(others, about).toEqual([])
}

/** After the sweep of the next days, every stored file has a row, and no part is left. */
async function expectNoOrphans({ api }: Harness) {
  await sweepLater(api)
  expect(await findBrokenRows(api)).toEqual([])
  expect(await findOrphans(api)).toEqual([])
}

type Counts = Awaited<ReturnType<FaultInjection['during']>>['counts']

/** Each call to each dependency in each way; in the short version a sample, each in another way. */
function faultsOf(counts: Counts): Fault[] {
  const all = dependencies.flatMap((dependency) =>
    Array.from({ length: counts[dependency] }, (_, index) =>
      faultKinds[dependency].map((kind) => ({ dependency, kind, call: index + 1 })),
    ).flat(),
  )
  // The last statement is COMMIT, the last call of the file store a deletion.
  return all.filter((_, index) => (all.length - 1 - index) % runs(17, 1) === 0)
}

const always = ['create a case', 'upload a file']

test.each(Object.entries(actions).filter(([name]) => runs(0, 1) === 1 || always.includes(name)))(
  '%s: whichever call fails, it changes nothing or everything, and succeeds when it is repeated',
  { timeout: 3_600_000 },
  async (name, action) => {
    const harness = await openHarness(action)
    try {
      const { counts, effect } = await measure(harness)
      const outcomes = []
      for (const fault of faultsOf(counts)) outcomes.push(await runTrial(harness, { action, effect, fault }))
      await expectNoOrphans(harness)
      expect(harness.lines.filter((line) => line.includes('unexpected error'))).toEqual([])
      const succeeded = outcomes.filter(({ status }) => status === 200).length
      const done = outcomes.filter(({ status, changes }) => status !== 200 && isDone(changes, effect)).length
      console.log(
        `${name}: ${counts.database} statements, ${counts.files} calls of the file store, ${counts.mail} of the mail server; ` +
          `${outcomes.length} faults, ${succeeded} answered with success, ${outcomes.length - succeeded} with 503, ${done} of these done, 0 half done`,
      )
    } finally {
      await harness.close()
    }
  },
)
