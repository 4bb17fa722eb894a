import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { distanceWithin, normalize } from './analysis/errorRate.ts'
import { type Engine, openEngines, readPages } from './analysis/engines.ts'
import { type Fixture, readFixtures } from './analysis/fixtures.ts'

/**
 * Reading born-digital PDFs: character error rates by producer and by typeface over the fixtures of test/fixtures/pdf,
 * next to pdf.js, PDFium and pdftotext; pages a second; the memory of a file of 500 pages. The rules were tuned on the
 * texts marked as seen. `--files` lists every file.
 *
 * A paragraph, a cell of a table and a note each count the edits to the nearest part of what was read, so that the order
 * of columns and cells does not count, but what stands inside a paragraph does.
 */
const { values } = parseArgs({ options: { files: { type: 'boolean', default: false } } })

const fixtures = readFixtures()
const engines = await openEngines()
const measured: Measured[] = []
for (const fixture of fixtures) measured.push(await measure(fixture))

if (values.files) printTable('file', ({ fixture }) => fixture.file)
printTable('producer', ({ fixture }) => fixture.producer)
printTable('typeface', ({ fixture }) => fixture.face)
await printSpeed()
printMemory()

type Measured = { fixture: Fixture; length: number; errors: number[] }

async function measure(fixture: Fixture): Promise<Measured> {
  const paragraphs = fixture.paragraphs.map(normalize)
  const errors = []
  for (const engine of engines) errors.push(countErrors(paragraphs, normalize(await readOrEmpty(engine, fixture))))
  return { fixture, length: sum(paragraphs.map((text) => Array.from(text).length)), errors }
}

function readOrEmpty({ readText }: Engine, { bytes }: Fixture) {
  return readText(bytes).catch(() => '')
}

function countErrors(paragraphs: readonly string[], read: string) {
  return sum(paragraphs.map((paragraph) => distanceWithin(paragraph, read)))
}

function printTable(of: string, keyOf: (row: Measured) => string) {
  const heads = [of, 'texts', 'files', ...engines.map(({ name }) => name)]
  const sets = [true, false].flatMap((seen) => {
    const rows = measured.filter(({ fixture }) => fixture.seen === seen)
    const groups = [...Map.groupBy(rows, keyOf)].toSorted(([one], [other]) => one.localeCompare(other))
    return [...groups, ['all', rows] as const].map(([key, own]) => [
      key,
      seen ? 'seen' : 'unseen',
      String(own.length),
      ...engines.map((_, index) => percent(own, index)),
    ])
  })
  console.log(`\nCharacter error rate in % by ${of}\n`)
  for (const row of [heads, heads.map(() => '---'), ...sets]) console.log(`| ${row.join(' | ')} |`)
}

function percent(rows: readonly Measured[], engine: number) {
  const errors = sum(rows.map((row) => row.errors[engine] ?? 0))
  return ((errors / sum(rows.map(({ length }) => length))) * 100).toFixed(2)
}

async function printSpeed() {
  let pages = 0
  const start = process.cpuUsage()
  for (const { bytes } of fixtures) pages += (await readPages(bytes)).length
  const { user, system } = process.cpuUsage(start)
  const seconds = (user + system) / 1e6
  console.log(
    `\n${pages} pages in ${seconds.toFixed(1)} s of processor time: ${(pages / seconds).toFixed(1)} pages a second`,
  )
}

/** In a process of its own, because memory that was used is not given back. */
function printMemory() {
  const output = execFileSync(process.execPath, [join(import.meta.dirname, 'analysis/longFile.ts')], {
    encoding: 'utf8',
  })
  console.log(output.trim())
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
