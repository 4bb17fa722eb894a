import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { limits } from '#shared/limits.ts'
import { openCompileCache } from './compileCache.ts'

const root = join(import.meta.dirname, '../../..')

/** What the process may read: the code, and nothing of DATA_DIR, which may be in the same folder. */
const readable = ['server', 'shared', 'db/seed/data', 'node_modules', 'package.json'].map((name) => join(root, name))

/**
 * A wrapper of the command, and a command that shows whether it works here: a container may forbid a network namespace,
 * and other systems have neither.
 */
type Wrapper = { wrapper: readonly string[]; trial: readonly [string, ...string[]] }

/** No file gets a byte, by code of any kind. */
const writesNothing: Wrapper = {
  wrapper: ['prlimit', '--fsize=0', '--'],
  trial: ['prlimit', '--fsize=0', '--', 'true'],
}

/** The lowest priority, for all threads: the server answers meanwhile. */
const lowestPriority: Wrapper = { wrapper: ['nice', '-n', '19'], trial: ['nice', '-n', '19', 'true'] }

const namespaces = ['unshare', '-rn', '--'] as const

/**
 * Only in a user namespace: elsewhere the limit counts the threads of all processes of the user, also those of other
 * containers, so that four servers would leave none. There the container limits them.
 */
const fewThreads = ['prlimit', '--nproc=64', '--'] as const

const wrappers: readonly Wrapper[] = [
  writesNothing,
  lowestPriority,
  // A network namespace without a network, and a user namespace, which has a count of its threads.
  { wrapper: [...namespaces, ...fewThreads], trial: [...namespaces, ...fewThreads, 'true'] },
  {
    wrapper: ['prlimit', `--data=${4 * limits.analysis.memory_bytes}`, '--core=0', '--'],
    trial: ['prlimit', '--core=0', '--', 'true'],
  },
  // The last one, because others reset it: a process whose server is killed ends with it.
  {
    wrapper: ['setpriv', '--no-new-privs', '--pdeathsig', 'SIGKILL', '--'],
    trial: ['setpriv', '--no-new-privs', '--pdeathsig', 'SIGKILL', '--', 'true'],
  },
]

let known: readonly Wrapper[] | undefined

/** The wrappers that work here. */
const available = () =>
  (known ??= wrappers.filter(({ trial: [name, ...parameters] }) => spawnSync(name, parameters).status === 0))

type Command = { command: string; parameters: readonly string[]; env: Record<string, string> }

/** The command of a process that reads a file by a script, as confined as this system allows. */
export const confinedCommand = (script: string): Command =>
  commandOf([script], available(), protectedCache()?.filledFolder())

/** Fills the compile cache of the confined processes, so that the first file is read as fast as the next ones. */
export const prepareCompileCache = async (): Promise<void> => protectedCache()?.fill()

let cache: ReturnType<typeof openCompileCache> | undefined

/** Node asks for the right to write a cache that it reads: there is one only where that right is without effect. */
const protectedCache = () => (available().includes(writesNothing) ? (cache ??= openCompileCache(loadAll)) : undefined)

/**
 * Compiles what the confined processes load into a folder, by processes that may write there and get no file. At the usual
 * priority: others wait for it.
 */
async function loadAll(folder: string): Promise<boolean> {
  const writing = available().filter((wrapper) => wrapper !== writesNothing && wrapper !== lowestPriority)
  const load = `--import=${import.meta.resolve('./loadAll.ts')}`
  for (const script of ['child.mts', '../pictures/renderProcess.mts']) {
    const { command, parameters, env } = commandOf([load, join(import.meta.dirname, script)], writing, folder)
    const child = spawn(command, parameters, { env, stdio: 'ignore' })
    const [code] = (await once(child, 'exit')) as [code: number | null]
    if (code === null) return false
  }
  return true
}

/** Without variables of the environment: they have secrets. */
function commandOf(program: readonly string[], used: readonly Wrapper[], folder: string | undefined): Command {
  const cacheFlags = folder === undefined ? [] : [`--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`]
  const node = [process.execPath, ...nodeFlags, ...cacheFlags, ...program]
  const [command = process.execPath, ...parameters] = [...used.flatMap(({ wrapper }) => wrapper), ...node]
  return { command, parameters, env: folder === undefined ? {} : { NODE_COMPILE_CACHE: folder } }
}

/**
 * A heap that leaves memory to pictures and WebAssembly, and a young generation that does not double the memory of a long
 * file. Files are read side by side: threads that collect garbage together would wait for each other. @internal for benchmarks
 */
export const heapFlags = ['--max-old-space-size=512', '--max-semi-space-size=4', '--single-threaded-gc']

/** No files but the code, no processes; no code from strings. */
const nodeFlags = [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--allow-worker',
  '--disallow-code-generation-from-strings',
  '--disable-proto=delete',
  ...heapFlags,
  '--no-warnings',
]
