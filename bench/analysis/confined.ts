import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { runChild } from '#server/analysis/child/runChild.ts'
import { watchChildren } from '#test/hostilePdfs/runHostile.ts'

type Run = { pages: number; processor_seconds: number; seconds: number; megabytes: number }

const noLists = { courts: [], judges: [], case_types: [], phrases: [] }

/** Analyzes a file in the confined process, as a job does: its processor time, with that of its start, and its peak memory. */
export async function runConfined(bytes: Uint8Array): Promise<Run> {
  const memory = watchChildren()
  const [start, before] = [performance.now(), processorSecondsOfChildren()]
  let pages = 0
  for await (const message of runChild(Readable.from([bytes]), { lists: noLists, letters: [], ocr: false }))
    if (message.type === 'page') pages += 1
  return {
    pages,
    processor_seconds: processorSecondsOfChildren() - before,
    seconds: (performance.now() - start) / 1000,
    megabytes: memory.stop(),
  }
}

/** User and system time of the children that have ended, in hundredths (proc_pid_stat(5), fields 16 and 17). Linux only. */
function processorSecondsOfChildren(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) / 100
}
