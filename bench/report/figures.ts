import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename, join } from 'node:path'

/** The results of the benchmarks, stored in the repository so that tables and charts are drawn without measuring again. */

/**
 * One result next to that of a peer, or of a bare floor, in the same run. A floor does only what the task cannot do without;
 * its name starts with `bare`. In units a second more is better, in others less.
 */
export type Row = {
  what: string
  unit: 'ms' | 's' | 'MB' | '%' | '1/s'
  ours: number
  other: number | null
  other_name: string | null
  /** The goal for ours, if there is one: at most, or of units a second at least. */
  goal?: number
}

/** The rows of one run. `at` is the number of case files, where the results depend on it. */
export type Run = { at: number | null; date: string; machine: string; load: number | null; rows: Row[] }

/** Option of every benchmark whose results are recorded. */
export const recordOption = { record: { type: 'boolean', default: false } } as const

const folder = join(import.meta.dirname, '../figures')

/** By area, which is the name of the benchmark; the runs of an area from the smallest library to the largest. */
export const readFigures = (): Map<string, Run[]> => new Map(areas().map((area) => [area, readRuns(area)]))

const areas = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .toSorted()

const fileOf = (area: string) => join(folder, `${area}.json`)

const readRuns = (area: string): Run[] =>
  existsSync(fileOf(area)) ? (JSON.parse(readFileSync(fileOf(area), 'utf8')) as Run[]) : []

/** Before the benchmark itself, which is the load afterwards. */
const load = rounded(loadavg()[0] ?? 0)

/** Replaces the stored run of the same size. */
export function record(area: string, rows: readonly Row[], at: number | null = null) {
  mkdirSync(folder, { recursive: true })
  const run: Run = { at, date: new Date().toISOString().slice(0, 10), machine: machine(), load, rows: [...rows] }
  const others = readRuns(area).filter((one) => one.at !== at)
  const all = [...others, run].toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
  writeFileSync(
    fileOf(area),
    `${JSON.stringify(all, (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value), 2)}\n`,
  )
}

export const isRecordedSince = (area: string, time_ms: number) =>
  existsSync(fileOf(area)) && statSync(fileOf(area)).mtimeMs >= time_ms

function machine() {
  const [processor] = cpus()
  return `${cpus().length} × ${processor?.model.trim() ?? process.arch}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}`
}

/** Three digits are more than a repetition agrees in. */
function rounded(value: number) {
  return Number.isInteger(value) ? value : Number(value.toPrecision(3))
}
