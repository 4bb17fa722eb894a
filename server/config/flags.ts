import { parseArgs } from 'node:util'
import { StartupError } from './env.ts'

/** What a process does: serves the web and its API, runs the jobs, updates the search index of its machine. */
const roles = ['web', 'worker', 'indexer'] as const
type Role = (typeof roles)[number]

export type Flags = {
  /** The processes that share the port. */
  processes: number
  /** By default all. */
  roles: ReadonlySet<Role>
  /** Whether a process listens only when its index is complete: then an earlier process has served until now. */
  waitsForIndex: boolean
}

const maxProcesses = 32
const usage = `--processes 1 to ${maxProcesses}, --role ${roles.join(' | ')}, --wait-for-index`

/** The flags of `npm start` and of `server/main.mjs`. Throws a `StartupError` that names the wrong one. */
export function readFlags(parameters: readonly string[]): Flags {
  const { processes, role = [...roles], 'wait-for-index': waitsForIndex } = parse(parameters)
  const count = Number(processes)
  if (!Number.isInteger(count) || count < 1 || count > maxProcesses)
    throw new StartupError(`--processes takes a whole number from 1 to ${maxProcesses}.`)
  const chosen = roles.filter((one) => role.includes(one))
  if (chosen.length < new Set(role).size)
    throw new StartupError(`--role takes ${roles.join(', ')}; repeat it for several.`)
  if (count > 1 && !chosen.includes('web'))
    throw new StartupError('--processes is for processes that share a port: it needs the role web.')
  return { processes: count, roles: new Set(chosen), waitsForIndex }
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({
      args: [...parameters],
      options: {
        processes: { type: 'string', default: '1' },
        role: { type: 'string', multiple: true },
        'wait-for-index': { type: 'boolean', default: false },
        // `scripts/start.mjs` acts on it.
        prepare: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The flags are not right: ${reason}. These may be given: ${usage}`)
  }
}
