import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { nightlyTest, runs } from '#test/nightly.ts'
import { bombs } from './bombs.ts'
import { type Ending, runAll } from './runHostile.ts'

/**
 * `npm run fuzz:pdf` analyzes every bomb, and every PDF in the folder PDF_CORPUS (README.md says which), in the confined
 * process: each ends in time and within its memory, with a result or a reason.
 */
const max_seconds = 20
const maxMegabytes = 900
const isLong = runs(0, 1) === 1
const corpus = process.env['PDF_CORPUS']

test('files that cost a reader much end in time and within their memory', { timeout: 3_600_000 }, async () => {
  const short = ['page tree in a circle']
  const names = isLong ? Object.keys(bombs) : short
  const endings = await runAll(names.map((name) => [name, bombs[name] ?? (() => Buffer.alloc(0))]))
  report('bombs', endings)
  expect(endings.filter(isBad)).toEqual([])
})

nightlyTest(
  'odd files of the test sets of PDF libraries end in time and within their memory',
  { timeout: 7_200_000 },
  async () => {
    if (!corpus) {
      console.log('skipped: PDF_CORPUS (PDFs of qpdf, pdf.js and pikepdf) is not there')
      return
    }
    const paths = globSync('**/*.pdf', { cwd: corpus }).sort()
    const endings = await runAll(paths.map((path) => [basename(path), () => readFileSync(join(corpus, path))]))
    report('odd files', endings)
    expect(paths.length).toBeGreaterThanOrEqual(300)
    expect(endings.filter(isBad)).toEqual([])
  },
)

/** A process that ended by a fault of ours is reported with what it printed; the limit of its heap is no fault. */
const isBad = ({ code, seconds, megabytes, fault }: Ending) =>
  seconds > max_seconds || megabytes > maxMegabytes || (code === 'crashed' && !fault.includes('heap out of memory'))

function report(what: string, endings: readonly Ending[]) {
  if (!isLong) return
  const counts = [...Map.groupBy(endings, ({ code }) => code)].map(([code, own]) => `${own.length} ${code}`)
  const slowest = endings.toSorted((one, other) => other.seconds - one.seconds).slice(0, 5)
  const largest = endings.toSorted((one, other) => other.megabytes - one.megabytes).slice(0, 5)
  console.log(
    `${endings.length} ${what}: ${counts.join(', ')}`,
    `\nslowest: ${slowest.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ')}`,
    `\nlargest: ${largest.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)} MB`).join(', ')}`,
  )
}
