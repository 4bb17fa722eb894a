import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from '../scripts/cluster.ts'
import { gather } from './live/crowd.ts'
import { openOurs, openPeer, type Side } from './live/sides.ts'

/**
 * Live channels beside socket.io in the same run: so many sockets on one list, an event a second, then a burst in one
 * go. Ours are committed, read from the log and loaded from the database; those of socket.io come from memory.
 */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    /** Events told at once, each to everybody. */
    burst: { type: 'string', default: '500' },
    /** How long there is an event a second. */
    seconds: { type: 'string', default: '20' },
    /** Processes that hold the clients. */
    processes: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
})
const sockets = Number(values.sockets)
const burst = Number(values.burst)
const processes = Number(values.processes)

type Phase = { p50: number; p99: number; max: number; lost: number; reordered: number; closed: number; seconds: number; api: number } // prettier-ignore
type Measured = { name: string; joining: number; steady: Phase; burst: Phase; rss: number }

const folder = join(import.meta.dirname, '../.cache/bench')
mkdirSync(folder, { recursive: true })
const cluster = await startCluster(join(folder, 'postgres'), 'bench')
try {
  const measured: Measured[] = []
  if (values.only !== 'peer') measured.push(await measure(await openOurs(await freshDatabase(), Math.ceil(sockets / 15)), 11)) // prettier-ignore
  if (values.only !== 'ours') measured.push(await measure(await openPeer(), 31))
  print(measured)
} finally {
  await cluster.stop()
}

async function measure(side: Side, from: number): Promise<Measured> {
  const memory = watchMemory(side.process.pid ?? 0)
  const begun = performance.now()
  const crowd = await gather({ ...side.work, sockets }, { processes, from })
  const joining = (performance.now() - begun) / 1000
  try {
    const steady = await phase(side, crowd, Number(values.seconds), 1)
    const together = await phase(side, crowd, 1, burst)
    return { name: side.name, joining, steady, burst: together, rss: memory.stop() }
  } finally {
    memory.stop()
    await crowd.leave()
    await side.close()
  }
}

/** So many rounds, one a second, of so many events each. */
async function phase(
  side: Side,
  crowd: Awaited<ReturnType<typeof gather>>,
  rounds: number,
  each: number,
): Promise<Phase> {
  await crowd.expect(rounds * each)
  const api = watchApi(side.ask)
  const begun = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await sleep(1000)
    await side.tell(Array.from({ length: each }, (_, place) => nameOf(round * each + place)))
  }
  const { after, messages, reordered, closed } = await crowd.came(120_000)
  const seconds = (performance.now() - begun) / 1000
  const times = after.sort(([one], [other]) => one - other)
  const lost = rounds * each * sockets - messages
  return { p50: share(times, 0.5), p99: share(times, 0.99), max: share(times, 1), lost, reordered, closed, seconds, api: await api.stop() } // prettier-ignore
}

function nameOf(place: number) {
  return `#${String(place).padStart(7, '0')}@${Date.now()}`
}

/** The time within which so much of all came. */
function share(times: readonly [ms: number, count: number][], part: number) {
  const all = times.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [ms, count] of times) {
    seen += count
    if (seen >= all * part) return ms
  }
  return Number.NaN
}

/** Asks ten times a second; answers the time within which 99 of 100 were answered. */
function watchApi(ask: () => Promise<unknown>) {
  const taken: number[] = []
  const running = new Set<Promise<unknown>>()
  const failures: string[] = []
  const timer = setInterval(() => {
    const begun = performance.now()
    const one = ask().then(
      () => void taken.push(performance.now() - begun),
      (error: unknown) => failures.push(reasonOf(error)),
    )
    running.add(one)
    void one.then(() => running.delete(one))
  }, 100)
  return {
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running)
      taken.sort((one, other) => one - other)
      if (failures.length > 0) console.log(`${failures.length} calls failed: ${[...new Set(failures)].join(', ')}`)
      return taken[Math.ceil(taken.length * 0.99) - 1] ?? Number.NaN
    },
  }
}

function reasonOf(error: unknown) {
  const { cause } = error instanceof Error ? error : {}
  return cause instanceof Error ? cause.message : String(error)
}

/** The most that a process has held in memory, in megabytes. */
function watchMemory(pid: number) {
  let most = 0
  const timer = setInterval(() => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    most = Math.max(most, Number(kilobytes) / 1024)
  }, 200)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

async function freshDatabase() {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('drop database if exists live with (force)')
  await client.query('create database live')
  await client.end()
  return cluster.url('live')
}

function print(measured: Measured[]) {
  const [ours, peer] = measured
  const rows: [string, (one: Measured) => number][] = [
    ['all have joined, s', ({ joining }) => joining],
    ...(['steady', 'burst'] as const).flatMap((name): [string, (one: Measured) => number][] =>
      (['p50', 'p99', 'max', 'seconds', 'api', 'lost', 'reordered', 'closed'] as const).map((what) => [
        `${name} ${what === 'api' ? 'API p99' : what}`,
        (one) => one[name][what],
      ]),
    ),
    ['memory at most, MB', ({ rss }) => rss],
  ]
  console.log(`${sockets.toLocaleString('en')} sockets on one list: an event a second, then ${burst} at once; ms`)
  console.log(''.padEnd(24), ...measured.map(({ name }) => name.padStart(10)), 'ratio'.padStart(8))
  for (const [title, of] of rows) {
    const ratio = ours && peer && of(ours) > 0 && of(peer) > 0 ? `${(of(peer) / of(ours)).toFixed(1)}×` : ''
    console.log(
      title.padEnd(24),
      ...measured.map((one) =>
        of(one)
          .toFixed(of(one) < 10 ? 1 : 0)
          .padStart(10),
      ),
      ratio.padStart(8),
    )
  }
}
