import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openModel } from '#server/analysis/ocr/model.ts'
import { findLines } from '#server/analysis/ocr/findLines.ts'
import { openRecognizer } from '#server/analysis/ocr/recognizer.ts'
import { openRenderer, type Raster } from '#server/analysis/ocr/render.ts'
import { openSecondOpinion, portableGrayMap, repaired, startWorker } from '#server/analysis/ocr/secondOpinion.ts'
import { PSM } from 'tesseract.js'
import { conditions } from '#bench/ocr/conditions.ts'
import { errorsOf, type Fitted, type Measured } from '#bench/ocr/measure.ts'
import { printInFaces } from '#bench/ocr/printedFaces.ts'
import type { Line } from '#server/analysis/types.ts'
import { isKnownWord } from '#server/analysis/words.ts'

/**
 * Character error rate of reading pictures of pages, next to tesseract on the same lines, and seconds a page. The texts were
 * never used in training. `--model` measures another net, `--faces` only typefaces with that name, `--tesseract` adds it,
 * `--lines` prints the lines with errors. `--fonts` reads the texts as Chromium prints them in every font file of a folder instead
 * of the fixtures, a row a file. One page shows enough of a typeface: the first has the headings, the parties and the
 * numbers; `--pages 9` reads all for the shares of words and lines that are right.
 */
const { values: options } = parseArgs({
  options: {
    model: { type: 'string' },
    faces: { type: 'string', default: '' },
    texts: { type: 'string', default: 'boundary,guardianship' },
    producers: { type: 'string', default: 'chromium,libreoffice,cairo,typst' },
    conditions: { type: 'string', default: '' },
    fonts: { type: 'string' },
    folder: { type: 'string', default: join(import.meta.dirname, '../test/fixtures/pdf') },
    tesseract: { type: 'boolean', default: false },
    lines: { type: 'boolean', default: false },
    pages: { type: 'string', default: '1' },
  },
})

const manifest = z.array(z.object({ file: z.string(), producer: z.string(), face: z.string(), text: z.string() }))
const written = z.object({
  header: z.string(),
  footer: z.string(),
  page_number: z.string(),
  paragraphs: z.array(
    z.object({ role: z.string(), text: z.string(), row: z.number().optional(), number: z.number().optional() }),
  ),
})
type Written = z.infer<typeof written>
/** A file to read: its typeface, the name of its text and what else names it. */
type Document = { family: string; text: string; title: string; pdf: Uint8Array }
type Row = Measured & { seconds: number; pages: number; tesseract: Measured | undefined; whole: Measured | undefined }

const model = await openModel(options.model)
const recognizer = openRecognizer({ model, isKnown: isKnownWord })
const opinion = options.tesseract ? await openSecondOpinion() : undefined
const wholePages = options.tesseract ? await startWorker(PSM.AUTO) : undefined
const rows = new Map<string, Row>()
/** In heights of the line. */
const wideGap = 1.2
type Sure = { confidence: number; right: boolean }
const sureness: Record<'word' | 'line', Sure[]> = { word: [], line: [] }

for (const document of options.fonts === undefined ? fixtures() : await printed(options.fonts)) await measure(document)
report()
await opinion?.close()
await wholePages?.terminate()
await recognizer.close()

function fixtures(): Document[] {
  const all = manifest.parse(JSON.parse(readFileSync(join(options.folder, 'manifest.json'), 'utf8')))
  return all
    .filter(
      ({ producer, face, text }) =>
        isChosen(options.producers, producer) && isChosen(options.texts, text) && isChosen(options.faces, face),
    )
    .map(({ file, face, text, producer }) => ({
      family: face.replace(/-.*/, ''),
      text,
      title: `${producer} ${face}`,
      pdf: readFileSync(join(options.folder, file)),
    }))
}

async function printed(folder: string): Promise<Document[]> {
  const texts = new Map(options.texts.split(',').map((name) => [name, readWritten(name)]))
  const files = await printInFaces(folder, (face) => isChosen(options.faces, face), texts)
  return files.map(({ face, text, pdf }) => ({ family: face, text, title: text, pdf }))
}

function isChosen(list: string, value: string): boolean {
  return list === '' || list.split(',').some((part) => value.startsWith(part))
}

async function measure({ family, text, title, pdf }: Document): Promise<void> {
  const renderer = await openRenderer(pdf)
  for (let page = 1; page <= Math.min(renderer.page_count, Number(options.pages)); page++)
    for (const { name, dpi, change } of conditions) {
      if (options.conditions !== '' && !options.conditions.split(',').includes(name)) continue
      const raster = change(await renderer.render(page, dpi))
      await measurePage(`${name}, ${family}`, raster, truthOf(text, page), `${title} ${page}`)
    }
  renderer.close()
}

