import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from '../scripts/cluster.ts'
import { openCrowd } from './live/crowd.ts'
import { openOurs, openPeer, type Side } from './live/sides.ts'
import { judge, type Measured, type Phase, print, share } from './live/table.ts'
import { cpuOf, watchApi, watchMemory } from './live/watch.ts'

/**
 * Live channels beside socket.io in the same run. A burst of saves spread over the lists that staff look at, the
 * sockets divided over them; then everybody looks at one list: an event a second, and the same burst there. Ours are
 * committed, read from the log and loaded from the database; those of socket.io come from memory.
 */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    /** Events told at once. */
    burst: { type: 'string', default: '500' },
    /** How long there is an event a second: as long as the limits are about, unless a shorter look is wanted. */
    seconds: { type: 'string', default: '600' },
    /** Processes that hold the clients. */
    processes: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
})
const sockets = Number(values.sockets)
const burst = Number(values.burst)
const lists = 13
/** So many of a burst are on each list. */
const spread = Array.from({ length: lists }, (_, list) => Math.ceil((burst - list) / lists))

const folder = join(import.meta.dirname, '../.cache/bench')
mkdirSync(folder, { recursive: true })
const cluster = await startCluster(join(folder, 'postgres'), 'bench')
try {
  const measured: Measured[] = []
  const size = { sessions: Math.ceil(sockets / 15), each: Math.max(...spread), most: burst }
  if (values.only !== 'peer') measured.push(await measure(await openOurs(await freshDatabase(), size), 11))
  if (values.only !== 'ours') measured.push(await measure(await openPeer(), 31))
  print(measured, { sockets, burst, lists })
  const [ours] = measured
  if (ours && values.only !== 'peer') process.exitCode = judge(ours) ? 0 : 1
} finally {
  await cluster.stop()
}

async function measure(side: Side, from: number): Promise<Measured> {
  const memory = watchMemory(side.process.pid ?? 0)
  const empty = memory.now()
  const begun = performance.now()
  try {
    const crowd = await openCrowd({ ...side.work, sockets }, { processes: Number(values.processes), from })
    const joining = (performance.now() - begun) / 1000
    const joined = memory.now()
    try {
      const divided = await phase(side, crowd, 1, spread)
      await crowd.gather()
      const steady = await phase(side, crowd, Number(values.seconds), [1])
      const together = await phase(side, crowd, 1, [burst])
      return { name: side.name, joining, divided, steady, together, memory: { empty, joined, most: memory.stop() } }
    } finally {
      await crowd.leave()
    }
  } finally {
    memory.stop()
    await side.close()
  }
}

type Crowd = Awaited<ReturnType<typeof openCrowd>>

/** So many rounds, one a second, of so many events on each list. */
async function phase(side: Side, crowd: Crowd, rounds: number, counts: number[]): Promise<Phase> {
  await crowd.expect(counts.map((count) => count * rounds))
  const came = crowd.came(rounds * 2000 + 120_000)
  const api = watchApi(side.ask)
  const computed = cpuOf(side.process.pid ?? 0)
  const begun = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await sleep(1000)
    await side.tell(counts.map((count) => Array.from({ length: count }, (_, place) => nameOf(round * count + place))))
  }
  const { expected, messages, after, ...rest } = await came
  const seconds = (performance.now() - begun) / 1000
  const cpu = cpuOf(side.process.pid ?? 0) - computed
  const times = after.sort(([one], [other]) => one - other)
  return {
    ...rest,
    lost: expected - messages,
    p50: share(times, 0.5),
    p99: share(times, 0.99),
    max: share(times, 1),
    seconds,
    cpu,
    ...(await api.stop()),
  }
}

function nameOf(place: number) {
  return `#${String(place).padStart(7, '0')}@${Date.now()}`
}

async function freshDatabase() {
  const client = new pg.Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query('drop database if exists live with (force)')
  await client.query('create database live')
  await client.end()
  return cluster.url('live')
}
