import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openApi } from '#test/api.ts'
import { buildUser, password } from '#test/factories.ts'
import { runs } from '#test/nightly.ts'
import { allPermissions } from '#test/signedInApi.ts'
import { send } from '#test/uploads.ts'
import { openCases } from './caseActions.ts'
import { type FileAction, fileCrashActions, newPdf } from './fileCrashActions.ts'
import type { CrashPoint } from './fileServer.ts'
import { type FileServer, runToCrash, startFileServer } from './fileServers.ts'
import { findBrokenRows, findOrphans, sweepLater } from './storedFiles.ts'

/**
 * A process that is killed at each step of an action on files, a statement or a change in the folder of the store: every
 * row has its file, and after a sweep every file a row. `npm run chaos:files` kills 200 uploads and each other action at
 * each of its steps, the short version an upload and a sweep where bytes and rows differ.
 */

const options = { timeout: 3_600_000 }

async function openHarness() {
  const api = await openApi()
  const email = await buildUser(api.databaseUrl, { can: allPermissions })
  const { body } = await api.call('auth/login', { email, password })
  const token = String(body['encodedToken'])
  const staff: Awaited<ReturnType<typeof api.as>> = (path, input, request) =>
    api.call(path, input, { token, ...request })
  const { create } = await openCases({ api, staff })
  return { api, staff, create, start: () => startFileServer(api, { token }) }
}

type Harness = Awaited<ReturnType<typeof openHarness>>

/** Uploads that are killed, one half before a step, the other during it. */
const uploads = 200
const isBetween = /^(rename|insert into files|commit)/
const isShort = runs(1, 0) === 1
const inShortRun: readonly string[] = ['an upload', 'a sweep']

/** The short run dies between the bytes and the row of an upload, and between the row and the bytes of a sweep. */
function crashPointsOf(name: string, steps: readonly string[]): CrashPoint[] {
  const numbers = steps.map((_, index) => index + 1)
  const last = numbers.findLast((step) => isBetween.test(steps[step - 1] ?? '')) ?? 0
  if (isShort) return [{ step: last, when: 'before' }]
  if (name !== 'an upload') return numbers.map((step) => ({ step, when: step % 2 === 0 ? 'before' : 'during' }))
  const rounds = numbers.flatMap(() =>
    (['before', 'during'] as const).map((when) => numbers.map((step) => ({ step, when }))),
  )
  return rounds.flat().slice(0, uploads)
}

type Lane = { points: readonly CrashPoint[]; first?: FileServer | undefined }

/** Crashes at some points in turn. Returns the number of processes that were killed, and the rows that were broken. */
async function crashAt({ points, first }: Lane, harness: Harness, action: FileAction) {
  let server = first
  let crashes = 0
  const broken: string[] = []
  for (const point of points) {
    server ??= await harness.start()
    const run = await action(harness)
    await server.arm(point)
    if (await runToCrash(server, () => run(server as FileServer))) {
      crashes += 1
      server = undefined
    }
    broken.push(...(await findBrokenRows(harness.api)).map((sha256) => `${JSON.stringify(point)}: ${sha256}`))
  }
  await end(server)
  return { crashes, broken }
}

async function end(server: FileServer | undefined) {
  if (!server) return
  server.process.disconnect()
  await once(server.process, 'exit')
}

/** Runs the action to its end. Returns the process, too. */
async function stepsOf(harness: Harness, action: FileAction) {
  const server = await harness.start()
  const run = await action(harness)
  await server.arm()
  await run(server)
  return { steps: await server.arm(), server }
}

/** Crashes at every chosen step, in processes that share the store; a sweep would take the files of another. */
async function crashAll(harness: Harness, name: string, action: FileAction) {
  const { steps, server } = await stepsOf(harness, action)
  const points = crashPointsOf(name, steps)
  const lanes = Array.from({ length: name === 'a sweep' ? 1 : runs(1, 2) }, (_, lane) => lane)
  const results = await Promise.all(
    lanes.map((lane) => {
      const own = points.filter((_, index) => index % lanes.length === lane)
      return crashAt({ points: own, first: lane === 0 ? server : undefined }, harness, action)
    }),
  )
  const crashes = results.reduce((sum, result) => sum + result.crashes, 0)
  return { steps, points, crashes, broken: results.flatMap((result) => result.broken) }
}

test.each(Object.entries(fileCrashActions).filter(([name]) => !isShort || inShortRun.includes(name)))(
  'a process that is killed at any step of %s leaves no row without its file, and a sweep no file without a row',
  options,
  async (name, action) => {
    const harness = await openHarness()
    try {
      const { steps, points, crashes, broken } = await crashAll(harness, name, action)
      await sweepLater(harness.api)
      const orphans = await findOrphans(harness.api)
      console.log(
        `${name}: ${steps.length} steps, killed ${crashes} times, ${broken.length} broken rows, ${orphans.length} orphans after a sweep`,
      )
      const brokenLater = await findBrokenRows(harness.api)
      expect({ broken, orphans, brokenLater }).toEqual({ broken: [], orphans: [], brokenLater: [] })
      expect(crashes).toBeGreaterThanOrEqual(points.length * 0.9)
      expect((await send(harness.staff, newPdf())).status).toBe(200)
    } finally {
      await harness.api.close()
    }
  },
)
