import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Throughput } from './throughput.ts'
import type { Spread } from './timings.ts'

/** The results for one library size in milliseconds, stored so that the chart can be drawn without measuring again. */
export type Figures = {
  cases: number
  ours: Spread
  facets: Spread | null
  postgres: Spread | null
  /** The slowest of the most frequent words and of the hostile queries; absent in older results. */
  worst_word?: number
  hostile?: number
  /** Suggestions. */
  suggested?: Spread
  /** From the commit of a case to its first match. */
  published?: Spread
  throughput: { ours: Throughput; postgres: Throughput | null } | null
}

const file = join(import.meta.dirname, 'figures.json')

export const readFigures = (): Figures[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Figures[]) : []

/** Replaces the stored results of the same size. */
export function saveFigures(figures: Figures) {
  const others = readFigures().filter(({ cases }) => cases !== figures.cases)
  const all = [...others, figures].sort((one, other) => one.cases - other.cases)
  writeFileSync(file, `${JSON.stringify(all, rounded, 2)}\n`)
}

const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)
