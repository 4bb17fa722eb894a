import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBucketServer } from '#test/bucketServer.ts'
import { openProxy } from '#test/machines/proxy.ts'
import { freePort } from '#test/processes.ts'
import { startProcess } from './testProcess.ts'

const machines = 3

/**
 * Starts servers with data folders of their own behind a proxy, of which the first also runs the jobs. Files are in a bucket,
 * and cases in the OpenSearch at TEST_SEARCH_URL, where there is one.
 */
export async function startMachines(settings: Record<string, string>) {
  const { DATA_DIR: folder = '' } = settings
  const bucket = await openBucketServer()
  const ports: number[] = []
  for (let at = 0; at < machines; at += 1) ports.push(await freePort())
  const proxy = await openProxy(ports)
  const common = { ...settings, ...bucket.env, ...searchEnv(), PUBLIC_URL: proxy.address, TRUSTED_PROXIES: '1' }
  const running: Awaited<ReturnType<typeof startProcess>>[] = []
  for (const [at, port] of ports.entries()) {
    const own = at === 0 ? folder : join(folder, `machine-${at + 1}`)
    mkdirSync(own, { recursive: true })
    if (at > 0) copyFileSync(join(folder, 'secrets.json'), join(own, 'secrets.json'))
    const roles = ['web', 'indexer', ...(at === 0 ? ['worker'] : [])].flatMap((role) => ['--role', role])
    running.push(await startProcess({ ...common, PORT: String(port), DATA_DIR: own }, [...roles, '--wait-for-index']))
  }
  return {
    address: proxy.address,
    stop: async () => {
      await Promise.all(running.map((one) => one.stop()))
      await proxy.close()
      await bucket.close()
    },
  }
}

function searchEnv(): Record<string, string> {
  const url = process.env['TEST_SEARCH_URL']
  return url === undefined ? {} : { SEARCH_URL: new URL(`e2e-${randomBytes(6).toString('hex')}?shards=3`, url).href }
}