async function measurePage(key: string, raster: Raster, truth: string, title: string): Promise<void> {
  // Of the processor, so that other work of the machine does not count.
  const start = process.cpuUsage()
  const lines = (await recognizer.readPage(raster)).filter(({ text }) => !text.includes('\ufffd'))
  const used = process.cpuUsage(start)
  const seconds = (used.user + used.system) / 1e6
  const found = errorsOf(lines.flatMap(partsOf), truth)
  for (const line of lines) noteSureness(line, errorsOf(partsOf(line), truth).fits)
  if (options.lines)
    for (const { line, part, errors } of found.fits) if (errors > 0) console.log(`  ${errors}: ${line}\n     ${part}`)
  add(key, {
    ...found,
    seconds,
    pages: 1,
    tesseract: opinion && errorsOf(await readByTesseract(raster), truth),
    whole: wholePages && errorsOf(await readWhole(raster), truth),
  })
  console.error(`${key} (${title}): ${percent(found.errors, found.letters)} %, ${seconds.toFixed(1)} s`)
}

/** The cells of a row of a table, and what is at both ends of a footer: the text has them in an order of its own. */
function partsOf({ text, words, box }: Line): string[] {
  const fromRight = words.map((word) => word.box).sort((a, b) => b.x + b.width - (a.x + a.width))
  const cuts = fromRight.flatMap((own, i) => {
    const left = Math.min(...fromRight.slice(0, i).map(({ x }) => x))
    return i > 0 && left - (own.x + own.width) > wideGap * box.height ? [own.x + own.width] : []
  })
  return [Infinity, ...cuts].map((right, i) =>
    words
      .filter((word) => word.box.x < right && word.box.x >= (cuts[i] ?? -Infinity))
      .map(({ start, end }) => text.slice(start, end))
      .join(' '),
  )
}

function noteSureness({ text, words, confidence }: Line, fits: readonly Fitted[]): void {
  sureness.line.push({ confidence, right: fits.every(({ errors }) => errors === 0) })
  const written = ` ${fits.map(({ part }) => part.trim()).join(' ')} `
  for (const word of words)
    sureness.word.push({
      confidence: word.confidence,
      right: written.includes(` ${text.slice(word.start, word.end)} `),
    })
}

async function readByTesseract(raster: Raster): Promise<string[]> {
  const { picture, lines } = findLines(raster)
  const read: string[] = []
  for (const box of lines) read.push((await opinion?.readLine(picture, box)) ?? '')
  return read
}

async function readWhole(raster: Raster): Promise<string[]> {
  const answer = await wholePages?.recognize(portableGrayMap(raster), {}, { text: true })
  return (answer?.data.text ?? '').split('\n').map(repaired)
}

function readWritten(name: string): Written {
  return written.parse(JSON.parse(readFileSync(join(options.folder, 'texts', `${name}.json`), 'utf8')))
}

function truthOf(name: string, page: number): string {
  const document = readWritten(name)
  const numbers = [1, 2, 3, 4, 5].map((pages) =>
    document.page_number.replace('{pages}', `${pages}`).replace('{page}', `${page}`),
  )
  // A footnote begins with its number.
  const paragraphs = document.paragraphs.map(({ text, number }) => `${number ?? ''} ${text}`.trim())
  return [document.header, document.footer, ...numbers, ...paragraphs].join(' ')
}

function add(key: string, row: Row): void {
  const sum = rows.get(key)
  if (!sum) return void rows.set(key, row)

  for (const name of ['letters', 'errors', 'spaces', 'seconds', 'pages'] as const) sum[name] += row[name]
  for (const name of ['letters', 'errors'] as const) sum.thaana[name] += row.thaana[name]
  for (const peer of ['tesseract', 'whole'] as const)
    for (const name of ['letters', 'errors'] as const) {
      const [total, more] = [sum[peer], row[peer]]
      if (total && more) total[name] += more[name]
    }
}

function percent(part: number, of: number): string {
  return ((100 * part) / Math.max(1, of)).toFixed(2)
}

function report(): void {
  console.log(
    '| condition, family | pages | letters | wrong % | without spaces % | Thaana only % | tesseract, same lines % | tesseract, whole page % | s a page |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const [key, { pages, letters, errors, spaces, thaana, seconds, tesseract, whole }] of [...rows].sort(
    ([a], [b]) => a.localeCompare(b),
  ))
    console.log(
      `| ${key} | ${pages} | ${letters} | ${percent(errors, letters)} | ${percent(errors - spaces, letters)} | ${percent(thaana.errors, thaana.letters)} | ${
        tesseract ? percent(tesseract.errors, tesseract.letters) : ''
      } | ${whole ? percent(whole.errors, whole.letters) : ''} | ${(seconds / pages).toFixed(1)} |`,
    )
  for (const kind of ['word', 'line'] as const) reportSureness(kind)
}

/** Words and lines in tenths by their confidence, and the share of each tenth that is right. */
function reportSureness(kind: 'word' | 'line'): void {
  const all = sureness[kind].sort((a, b) => a.confidence - b.confidence)
  console.log(`\n| confidence of a ${kind} (${all.length}) | share right |\n|---|---|`)
  for (let part = 0; part < 10; part++) {
    const some = all.slice(Math.floor((part * all.length) / 10), Math.floor(((part + 1) * all.length) / 10))
    const mean = some.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, some.length)
    const right = some.filter((one) => one.right).length / Math.max(1, some.length)
    console.log(`| ${mean.toFixed(3)} | ${right.toFixed(3)} |`)
  }
}
