import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { emptyDatabase, startBenchCluster } from './cluster.ts'
import { openClients } from '#bench/live/clientProcesses.ts'
import { openOurs, openPeer, type BenchTarget } from '#bench/live/sides.ts'
import { comparedRows, judge, type Measured, type Phase, print, share } from '#bench/live/table.ts'
import { record, recordOption } from '#bench/report/figures.ts'
import { cpuOf, watchApi, watchMemory } from '#bench/live/watch.ts'

/**
 * Live channels compared with socket.io in the same run. First a burst of saves over all lists, with the sockets spread over
 * them; then all sockets on one list: one event a second, then the same burst. Our events are committed, read from the log
 * and loaded from the database; those of socket.io come from memory.
 */
const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    /** Events emitted at once. */
    burst: { type: 'string', default: '500' },
    /** The duration of the steady phase; the limits assume the default. */
    seconds: { type: 'string', default: '600' },
    /** The number of client processes. */
    processes: { type: 'string', default: '2' },
    /** Calls of the API a second meanwhile. */
    asks: { type: 'string', default: '10' },
    only: { type: 'string' },
    ...recordOption,
  },
})
const sockets = Number(values.sockets)
const burst = Number(values.burst)
const asks = Number(values.asks)
const lists = 13
/** The share of a burst on each list. */
const spread = Array.from({ length: lists }, (_, list) => Math.ceil((burst - list) / lists))

const cluster = await startBenchCluster()
try {
  const measured: Measured[] = []
  const size = { sessions: Math.ceil(sockets / 15), each: Math.max(...spread), most: burst, asks }
  if (values.only !== 'peer')
    measured.push(await measure(await openOurs(await emptyDatabase(cluster, 'live'), size), 11))
  if (values.only !== 'ours') measured.push(await measure(await openPeer(), 31))
  print(measured, { sockets, burst, lists, asks })
  const [ours, peer] = measured
  if (ours && peer && values.record) record('live', comparedRows(ours, peer))
  if (ours && values.only !== 'peer') process.exitCode = judge(ours) ? 0 : 1
} finally {
  await cluster.stop()
}

async function measure(target: BenchTarget, from: number): Promise<Measured> {
  const memory = watchMemory(target.process.pid ?? 0)
  const empty = memory.now()
  const startedAt = performance.now()
  try {
    const clients = await openClients({ ...target.work, sockets }, { processes: Number(values.processes), from })
    const joining = (performance.now() - startedAt) / 1000
    const joined = memory.now()
    try {
      const divided = await phase(target, clients, 1, spread)
      await clients.gather()
      const steady = await phase(target, clients, Number(values.seconds), [1])
      const together = await phase(target, clients, 1, [burst])
      return { name: target.name, joining, divided, steady, together, memory: { empty, joined, most: memory.stop() } }
    } finally {
      await clients.leave()
    }
  } finally {
    memory.stop()
    await target.close()
  }
}

type Clients = Awaited<ReturnType<typeof openClients>>

/** Runs rounds, one a second, with the given number of events on each list. */
async function phase(target: BenchTarget, clients: Clients, rounds: number, counts: number[]): Promise<Phase> {
  await clients.expect(counts.map((count) => count * rounds))
  const received = clients.received(rounds * 2000 + 120_000)
  const api = watchApi(target.ask, asks)
  const computed = cpuOf(target.process.pid ?? 0)
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await sleep(1000)
    await target.emit(counts.map((count) => Array.from({ length: count }, (_, index) => nameOf(round * count + index))))
  }
  const { expected, messages, after, ...rest } = await received
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = cpuOf(target.process.pid ?? 0) - computed
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

function nameOf(index: number) {
  return `#${String(index).padStart(7, '0')}@${Date.now()}`
}
