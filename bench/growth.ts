import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawGrowth } from './search/chart.ts'
import { readFigures } from './search/figures.ts'

/**
 * The growth of search latency with the size of the library. Draws the results recorded by `bench/search.ts --record` as
 * `docs/pictures/search-growth.svg`; with `--measure` it measures first, which takes hours if the libraries do not exist.
 */
const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '10000,100000,300000,1000000' },
    /** The number of PostgreSQL queries; with a million cases one may take a minute. */
    peer: { type: 'string', default: '50' },
  },
})

if (values.measure)
  for (const size of values.sizes.split(','))
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'search.ts'), '--cases', size, '--peer', values.peer, '--record'],
      { stdio: 'inherit' },
    )

const figures = readFigures()
const ms = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(1)).padStart(9)
console.log(
  'case files   ours p50      p95    worst  facets p95  worst word  hostile  suggested p95  published  clients/s   PostgreSQL p50      p95',
)
for (const { cases, ours, facets, postgres, ...one } of figures)
  console.log(`${String(cases).padStart(10)}${ms(ours.p50)}${ms(ours.p95)}${ms(ours.worst)}${ms(facets?.p95)}   ${ms(one.worst_word)}${ms(one.hostile)}    ${ms(one.suggested?.p95)}   ${ms(one.published?.worst)}${ms(one.throughput?.ours.per_second)}${ms(postgres?.p50)}${ms(postgres?.p95)}`) // prettier-ignore
if (figures.length > 1)
  writeFileSync(join(import.meta.dirname, '../docs/pictures/search-growth.svg'), drawGrowth(figures))
