import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiClient, apiClient } from '#test/apiClient.ts'
import { isNightly } from '#test/isNightly.ts'
import { analyzedPages, type Acknowledged, savedWord, startAnalysis, startLoad } from './load.ts'
import { connectWeb, createRecorder, describeOperations, findFailed, type Operation } from './operations.ts'
import { missingParts, openStage, readCounts, type Stage } from './stage.ts'
import { openTab } from './tab.ts'

/**
 * The whole deployment: three servers behind Caddy, PostgreSQL with a replica, OpenSearch of three nodes, a bucket, and a
 * worker, of which each fails in turn while users search, save, upload and analyze. `npm run chaos:cluster` runs it.
 */

const title = missingParts.length > 0 ? ` (skipped without ${missingParts.join(', ')})` : ''
const longest_ms = 900_000
const queries = ['ދަރަނި', 'އެއްބަސްވުން', 'ޝަރީޢަތް', 'ކުންފުނި', 'މުރާބަޙާ']

describe.runIf(isNightly && missingParts.length === 0)(`a cluster of machines${title}`, () => {
  let stage: Stage
  let staff: ApiClient
  let expected: Map<string, number>
  let load: Parameters<typeof startLoad>[0]
  let acknowledged: Acknowledged
  let tabs: Awaited<ReturnType<typeof openTab>>[] = []
  const recorder = createRecorder()

  beforeAll(async () => {
    stage = await openStage()
    const { machines, keys } = stage
    staff = await stage.signIn()
    expected = await readCounts(staff, queries)
    const reference = {
      court: idOf(await staff.done('courts/create', { name: 'Cluster' })),
      caseType: idOf(await staff.done('caseTypes/create', { name: 'Cluster' })),
    }
    const searchers = await Promise.all([stage.signIn(), stage.signIn(), stage.signIn()])
    tabs = await Promise.all(searchers.map((searcher) => openTab(machines.address, keys.key, searcher)))
    await vi.waitUntil(() => tabs.every((tab) => tab.reloads() === 1), 60_000)
    connectWeb(machines.address, staff.token)
    const { token } = staff
    load = {
      recorder,
      address: machines.address,
      token,
      searchers: searchers.map((one) => one.token),
      expected,
      reference,
    }
    acknowledged = startLoad(load)
    await sleep(5000)
    report('before', recorder.take())
  }, longest_ms)
  afterAll(async () => {
    await recorder.stop()
    vi.unstubAllGlobals()
    for (const tab of tabs) tab.close()
    await stage.close()
  }, longest_ms)

  /** Fails a part while the load and an analysis run. */
  async function duringLoad(fail: () => Promise<unknown>): Promise<Operation[]> {
    await startAnalysis(load, acknowledged)
    await sleep(500)
    await fail()
    await sleep(3000)
    return recorder.take()
  }

  test(
    'a server that is killed costs no user more than one request, which is sent again',
    { timeout: longest_ms },
    async () => {
      for (const machine of stage.machines.machines) {
        const operations = await duringLoad(async () => {
          await machine.kill()
          await sleep(4000)
          await machine.start()
        })
        report('a server killed', operations)
        expect(findFailed(operations, 1)).toEqual([])
      }
    },
  )

  test(
    'a manager of OpenSearch that is killed costs no user more than one request, and no result',
    { timeout: longest_ms },
    async () => {
      const operations = await duringLoad(async () => {
        const manager = await stage.openSearch.manager()
        await manager.kill()
        await stage.openSearch.untilHealthy('yellow', 2)
        await sleep(4000)
        manager.start()
        await stage.openSearch.untilHealthy('green')
      })
      report('a manager killed', operations)
      expect(findFailed(operations, 1)).toEqual([])
    },
  )

  test('a restart of PostgreSQL costs no user more than one request', { timeout: longest_ms }, async () => {
    const operations = await duringLoad(stage.restartDatabase)
    report('PostgreSQL restarted', operations)
    expect(findFailed(operations, 1)).toEqual([])
  })

  test('a worker that is killed costs no request', { timeout: longest_ms }, async () => {
    const operations = await duringLoad(async () => {
      await stage.machines.worker.kill()
      await stage.machines.worker.start()
    })
    report('the worker killed', operations)
    expect(findFailed(operations, 0)).toEqual([])
  })

  test('a rolling restart has no failed request', { timeout: longest_ms }, async () => {
    const operations = await duringLoad(async () => {
      for (const machine of stage.machines.machines) {
        await machine.stop()
        await machine.start()
      }
    })
    report('rolling restart', operations)
    expect(findFailed(operations, 0)).toEqual([])
  })

  test(
    'after all failures of the cluster nothing acknowledged is lost, stored twice, or not found',
    { timeout: longest_ms },
    async () => {
      await recorder.stop()
      const { pool, machines, openSearch } = stage
      await openSearch.untilHealthy('green')
      const { rows: courts } = await pool.query<{ name: string }>(`select name from courts where name like 'Court %'`)
      expect(sorted(courts.map(({ name }) => name))).toEqual(sorted(acknowledged.courts))
      const { rows: cases } = await pool.query<{ title: string }>('select title from case_files where title like $1', [
        `${savedWord} %`,
      ])
      expect(sorted(cases.map((row) => row.title))).toEqual(sorted(acknowledged.cases))

      await vi.waitUntil(() => tabs.every(({ names }) => acknowledged.courts.every((name) => names.has(name))), 30_000)
      for (const { port } of machines.machines) {
        const counts = await readCounts(apiClient(`http://127.0.0.1:${port}`, staff.token), [
          savedWord,
          ...expected.keys(),
        ])
        expect(counts).toEqual(new Map([[savedWord, acknowledged.cases.length], ...expected]))
      }
      for (const { link, sha256 } of acknowledged.files.slice(-20))
        expect(await hashOf(machines.address + link)).toBe(sha256)

      // A run whose worker was killed is resumed when its lease has ended.
      const states = async () => {
        const { rows } = await pool.query<{ status: string; pages: number }>(
          `select status, (select count(*)::integer from analysis_pages where analysis_id = analysis.id) as pages
             from analysis
            where id = any($1)`,
          [acknowledged.analyses],
        )
        return rows
      }
      await vi.waitUntil(async () => (await states()).every(({ status }) => status === 'Analyzed'), {
        timeout: 180_000,
        interval: 500,
      })
      expect(await states()).toEqual(acknowledged.analyses.map(() => ({ status: 'Analyzed', pages: analyzedPages })))
    },
  )
})

const sorted = (texts: readonly string[]) => [...texts].sort()

const idOf = ({ data }: Record<string, unknown>) => (data as { id: number }).id

const hashOf = async (link: string) =>
  createHash('sha256')
    .update(await (await fetch(link)).bytes())
    .digest('hex')

const report = (about: string, operations: readonly Operation[]) =>
  console.log(`${about}: ${describeOperations(operations)}`)
