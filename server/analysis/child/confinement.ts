import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { limits } from '#shared/limits.ts'

const root = join(import.meta.dirname, '../../..')

/** What the process may read: the code, and nothing of DATA_DIR, which may stand in the same folder. */
const readable = ['server', 'shared', 'db/seed/data', 'node_modules', 'package.json'].map((name) => join(root, name))

/**
 * A wrapper of the command, and a command that shows whether it works here: a container may forbid a network namespace,
 * and other systems have neither.
 */
const wrappers: { wrapper: readonly string[]; trial: readonly [string, ...string[]] }[] = [
  // The lowest priority, for all threads: the server answers meanwhile.
  { wrapper: ['nice', '-n', '19'], trial: ['nice', '-n', '19', 'true'] },
  // A network namespace without a network.
  { wrapper: ['unshare', '-rn', '--'], trial: ['unshare', '-rn', '--', 'true'] },
  {
    wrapper: ['prlimit', `--data=${4 * limits.analysis.memory_bytes}`, '--core=0', '--fsize=0', '--nproc=64', '--'],
    trial: ['prlimit', '--core=0', '--', 'true'],
  },
  // The last one, because others reset it: a process whose server is killed ends with it.
  {
    wrapper: ['setpriv', '--no-new-privs', '--pdeathsig', 'SIGKILL', '--'],
    trial: ['setpriv', '--no-new-privs', '--pdeathsig', 'SIGKILL', '--', 'true'],
  },
]

let command: readonly [string, ...string[]] | undefined

/** The command of a process that reads a file by a script, as confined as this system allows. */
export function confinedCommand(script: string): readonly [string, ...string[]] {
  command ??= buildCommand()
  return [...command, script]
}

function buildCommand(): readonly [string, ...string[]] {
  const available = wrappers.filter(({ trial: [name, ...parameters] }) => spawnSync(name, parameters).status === 0)
  const [first, ...rest] = available.flatMap(({ wrapper }) => wrapper)
  return first === undefined ? [process.execPath, ...nodeFlags] : [first, ...rest, process.execPath, ...nodeFlags]
}

/** No files but the code, no processes; no code from strings; a heap that leaves memory to pictures and WebAssembly. */
const nodeFlags = [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--allow-worker',
  '--disallow-code-generation-from-strings',
  '--disable-proto=delete',
  '--max-old-space-size=512',
  // A large young generation doubles the memory of a long file.
  '--max-semi-space-size=4',
  '--no-warnings',
]
