import { readdirSync, readFileSync } from 'node:fs'

/** Processor time in milliseconds: of the main thread, of those of the search index, of those of V8 and libuv, and of PostgreSQL. */
export type ProcessorTime = Record<Part, number>
export const parts = ['main', 'search', 'engine', 'database'] as const
type Part = (typeof parts)[number]

/** The names that Node gives the threads of its engine. */
const engineThreads = /^(V8Worker|libuv-worker|DelayedTask|SignalInspector)/

/** The time that the threads of a process and, of PostgreSQL, its processes have had so far. Linux only. */
export function processorTime(pid: number, postmaster: number): ProcessorTime {
  const spent = { main: 0, search: 0, engine: 0, database: 0 }
  for (const id of readdirSync(`/proc/${pid}/task`)) spent[partOf(pid, id)] += timeOf(`/proc/${pid}/task/${id}`)
  for (const id of [postmaster, ...childrenOf(postmaster)]) spent.database += timeOf(`/proc/${id}`)
  return spent
}

function partOf(pid: number, id: string): Part {
  if (Number(id) === pid) return 'main'
  return engineThreads.test(read(`/proc/${pid}/task/${id}/comm`)) ? 'engine' : 'search'
}

const childrenOf = (pid: number) => read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean)

/** The first number is in nanoseconds. */
const timeOf = (folder: string) => Number(read(`${folder}/schedstat`).split(' ')[0]) / 1e6

/** Empty for a thread or a process that has just ended. */
function read(file: string) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
