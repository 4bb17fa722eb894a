import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { distanceBetween, distanceWithin, normalize } from './analysis/errorRate.ts'
import { readPages } from '#server/analysis/readPages.ts'
import { type Engine, openEngines } from './analysis/engines.ts'
import { type Fixture, readFixtures } from './analysis/fixtures.ts'

/**
 * Reading born-digital PDFs: character error rates by producer and by typeface over the fixtures of test/fixtures/pdf,
 * next to pdf.js, PDFium and pdftotext; pages a second; the memory of a file of 500 pages. The rules were tuned on the
 * texts marked as seen. `--files` lists every file.
 *
 * A paragraph, a cell of a table and a note each count the edits to the nearest part of what was read, so that the order
 * of columns and cells does not count, but what stands inside a paragraph does. Whole texts in their order are measured too:
 * there the running heads that an engine takes for text are errors.
 */
const { values } = parseArgs({ options: { files: { type: 'boolean', default: false } } })

const fixtures = readFixtures()
const engines = await openEngines()
const measured: Measured[] = []
for (const fixture of fixtures) measured.push(await measure(fixture))

if (values.files) printTable('file', ({ fixture }) => fixture.file)
printTable('producer', ({ fixture }) => fixture.producer)
printTable('producer, whole texts in their order', ({ fixture }) => fixture.producer, 'ordered')
printTable('typeface', ({ fixture }) => fixture.face)
await printSpeed()
printMemory()

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

/** As the product reads them, with the comparison with their pictures. The first round loads and compiles. */
async function printSpeed() {
  for (const round of ['first', 'second']) {
    let pages = 0
    const start = process.cpuUsage()
    for (const { bytes } of fixtures)
      pages += (await readPages(bytes, { letters: new Map(), ocr: false, onPage: () => undefined })).pages.length
    const { user, system } = process.cpuUsage(start)
    const seconds = (user + system) / 1e6
    console.log(
      `\n${round} round: ${pages} pages in ${seconds.toFixed(1)} s of processor time, ${(pages / seconds).toFixed(1)} pages a second`,
    )
  }
}

/** In a process of its own, because memory that was used is not given back; with a heap that is collected early. */
function printMemory() {
  const flags = ['--max-old-space-size=512', '--max-semi-space-size=4']
  const file = join(import.meta.dirname, 'analysis/longFile.ts')
  const output = execFileSync(process.execPath, [...flags, file], { encoding: 'utf8' })
  console.log(output.trim())
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
