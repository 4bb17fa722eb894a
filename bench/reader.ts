import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { dv } from '#web/platform/strings/dv.ts'
import { buildWeb } from '#scripts/buildWeb.ts'
import { launchOptions } from '#test/e2e/chromium.ts'
import setUp from '#test/e2e/globalSetup.ts'
import { PagePool } from '#test/e2e/pagePool.ts'
import { startTestServer } from '#test/e2e/testServer.ts'
import { watchWork } from './pageWork.ts'
import {
  markWithElements,
  openAndMeasure,
  scrollAndMeasure,
  typeAndMeasure,
  watchReading,
  writePlain,
} from '#bench/reader/inPage.ts'
import { record, recordOption, type Row } from '#bench/report/figures.ts'
import { spreadOf } from '#bench/search/timings.ts'

/**
 * The reader with a judgment of 1 MB: the time until its beginning is readable after the answer, and all of it; until 2,000 matches are marked after
 * they are typed, and the frames while scrolling; and the viewer of the demo library, from the click on a card. The peer is the
 * same text in the same browser, written and marked without the reader: plain HTML, and an element around each match. Also
 * prints the main-thread time of the page, which other processes of the machine do not affect.
 */
const { values } = parseArgs({
  options: {
    /** Openings and searches of the long judgment, and openings of the viewer. */
    repeats: { type: 'string', default: '20' },
    openings: { type: 'string', default: '100' },
    ...recordOption,
  },
})
const [repeats, openings] = [Number(values.repeats), Number(values.openings)]
const rows: Row[] = []
const atMost_ms = { readable: 200, marked: 50, frame: 33, opened: 150 }
const paragraphs = 1500
const matches = 2000

const word = 'އެއްބަސްވުން'
const filler = 'މި މައްސަލައިގެ ދަޢުވާކުރާ ފަރާތުން ހުށަހެޅި ލިޔެކިޔުންތަކަށް ބެލުމުން އެނގެން އޮންނަނީ ކުލީގެ ފައިސާ ނުދައްކާ ކަމެވެ. '

await buildWeb({ say: console.log })
const stop = await setUp()
const server = await startTestServer()
const browser = await chromium.launch(launchOptions)
const { page } = await new PagePool(browser, server.address).open({ user: 'subscriber@hukum.test' })

const content = textOf(paragraphs)
const bytes = content.reduce((sum, { insert }) => sum + Buffer.byteLength(insert), 0)
const [made] = await server.query(
  `insert into case_files (court_id, title, published, case_content) values (1, 'bench', true, $1) returning reference`,
  [JSON.stringify({ content, footnotes: [], annotations: [] })],
)
console.log(`A judgment of ${(bytes / 1e6).toFixed(2)} MB in ${paragraphs} paragraphs`)
const address = `/case?${new URLSearchParams({ ref: String(made?.['reference']), tab: 'text' }).toString()}`
await page.addInitScript(watchReading)
const workOf = await watchWork(page)

const readable: number[] = []
const whole: number[] = []
const peerReadable: number[] = []
const readableWork: number[] = []
for (let time = 0; time <= repeats; time += 1) {
  await page.goto(address)
  const measured = await page.waitForFunction(() => (window as unknown as Measured).readable_ms)
  const wholeText = await page.waitForFunction(() => (window as unknown as Measured).whole_ms)
  readableWork.push((await workOf()) * 1000)
  const peer = await page.evaluate(writePlain)
  // The first visit loads the code.
  if (time === 0) continue
  readable.push(Number(await measured.jsonValue()))
  whole.push(Number(await wholeText.jsonValue()))
  peerReadable.push(peer)
}
report('readable after the answer', readable, atMost_ms.readable, peerReadable)
console.log(`  all of it: median ${spreadOf(whole).p50.toFixed(1)} ms`)
console.log(`  own work with the start of the page: at least ${Math.min(...readableWork).toFixed(0)} ms`)

