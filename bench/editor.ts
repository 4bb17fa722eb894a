import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { cpus, loadavg } from 'node:os'
import { extname, join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { launchOptions } from '../test/e2e/chromium.ts'
import { mantineVariables } from '../web/vite.config.ts'
import { paragraphs } from './editor/text.ts'
import { watchWork } from './pageWork.ts'

/**
 * The editor of judgments with a text of 1,500 paragraphs, next to Quill 2 and bare ProseMirror with the same text: the time
 * from the start to the first paint, and from a key to the paint of its letter, in the middle of the text. Also prints the
 * main-thread time of the page, which other processes of the machine hardly affect.
 */
const limits = { open_ms: 300, median_ms: 16, p95_ms: 50 }
const opens = 5
const keys = 200
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

const browser = await chromium.launch(launchOptions)
for (const editor of ['ours', 'prosemirror', 'quill']) {
  const opened: number[] = []
  const openWork: number[] = []
  let page = await browser.newPage({ viewport: { width: 1440, height: 960 } })
  let workOf = await watchWork(page)
  for (let time = 0; time < opens; time += 1) {
    await page.close()
    page = await browser.newPage({ viewport: { width: 1440, height: 960 } })
    workOf = await watchWork(page)
    await page.goto(`${origin}/page.html`)
    const before = await workOf()
    opened.push(await page.evaluate((name) => (window as unknown as BenchPage).openEditor(name), editor))
    openWork.push(((await workOf()) - before) * 1000)
  }
  const before = await workOf()
  const typed = await type(page)
  const keyWork = (((await workOf()) - before) * 1000) / keys
  const figures = { open_ms: at(opened, 0.5), median_ms: at(typed, 0.5), p95_ms: at(typed, 0.95) }
  const isWithin = Object.entries(limits).every(([name, most]) => figures[name as keyof typeof figures] <= most)
  console.log(
    `${editor}: ${paragraphs} paragraphs open in ${figures.open_ms.toFixed(0)} ms (median of ${opens}), ` +
      `key to paint median ${figures.median_ms.toFixed(1)} ms, p95 ${figures.p95_ms.toFixed(1)} ms of ${keys}` +
      (editor === 'ours' ? ` (at most ${Object.values(limits).join(', ')}): ${isWithin ? 'within' : 'slow'}` : ''),
  )
  console.log(
    `  own work: ${at(openWork, 0.5).toFixed(0)} ms to open, ${keyWork.toFixed(1)} ms for a key and its pause`,
  )
  if (editor === 'ours' && !isWithin) process.exitCode = 1
}
console.log(`${(loadavg()[0] ?? 0).toFixed(1)} processes were runnable on ${cpus().length} processors meanwhile`)
await browser.close()
server.close()

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

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * part)] ?? 0
}
