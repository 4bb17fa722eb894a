import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './processes.ts'

/** The distribution in OPENSEARCH_HOME; `docs/operations.md` says where it comes from. */
const home = process.env['OPENSEARCH_HOME']

/** Whether nodes can be started: OpenSearch needs Java 21. */
export const hasOpenSearchNodes = home !== undefined && findJava() !== undefined

type OpenSearchNode = {
  name: string
  url: string
  /** Resolves when it has ended, with its files left. */
  kill: (signal?: NodeJS.Signals) => Promise<void>
  /** Starts it again; `untilHealthy` says when it has joined. */
  start: () => void
}

/** Starts a cluster of `count` nodes with small heaps. */
export async function startNodes(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'hukum-opensearch-'))
  if (isRoot) chownSync(folder, unprivileged.uid, unprivileged.gid)
  const ports: { http: number; transport: number }[] = []
  for (let at = 0; at < count; at += 1) ports.push({ http: await freePort(), transport: await freePort() })
  const transports = ports.map(({ transport }) => transport)
  const nodes = ports.map(({ http, transport }, at) =>
    startNode(join(folder, `node-${at + 1}`), { name: `node-${at + 1}`, http, transport, transports }),
  )
  const ask = (path: string) => firstAnswer(nodes, path)
  const untilHealthy = async (status: 'yellow' | 'green' = 'yellow', among = count) => {
    const path = `/_cluster/health?wait_for_nodes=${among}&wait_for_status=${status}&timeout=1s`
    while (!(await ask(path))?.ok) {
      if (among === count && nodes.some((node) => node.hasEnded())) throw new Error(`OpenSearch ended: see ${folder}`)
      await sleep(200)
    }
  }
  await untilHealthy()
  return {
    nodes: nodes as readonly OpenSearchNode[],
    untilHealthy,
    /** The node that manages the cluster now. */
    manager: async () => {
      const answer = await ask('/_cat/cluster_manager?format=json')
      const [found] = ((await answer?.json()) ?? []) as { node: string }[]
      const manager = nodes.find(({ name }) => name === found?.node)
      if (!manager) throw new Error('OpenSearch has no manager')
      return manager as OpenSearchNode
    },
    close: async () => {
      await Promise.all(nodes.map((node) => node.kill('SIGKILL')))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function firstAnswer(nodes: readonly OpenSearchNode[], path: string) {
  for (const { url } of nodes) {
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    if (answer) return answer
  }
  return undefined
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

type Settings = { name: string; http: number; transport: number; transports: readonly number[] }

function startNode(folder: string, settings: Settings) {
  configureNode(folder, settings)
  const environment = {
    PATH: process.env['PATH'],
    HOME: folder,
    OPENSEARCH_JAVA_HOME: findJava(),
    OPENSEARCH_PATH_CONF: join(folder, 'config'),
    OPENSEARCH_TMPDIR: join(folder, 'tmp'),
    OPENSEARCH_JAVA_OPTS: '-Xms512m -Xmx512m -XX:TieredStopAtLevel=1',
  }
  const start = () =>
    spawn(join(home ?? '', 'bin/opensearch'), [], { env: environment, stdio: 'ignore', ...(isRoot && unprivileged) })
  let node: ChildProcess = start()
  const hasEnded = () => node.exitCode !== null || node.signalCode !== null
  return {
    name: settings.name,
    url: `http://127.0.0.1:${settings.http}`,
    hasEnded,
    start: () => {
      node = start()
    },
    kill: async (signal: NodeJS.Signals = 'SIGKILL') => {
      if (hasEnded()) return
      const exit = once(node, 'exit')
      node.kill(signal)
      await exit
    },
  }
}

function configureNode(folder: string, { name, http, transport, transports }: Settings) {
  cpSync(join(home ?? '', 'config'), join(folder, 'config'), { recursive: true })
  for (const part of ['data', 'logs', 'tmp']) mkdirSync(join(folder, part))
  const discovery =
    transports.length === 1
      ? { 'discovery.type': 'single-node' }
      : {
          'discovery.seed_hosts': JSON.stringify(transports.map((port) => `127.0.0.1:${port}`)),
          'cluster.initial_cluster_manager_nodes': JSON.stringify(transports.map((_, at) => `node-${at + 1}`)),
        }
  const settings = {
    'cluster.name': `hukum-test-${transports[0]}`,
    'node.name': name,
    'network.host': '127.0.0.1',
    'http.port': http,
    'transport.port': transport,
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'cluster.routing.allocation.disk.threshold_enabled': false,
    ...discovery,
  }
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${value}\n`)
  writeFileSync(join(folder, 'config/opensearch.yml'), lines.join(''))
  const options = join(folder, 'config/jvm.options')
  // The others write into the folder of the program.
  const own = readFileSync(options, 'utf8')
    .split('\n')
    .filter((line) => !/logs\/|HeapDumpPath/.test(line))
  writeFileSync(options, own.join('\n'))
  if (isRoot) execFileSync('chown', ['-R', `${unprivileged.uid}:${unprivileged.gid}`, folder])
}
