import { mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sweepFiles } from '#server/files/sweep.ts'
import { openApi } from '../api.ts'
import { buildUser, password } from '../factories.ts'
import { recordLog } from '../log.ts'
import { runs } from '../nightly.ts'
import { allPermissions } from '../signedInApi.ts'
import type { Action } from './action.ts'
import { actions } from './actions.ts'
import { dependencies, type Fault, type FaultInjection, faultKinds, openFaultInjection } from './faultInjection.ts'
import { type Changes, openTableChanges } from './tableChanges.ts'

/**
 * The Nth call to the database, the file store or the mail server fails, for each N, during the main actions: a failed
 * action changes nothing or everything, says so, and can be repeated. `npm run chaos:faults` fails each call of each action
 * in each way, the short version a few calls of two.
 */

type Rig = Awaited<ReturnType<typeof openRig>>

async function openRig({ options = {}, open }: Action) {
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
    api, faults, lines, prepare, tables,
    close: async () => {
      for (const close of closers) await close()
    },
  } // prettier-ignore
}

/** Waits until no call, transaction, lock or connection of the application is in use. */
async function settle({ api, tables }: Rig) {
  await api.traces.flushed()
  const inUse = async () => ({
    calls: api.admission.count().inProgress,
    connections: api.pool.totalCount - api.pool.idleCount,
    database: await tables.inUse(),
  })
  await expect.poll(inUse, { timeout: 10_000, interval: 2 }).toEqual({ calls: 0, connections: 0, database: [] })
}

/** Runs the action once. Returns its calls to each dependency, and what it changes. */
async function measure(rig: Rig) {
  const { call } = await rig.prepare()
  await rig.tables.mark('before')
  const { result, counts } = await rig.faults.during(undefined, call)
  expect(result.status, JSON.stringify(result.body)).toBe(200)
  await settle(rig)
  return { counts, effect: await rig.tables.since('before') }
}

type Trial = { action: Action; effect: Changes; fault: Fault }

const isSame = (one: Changes, other: Changes) => JSON.stringify(one) === JSON.stringify(other)
const stepOf = ({ steps = [] }: Action, changes: Changes) => steps.find(({ after }) => isSame(after, changes))

/** Runs the action with a fault, then once more. Returns the outcome of the first call. */
async function runTrial(rig: Rig, trial: Trial) {
  const { faults, tables, prepare } = rig
  const { call, again = call } = await prepare()
  await settle(rig)
  await tables.mark('before')
  const { result } = await faults.during(trial.fault, call)
  await settle(rig)
  const outcome = { status: result.status, code: result.body['code'], changes: await tables.since('before') }
  expectWholeOrNothing(trial, outcome, Number(result.retryAfter))
  await expectRepeatable(rig, trial, { changes: outcome.changes, again })
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
  const isExpected = stepOf(action, changes) ?? (fault.kind === 'lose' && isSame(changes, effect))
  if (!isExpected) expect.soft(changes, about).toEqual({})
}

type Repetition = { changes: Changes; again: () => Promise<{ status: number; body: object }> }

/** Together, the failed and the repeated call have one effect. */
async function expectRepeatable(rig: Rig, { action, effect, fault }: Trial, { changes, again }: Repetition) {
  const { tables, faults } = rig
  const isDone = Object.keys(effect).length > 0 && isSame(changes, effect)
  if (isDone) await tables.mark('after')
  const { result } = await faults.during(undefined, again)
  await settle(rig)
  const about = JSON.stringify({ fault, changes, repeated: result })
  if (!isDone) {
    expect.soft(result.status, about).toBe(200)
    expect.soft(await tables.since('before'), about).toEqual(stepOf(action, changes)?.total ?? effect)
  } else if (action.isRepeatable) expect.soft(result.status, about).toBe(200)
  else {
    // The stored answer, or a refusal, which is recorded.
    expect.soft(result.status, about).toBeLessThan(500)
    expect
      .soft(
        Object.keys(await tables.since('after')).filter((change) => change !== 'audit +'),
        about,
      )
      .toEqual([])
  }
}

/** After the sweep of the next days, every stored file has a row, and no part is left. */
async function expectNoOrphans({ api }: Rig) {
  mkdirSync(api.filesFolder, { recursive: true })
  const filesOnDisk = () =>
    readdirSync(api.filesFolder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  const longAgo = new Date(Date.now() - 10 * 86_400_000)
  for (const { parentPath, name } of filesOnDisk()) utimesSync(join(parentPath, name), longAgo, longAgo)
  await sweepFiles(api.db, api.files)
  const { rows } = await sql<{ sha256: string }>`select distinct encode(sha256, 'hex') as sha256 from files`.execute(
    api.db,
  )
  expect(filesOnDisk().map(({ name }) => name).sort()).toEqual(rows.map(({ sha256 }) => sha256).sort()) // prettier-ignore
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
    const rig = await openRig(action)
    try {
      const { counts, effect } = await measure(rig)
      const outcomes = []
      for (const fault of faultsOf(counts)) outcomes.push(await runTrial(rig, { action, effect, fault }))
      await expectNoOrphans(rig)
      expect(rig.lines.filter((line) => line.includes('unexpected error'))).toEqual([])
      const succeeded = outcomes.filter(({ status }) => status === 200).length
      const done = outcomes.filter(({ changes }) => JSON.stringify(changes) === JSON.stringify(effect)).length
      console.log(
        `${name}: ${counts.database} statements, ${counts.files} calls of the file store, ${counts.mail} of the mail server; ` +
          `${outcomes.length} faults, ${succeeded} answered with success, ${outcomes.length - succeeded} with 503, ${done} done, 0 half done`,
      )
    } finally {
      await rig.close()
    }
  },
)
