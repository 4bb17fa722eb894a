import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { serverFlags } from '#scripts/serverFlags.ts'
import { missingOpenSearch } from '#test/openSearch.ts'
import { writeDrawnFiles } from '#bench/report/draw.ts'
import { isRecordedSince } from '#bench/report/figures.ts'

/**
 * Runs a short form of every benchmark whose results docs/performance.md shows, records the results in bench/figures, and
 * writes the tables and charts of the document. `--draw` only writes them, `--only lists,find` runs some of the benchmarks.
 * A larger library is measured by its benchmark with `--record`, and drawn by `--draw`. Ends with 1 when a benchmark fails to
 * finish; a missed goal is shown in the tables.
 */
const { values } = parseArgs({
  options: { draw: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})

/** The parameters of the short forms; a few minutes each at most. */
const shortForms: Record<string, string> = {
  search: `--cases 3000 --queries 50 --peer 50 --seconds 5${missingOpenSearch ? '' : ' --opensearch'}`,
  lists: '--rows 10000 --repeats 10 --warm 5',
  find: '--rows 10000',
  live: '--sockets 1000 --seconds 20 --burst 100',
  cost: '--requests 60 --warm 300',
  editor: '--keys 40',
  reader: '--repeats 5 --openings 20',
  analysis: '',
  start: '--repeats 3',
  install: '',
  memory: '',
}

if (missingOpenSearch && !values.draw)
  console.log(`The search is not measured on OpenSearch: that ${missingOpenSearch}.`)
const wanted = values.only.split(',').filter((name) => name !== '')
const names = values.draw ? [] : Object.keys(shortForms).filter((name) => wanted.length === 0 || wanted.includes(name))
for (const [at, name] of names.entries()) {
  const begun = Date.now()
  console.log(`\n${at + 1} of ${names.length}: ${name}`)
  const parameters = [
    join(import.meta.dirname, `${name}.ts`),
    ...`${shortForms[name] ?? ''} --record`.trim().split(' '),
  ]
  spawnSync(process.execPath, [...serverFlags, ...parameters], { stdio: 'inherit' })
  console.log(`${name}: ${((Date.now() - begun) / 1000).toFixed(0)} s`)
  if (isRecordedSince(name, begun)) continue
  console.error(`${name} failed: its former results stay.`)
  process.exitCode = 1
}
writeDrawnFiles()
