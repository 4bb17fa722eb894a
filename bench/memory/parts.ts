import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/**
 * Prints by how many megabytes this process grows with each part of a server, as JSON: what a thread costs. Parts are
 * loaded one after the other here, and measured when they are idle.
 */
const { values } = parseArgs({ options: { database: { type: 'string' }, index: { type: 'string' } } })
const { database: databaseUrl = '', index: folder = '' } = values

const parts: [name: string, megabytes: number][] = []
let before = 0

async function measure(name: string) {
  await sleep(1500)
  const now = process.memoryUsage.rss() / 2 ** 20
  parts.push([name, now - before])
  before = now
}

await measure('Node itself')
await import('#server/serve.ts')
await measure('main thread: modules')

const { openIndex } = await import('#server/search/workers/openIndex.ts')
// Without search threads: those are the next parts.
const index = await openIndex({ folder, databaseUrl, threads: 0, onError: console.error })
await index.waitForRefresh()
await measure('index writer')

const { openIndexFolder } = await import('#server/search/storage/connection.ts')
const { file } = openIndexFolder(folder, 'search')
const { startSearchThread } = await import('#server/search/workers/openIndex.ts')
for (const which of ['first', 'second']) {
  const onDamaged = () => undefined
  startSearchThread(file, { searchUrl: undefined, nearBudget: 80_000, onDamaged, onError: console.error }).refresh()
  await measure(`${which} reader`)
}

const module = new URL('../../server/search/indexing/prefetchWorker.ts', import.meta.url)
const prefetch = new Worker(module, { workerData: { databaseUrl, after: 0 } })
await measure('prefetch, only while an index of 2,000 cases or more is built')
await prefetch.terminate()

process.stdout.write(JSON.stringify(parts))
process.exit(0)
