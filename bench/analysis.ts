import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { distanceBetween, distanceWithin, normalize } from '#bench/analysis/errorRate.ts'
import { heapFlags } from '#server/analysis/child/confinement.ts'
import { runConfined } from '#bench/analysis/confined.ts'
import { type Engine, openEngines } from '#bench/analysis/engines.ts'
import { type Fixture, folder, readFixtures } from '#bench/analysis/fixtures.ts'
import { repeatPages } from '#bench/analysis/repeatPages.ts'
import { record, recordOption, type Row } from '#bench/report/figures.ts'

/**
 * Reading born-digital PDFs: character error rates by producer and by typeface over the fixtures of test/fixtures/pdf,
 * next to pdf.js, PDFium and pdftotext; pages a second; the memory of a file of 500 pages. The rules were tuned on the
 * texts marked as seen. `--files` lists every file.
 *
 * A paragraph, a cell of a table and a note each count the edits to the nearest part of what was read, so that the order
 * of columns and cells does not count, but what is inside a paragraph does. Whole texts in their order are measured too:
 * there the running heads that an engine takes for text are errors.
 */
const { values } = parseArgs({ options: { files: { type: 'boolean', default: false }, ...recordOption } })

const fixtures = readFixtures()
const engines = await openEngines()
const measured: Measured[] = []
for (const fixture of fixtures) measured.push(await measure(fixture))

if (values.files) printTable('file', ({ fixture }) => fixture.file)
printTable('producer', ({ fixture }) => fixture.producer)
printTable('producer, whole texts in their order', ({ fixture }) => fixture.producer, 'ordered')
printTable('typeface', ({ fixture }) => fixture.face)
const speeds = measureSpeed()
if (values.record) record('analysis', rowsOf(speeds))
await printConfined()

type Measured = { fixture: Fixture; length: number; errors: number[]; ordered: number[] }

async function measure(fixture: Fixture): Promise<Measured> {
  const paragraphs = fixture.paragraphs.map(normalize)
  const whole = paragraphs.join(' ')
  const errors: number[] = []
  const ordered: number[] = []
  for (const engine of engines) {
    const read = normalize(await readOrEmpty(engine, fixture))
    errors.push(countErrors(paragraphs, read))
    ordered.push(distanceBetween(whole, read))
  }
  return { fixture, length: sum(paragraphs.map((text) => Array.from(text).length)), errors, ordered }
}

function readOrEmpty({ readText }: Engine, { bytes }: Fixture) {
  return readText(bytes).catch(() => '')
}

function countErrors(paragraphs: readonly string[], read: string) {
  return sum(paragraphs.map((paragraph) => distanceWithin(paragraph, read)))
}

function printTable(of: string, keyOf: (row: Measured) => string, counted: 'errors' | 'ordered' = 'errors') {
  const heads = [of, 'texts', 'files', ...engines.map(({ name }) => name)]
  const sets = [true, false].flatMap((seen) => {
    const rows = measured.filter(({ fixture }) => fixture.seen === seen)
    const groups = [...Map.groupBy(rows, keyOf)].toSorted(([one], [other]) => one.localeCompare(other))
    return [...groups, ['all', rows] as const].map(([key, own]) => [
      key,
      seen ? 'seen' : 'unseen',
      String(own.length),
      ...engines.map((_, index) =>
        percent(
          own.map((row) => row[counted][index] ?? 0),
          own,
        ),
      ),
    ])
  })
  console.log(`\nCharacter error rate in % by ${of}\n`)
  for (const row of [heads, heads.map(() => '---'), ...sets]) console.log(`| ${row.join(' | ')} |`)
}

function percent(errors: readonly number[], rows: readonly Measured[]) {
  return ((sum(errors) / sum(rows.map(({ length }) => length))) * 100).toFixed(2)
}

/** In a process of its own, which has compiled nothing yet, with the flags of the confined process. */
function measureSpeed() {
  const file = join(import.meta.dirname, 'analysis/speed.ts')
  console.log(`\nPages for each second of processor time, opening included (load ${loadavg()[0]?.toFixed(1)}):`)
  const printed = execFileSync(process.execPath, [...heapFlags, file], { encoding: 'utf8' })
  const measuredSpeeds = JSON.parse(printed) as Record<string, number>
  for (const [name, speed] of Object.entries(measuredSpeeds)) console.log(`${name}: ${speed.toFixed(1)}`)
  return measuredSpeeds
}

/** Errors in texts that were not seen while the rules were tuned, and the speed, next to each peer. */
function rowsOf(measuredSpeeds: Readonly<Record<string, number>>): Row[] {
  const unseen = measured.filter(({ fixture }) => !fixture.seen)
  const errors = engines.map((_, index) => {
    const wrong = unseen.map((row) => row.errors[index] ?? 0)
    return Number(percent(wrong, unseen))
  })
  const [ours = 0] = errors
  return [
    ...engines.slice(1).map(({ name: other_name }, index): Row => {
      return { what: 'wrong letters', unit: '%', ours, other: errors[index + 1] ?? null, other_name }
    }),
    ...Object.entries(measuredSpeeds).map(([name, speed]): Row => {
      const [, peer] = /^peer (.*)/.exec(name) ?? []
      const own = measuredSpeeds['text layers, warm'] ?? 0
      return peer === undefined
        ? { what: `pages for each processor second, ${name}`, unit: '1/s', ours: speed, other: null, other_name: null }
        : { what: 'pages for each processor second', unit: '1/s', ours: own, other: speed, other_name: peer }
    }),
  ]
}

/** A judgment and a file of 500 pages in the confined process, from its start to its end. */
async function printConfined() {
  const long = repeatPages(readFileSync(join(folder, 'libreoffice-debt-noto.pdf')), 500)
  const files = [...fixtures.filter(({ producer }) => producer === 'libreoffice').map(({ bytes }) => bytes), long]
  for (const bytes of files) {
    const { pages, processor_seconds, seconds, megabytes } = await runConfined(bytes)
    console.log(
      `${pages} pages in the confined process: ${processor_seconds.toFixed(2)} s of processor time ` +
        `(${(pages / processor_seconds).toFixed(1)} pages a second), ${seconds.toFixed(1)} s, at most ${megabytes.toFixed(0)} MB`,
    )
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
