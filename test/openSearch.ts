import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * A real OpenSearch for tests: the one at TEST_SEARCH_URL, or a node of the distribution in OPENSEARCH_HOME, which needs Java 21.
 * `docs/operations.md` says where the distribution comes from.
 */

const given = process.env['TEST_SEARCH_URL']
const home = process.env['OPENSEARCH_HOME']

/** Why there is no OpenSearch; undefined when there is one. */
export const missingOpenSearch: string | undefined =
  given !== undefined || (home !== undefined && findJava() !== undefined)
    ? undefined
    : 'needs TEST_SEARCH_URL, or OPENSEARCH_HOME and Java 21'

export type OpenSearch = {
  /** A SEARCH_URL with indices of its own. */
  searchUrl: () => string
  close: () => Promise<void>
}

/** Opens what `missingOpenSearch` does not miss. Closing deletes the indices of all its URLs. */
export async function openOpenSearch(): Promise<OpenSearch> {
  const node = given === undefined ? await startNode() : { url: given, stop: async () => {} }
  const prefixes: string[] = []
  return {
    searchUrl: () => {
      const prefix = `test-${randomBytes(6).toString('hex')}`
      prefixes.push(prefix)
      return new URL(prefix, node.url).href
    },
    close: async () => {
      for (const prefix of prefixes) await deleteIndices(node.url, prefix)
      await node.stop()
    },
  }
}

async function deleteIndices(at: string, prefix: string) {
  const found = (await (await fetch(new URL(`/${prefix}-*`, at))).json()) as Record<string, unknown>
  for (const index of Object.keys(found)) await fetch(new URL(`/${index}`, at), { method: 'DELETE' })
}

function findJava(): string | undefined {
  const machines = '/usr/lib/jvm'
  const installed = existsSync(machines) ? readdirSync(machines).map((name) => join(machines, name)) : []
  return [process.env['OPENSEARCH_JAVA_HOME'], process.env['JAVA_HOME'], ...installed].find((one) => {
    const release = one === undefined ? '' : join(one, 'release')
    const [, major = '0'] = /JAVA_VERSION="(\d+)/.exec(existsSync(release) ? readFileSync(release, 'utf8') : '') ?? []
    return Number(major) >= 21
  })
}

/** OpenSearch refuses to run as root. */
const unprivileged = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

async function startNode() {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-opensearch-'))
  const port = await freePort()
  configureNode(folder, { port, transport: await freePort() })
  const environment = {
    PATH: process.env['PATH'], HOME: folder, OPENSEARCH_JAVA_HOME: findJava(), OPENSEARCH_PATH_CONF: join(folder, 'config'),
    OPENSEARCH_TMPDIR: join(folder, 'tmp'), OPENSEARCH_JAVA_OPTS: '-Xms512m -Xmx512m',
  } // prettier-ignore
  const node = spawn(join(home ?? '', 'bin/opensearch'), [], {
    env: environment,
    stdio: 'ignore',
    ...(isRoot && unprivileged),
  })
  const ended = new Promise<void>((resolve) => node.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  while (!(await isHealthy(url))) {
    if (node.exitCode !== null) throw new Error(`OpenSearch ended: see ${folder}/logs`)
    await sleep(200)
  }
  return {
    url,
    stop: async () => {
      node.kill()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isHealthy = (url: string) =>
  fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=1s`).then(
    ({ ok }) => ok,
    () => false,
  )

function configureNode(folder: string, { port, transport }: { port: number; transport: number }) {
  cpSync(join(home ?? '', 'config'), join(folder, 'config'), { recursive: true })
  for (const name of ['data', 'logs', 'tmp']) mkdirSync(join(folder, name))
  const settings = {
    'cluster.name': 'hukum-test', 'network.host': '127.0.0.1', 'http.port': port, 'transport.port': transport,
    'discovery.type': 'single-node', 'path.data': join(folder, 'data'), 'path.logs': join(folder, 'logs'),
    'cluster.routing.allocation.disk.threshold_enabled': false,
  } // prettier-ignore
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${value}\n`)
  writeFileSync(join(folder, 'config/opensearch.yml'), lines.join(''))
  const options = join(folder, 'config/jvm.options')
  // The others write into the folder of the program.
  const own = readFileSync(options, 'utf8').split('\n').filter((line) => !/logs\/|HeapDumpPath/.test(line)) // prettier-ignore
  writeFileSync(options, own.join('\n'))
  if (isRoot) execFileSync('chown', ['-R', `${unprivileged.uid}:${unprivileged.gid}`, folder])
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
