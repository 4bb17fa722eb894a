import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { extname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { launchOptions } from '#test/e2e/chromium.ts'
import { mantineVariables } from '#web/vite.config.ts'
import { paragraphs } from '#bench/editor/text.ts'
import { watchWork } from './pageWork.ts'
import { record, recordOption, type Row } from '#bench/report/figures.ts'
import { median, percentile } from '#bench/report/percentile.ts'

/**
 * The editor of judgments with a text of 1,500 paragraphs, next to Quill 2 and bare ProseMirror with the same text: the time
 * from the start to the first paint, and from a key to the paint of its letter, in the middle of the text. `floor` is bare
 * ProseMirror that, as ours, does not lay out what is out of view. Also prints the main-thread time of the page, which other
 * processes of the machine hardly affect.
 */
const { values } = parseArgs({
  options: {
    /** Keys typed in each editor. */
    keys: { type: 'string', default: '200' },
    ...recordOption,
  },
})
const keys = Number(values.keys)
const limits = { open_ms: 300, median_ms: 16, p95_ms: 50 }
const opens = 5
/** The pauses between keys: after a long one the text is encoded and the margin placed. */
const pauses_ms = [0, 40, 40, 600]

const folder = join(import.meta.dirname, '../.cache/bench-editor')
await build({
  configFile: false,
  root: join(import.meta.dirname, 'editor'),
  logLevel: 'error',
  plugins: [react(), mantineVariables()],
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: join(import.meta.dirname, 'editor/page.html') },
  },
})

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  try {
    const body = readFileSync(join(folder, pathname))
    response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'application/octet-stream' }).end(body)
  } catch {
    response.writeHead(404).end()
  }
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const origin = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''

type Measured = { opened: number[]; openWork: number[]; typed: number[]; keyWork: number }

const browser = await chromium.launch(launchOptions)
const editors = ['ours', 'prosemirror', 'floor', 'quill']
const measured = new Map(
  editors.map((editor): [string, Measured] => [editor, { opened: [], openWork: [], typed: [], keyWork: 0 }]),
)
// In turn: what else the machine does meanwhile meets each of them.
for (let time = 0; time < opens; time += 1)
  for (const [editor, figures] of measured) await measure(editor, figures, time === opens - 1)
for (const [editor, figures] of measured) report(editor, figures)
if (values.record) record('editor', rowsOf(measured))
const [ours, floor] = ['ours', 'floor'].map((editor) => measured.get(editor))
if (ours && floor)
  console.log(
    `ProseMirror that draws what is in view alone takes ${share(floor.openWork, ours.openWork)} of our work to open, ` +
      `${((100 * median(floor.opened)) / limits.open_ms).toFixed(0)} % of the limit; ` +
      `${share(floor.typed, ours.typed)} of our time from a key to its paint`,
  )
console.log(`${(loadavg()[0] ?? 0).toFixed(1)} processes were runnable on ${cpus().length} processors meanwhile`)
await browser.close()
server.close()

/** Opens an editor in a page of its own; types in it if asked. */
async function measure(editor: string, figures: Measured, isTyped: boolean) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 960 } })
  const workOf = await watchWork(page)
  await page.goto(`${origin}/page.html`)
  await page.waitForFunction(() => 'openEditor' in window, undefined, { polling: 50 })
  const before = await workOf()
  figures.opened.push(await page.evaluate((name) => (window as unknown as BenchPage).openEditor(name), editor))
  figures.openWork.push(((await workOf()) - before) * 1000)
  if (isTyped) {
    const beforeKeys = await workOf()
    figures.typed = await type(page)
    figures.keyWork = (((await workOf()) - beforeKeys) * 1000) / keys
  }
  await page.close()
}

function report(editor: string, { opened, openWork, typed, keyWork }: Measured) {
  const figures = { open_ms: median(opened), median_ms: median(typed), p95_ms: percentile(typed, 0.95) }
  const isWithin = Object.entries(limits).every(([name, most]) => figures[name as keyof typeof figures] <= most)
  console.log(
    `${editor}: ${paragraphs} paragraphs open in ${figures.open_ms.toFixed(0)} ms (median of ${opens}), ` +
      `key to paint median ${figures.median_ms.toFixed(1)} ms, p95 ${figures.p95_ms.toFixed(1)} ms of ${keys}` +
      (editor === 'ours' ? ` (at most ${Object.values(limits).join(', ')}): ${isWithin ? 'within' : 'slow'}` : ''),
  )
  console.log(`  own work: ${median(openWork).toFixed(0)} ms to open, ${keyWork.toFixed(1)} ms for a key and its pause`)
  if (editor === 'ours' && !isWithin) process.exitCode = 1
}

/** Ours next to each peer: Quill, ProseMirror, and ProseMirror that draws what is in view alone. */
function rowsOf(all: ReadonlyMap<string, Measured>): Row[] {
  const mine = all.get('ours')
  const peers = { quill: 'Quill 2', prosemirror: 'ProseMirror', floor: 'bare ProseMirror in view' }
  return Object.entries(peers).flatMap(([editor, other_name]) => {
    const other = all.get(editor)
    if (!mine || !other) return []
    const row = (what: string, of: (one: Measured) => number, goal?: number): Row => ({
      what,
      unit: 'ms',
      ours: of(mine),
      other: of(other),
      other_name,
      ...(goal !== undefined && { goal }),
    })
    return [
      row('opened, first paint', ({ opened }) => median(opened), limits.open_ms),
      row('opened, own work', ({ openWork }) => median(openWork)),
      row('key to paint, median', ({ typed }) => median(typed), limits.median_ms),
      row('key to paint, p95', ({ typed }) => percentile(typed, 0.95), limits.p95_ms),
      row('key and its pause, own work', ({ keyWork }) => keyWork),
    ]
  })
}

/** The median of one editor as a share of another's. */
function share(part: readonly number[], whole: readonly number[]) {
  return `${((100 * median(part)) / median(whole)).toFixed(0)} %`
}

type BenchPage = { openEditor: (name: string) => Promise<number>; painted: number[] }

/** The times from a key to the end of the frame that paints it, in the middle of the text. */
async function type(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const painted: number[] = []
    Object.assign(window, { painted })
    document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => painted.push(performance.now() - timeStamp)
          port2.postMessage(undefined)
        }),
      true,
    )
  })
  const line = page.locator('[contenteditable=true] > :is(p, h1, h2, h3)').nth(paragraphs / 2)
  await line.scrollIntoViewIfNeeded()
  await line.click()
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('KeyA')
    await page.waitForFunction((count) => (window as unknown as BenchPage).painted.length > count, key)
    await page.waitForTimeout(pauses_ms[key % pauses_ms.length] ?? 0)
  }
  return page.evaluate(() => (window as unknown as BenchPage).painted)
}