await page.goto(address)
await page.locator('article:not([aria-busy]) [data-judgment] p').first().waitFor()
const marked: number[] = []
const peerMarked: number[] = []
const markedWork: number[] = []
const field = page.getByRole('textbox', { name: dv.reader.find })
for (let time = 0; time <= repeats; time += 1) {
  await field.fill('')
  await page.waitForFunction(() => (CSS.highlights.get('found')?.size ?? 0) === 0)
  const workUntil = await workOf()
  const measured = await page.evaluate(typeAndMeasure, { label: dv.reader.find, word })
  markedWork.push(((await workOf()) - workUntil) * 1000)
  const found = await page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)
  if (found < matches) throw new Error(`Only ${found} matches were marked.`)
  const peer = await page.evaluate(markWithElements, word)
  if (time === 0) continue
  marked.push(measured)
  peerMarked.push(peer)
}
report(`${matches} matches marked after the last letter`, marked, atMost_ms.marked, peerMarked)
console.log(`  own work: ${Math.min(...markedWork).toFixed(1)} to ${Math.max(...markedWork).toFixed(1)} ms`)

await page.goto(address)
await page.locator('article:not([aria-busy]) [data-judgment] p').first().waitFor()
await page.waitForLoadState('networkidle')
const workBefore = await workOf()
const frames = await page.evaluate(scrollAndMeasure)
const frameWork = (((await workOf()) - workBefore) / frames.length) * 1000
await page.evaluate(writePlain)
const peerFrames = await page.evaluate(scrollAndMeasure)
report('frames while scrolling', frames, atMost_ms.frame, peerFrames)
const [longest, peerLongest] = [Math.max(...frames), Math.max(...peerFrames)]
rows.push({
  what: 'longest frame while scrolling',
  unit: 'ms',
  ours: longest,
  other: peerLongest,
  other_name: 'plain HTML',
  goal: atMost_ms.frame,
})
console.log(`  the longest frame: ${longest.toFixed(1)} ms, of the peer ${peerLongest.toFixed(1)} ms`)
console.log(`  own work of a frame: ${frameWork.toFixed(1)} ms`)

report('viewer opened from a card', await openFromCards(page), atMost_ms.opened)

if (values.record) record('reader', rows)
console.log(`${(loadavg()[0] ?? 0).toFixed(1)} processes were runnable on ${cpus().length} processors meanwhile`)
await browser.close()
await server.stop()
await stop()

type Measured = { readable_ms?: number; whole_ms?: number }

/** Paragraphs of which some contain the searched word, 2,000 times in all. */
function textOf(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const inParagraph = Math.floor(((index + 1) * matches) / count) - Math.floor((index * matches) / count)
    return [
      { insert: `${`${word} `.repeat(inParagraph)}${filler.repeat(3)}` },
      { insert: '\n', attributes: { paragraph: index + 1 } },
    ]
  }).flat()
}

function report(what: string, times: readonly number[], atMost: number, peer?: readonly number[]) {
  const { p50, p95 } = spreadOf(times)
  const other = peer ? spreadOf(peer).p50 : null
  rows.push(
    { what: `${what}, median`, unit: 'ms', ours: p50, other, other_name: peer ? 'plain HTML' : null },
    { what: `${what}, p95`, unit: 'ms', ours: p95, other: null, other_name: null, goal: atMost },
  )
  console.log(
    `${what}: median ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${times.length} (at most ${atMost}): ` +
      `${p95 <= atMost ? 'met' : 'missed'}${other === null ? '' : `; ${(p50 / other).toFixed(2)} times the peer`}`,
  )
}

/** The times from the click on a card of the results to the frame with the text of its case. */
async function openFromCards(onPage: Page) {
  await onPage.goto(`/home?${new URLSearchParams({ q: word }).toString()}`)
  const links = onPage.locator('main article a[href*="tab=text"]')
  await links.first().waitFor()
  await onPage.waitForLoadState('networkidle')
  const count = await links.count()
  const times: number[] = []
  for (let time = 0; time <= openings; time += 1) {
    const opened = await links.nth(time % count).evaluate(openAndMeasure)
    await onPage.getByRole('dialog').getByRole('button', { name: dv.actions.close }).first().click()
    await onPage.getByRole('dialog').waitFor({ state: 'detached' })
    // The first one loads the code.
    if (time > 0) times.push(opened)
  }
  return times
}
