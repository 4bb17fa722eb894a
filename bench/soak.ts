import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sendRequests } from '#bench/memory/requests.ts'
import { openSoakWork } from '#bench/memory/soakWork.ts'
import { medianGrowth, resourcesOf } from '#bench/memory/resources.ts'
import { startCommand, startProgram } from './startProgram.ts'

/**
 * Whether the memory of a server stays flat: `npm start` with its own database and the demo library, and a minute of use again
 * and again (195 reads, saves, an upload, sockets). Prints the resident memory, the open files and the threads after each. Ends with 1 when the
 * memory of the last minutes is above that of those after the warm-up, when a call failed, or when the server ended.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** They are not compared: caches fill, and heaps grow to their size. */
    warm: { type: 'string', default: '30' },
    /** DATA_DIR, which stays. */
    folder: { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const warm = Number(values.warm)
const most_mb = 10

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'hukum-soak-'))
const server = await startProgram(
  startCommand({ ...process.env, DATABASE_URL: '', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }),
)
try {
  const samples = await soak()
  const growth = medianGrowth(samples.filter(({ minute }) => minute > warm).map(({ megabytes }) => megabytes))
  console.log(`from minute ${warm} to ${minutes}: ${growth.toFixed(1)} MB of growth, at most ${most_mb} allowed`)
  process.exitCode = growth <= most_mb ? 0 : 1
} finally {
  await server.stop()
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true })
}

/** A request that fails, and a server that has ended, end the measurement with an error. */
async function soak() {
  const work = await openSoakWork(server.address, folder)
  const samples: { minute: number; megabytes: number }[] = []
  const startedAt = performance.now()
  for (let minute = 0; minute < minutes;) {
    const reads = await sendRequests(server.address)
    // A user may search sixty times a minute, which the next round begins with.
    const until = performance.now() + 61_000
    const calls = reads + (await work.run())
    await sleep(Math.max(0, until - performance.now()))
    minute = (performance.now() - startedAt) / 60_000
    const { megabytes, files, threads } = resourcesOf(server.pid)
    samples.push({ minute, megabytes })
    console.log(
      `minute ${minute.toFixed(1)}: ${megabytes.toFixed(1)} MB, ${files} open files, ${threads} threads, ${calls} calls`,
    )
  }
  return samples
}
