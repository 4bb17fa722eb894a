import type { Row, Run } from './figures.ts'

/** The areas in the order of the report, with their headings. */
export const titles: Record<string, string> = {
  search: 'Search',
  lists: 'Lists',
  find: 'One record',
  live: 'Live channels',
  cost: 'Processor time of a request',
  editor: 'Editor',
  reader: 'Reader',
  analysis: 'Analysis',
  start: 'Start',
  install: 'Installation',
  memory: 'Memory',
}

/** A row with a peer. `ratio` is how many times as much as the peer we take: below one we are better. */
export type Compared = Row & { other: number; other_name: string; ratio: number; isFloor: boolean }

/** The compared rows of the run with the smallest library that has some: the report measures it itself. */
export const comparedRows = (runs: readonly Run[]): Compared[] =>
  runs.map(({ rows }) => rows.flatMap(compare)).find((rows) => rows.length > 0) ?? []

/** The row with its ratio; nothing when there is no peer or a value is zero. */
export function compare(row: Row): Compared[] {
  const { other, other_name, ours, unit } = row
  if (other === null || other_name === null || ours <= 0 || other <= 0) return []
  const ratio = unit === '1/s' ? other / ours : ours / other
  return [{ ...row, other, other_name, ratio, isFloor: /^bare /.test(other_name) }]
}

/** Whether the goal of a row is met; undefined without a goal. */
export function isMet({ goal, ours, unit }: Row): boolean | undefined {
  if (goal === undefined) return undefined
  return unit === '1/s' ? ours >= goal : ours <= goal
}
