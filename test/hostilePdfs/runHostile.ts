import { readdirSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { runChild } from '#server/analysis/child/runChild.ts'
import { AnalysisFailure } from '#server/analysis/failure.ts'

/** How the analysis of a file ended: `read`, or the code of its failure. */
export type Ending = { name: string; code: string; seconds: number; megabytes: number; fault: string }

const noLists = { courts: [], judges: [], case_types: [], phrases: [] }

/** Analyzes a file in the confined process, as a job does. */
async function runHostile(name: string, bytes: Uint8Array): Promise<Ending> {
  const start = performance.now()
  let fault = ''
  const code = await endOf(bytes, (text) => (fault = text))
  return { name, code, seconds: (performance.now() - start) / 1000, megabytes: 0, fault }
}

async function endOf(bytes: Uint8Array, onFault: (text: string) => void): Promise<string> {
  try {
    for await (const _message of runChild(Readable.from([bytes]), {
      lists: noLists,
      letters: [],
      ocr: false,
      onFault,
    }));
    return 'read'
  } catch (error) {
    if (error instanceof AnalysisFailure) return error.code
    throw error
  }
}

/** Runs the files one after the other, so that the peak of memory is that of one process. */
export async function runAll(files: Iterable<readonly [name: string, make: () => Uint8Array]>): Promise<Ending[]> {
  const endings: Ending[] = []
  for (const [name, make] of files) {
    const memory = watchChildren()
    const ending = await runHostile(name, make())
    endings.push({ ...ending, megabytes: memory.stop() })
  }
  return endings
}

/** The most resident memory that a child of this process has had meanwhile, in megabytes. Linux only. */
export function watchChildren() {
  let most = 0
  const look = () => {
    for (const pid of childrenOf()) most = Math.max(most, peakOf(pid))
  }
  const timer = setInterval(look, 20)
  return {
    stop: () => {
      clearInterval(timer)
      return most
    },
  }
}

function childrenOf(): string[] {
  try {
    return readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
  } catch {
    return []
  }
}

function peakOf(pid: string): number {
  try {
    return (Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / 1e6
  } catch {
    return 0
  }
}
