import { cpus, loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { buildWeb } from '#scripts/buildWeb.ts'
import { launchOptions } from '#test/e2e/chromium.ts'
import setUp from '#test/e2e/globalSetup.ts'
import { PagePool } from '#test/e2e/pagePool.ts'
import { startTestServer } from '#test/e2e/testServer.ts'
import { formUrl } from '#test/e2e/webFolder.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { watchWork } from './pageWork.ts'
import { median, percentile } from '#bench/report/percentile.ts'

type MeasuredWindow = { latencies: number[] }

/**
 * Input latency, from a key to the paint of its character: in a form of 200 fields, in forty repeater rows, and in a text of
 * 5,000 words. Also prints the main-thread time of the page, which other processes of the machine do not affect.
 */
const atMost_ms = 50
const rows = 40
/** The pauses between keys; after a long one the draft is saved. */
const pauses_ms = [0, 40, 200]

await buildWeb({ say: console.log })
const stop = await setUp()
const server = await startTestServer()
const browser = await chromium.launch(launchOptions)
const { page } = await new PagePool(browser, server.address).open({ user: 'admin@hukum.test' })

const workOf = await watchWork(page)

await page.goto(formUrl({ resource: 'large', mode: 'Create' }))
await page.locator('[data-field="text_100"] input').focus()
await measureTyping('a form of 200 fields')

await page.goto(formUrl({ resource: 'caseFiles', mode: 'Create' }))
const add = await page.waitForSelector(
  `role=button[name="${dv.form.rows.add(caseFiles.fields.case_numbers.rowLabel.dv)}"]`,
)
await measure(`a new row, up to ${rows}`, 'click', rows - 1, () =>
  add.evaluate((button: HTMLElement) => button.click()),
)
await page.locator(`[data-field="case_numbers.${rows / 2}.number"] input`).focus()
await measureTyping(`${rows} rows`)

await page.goto(formUrl({ resource: 'dynamicPages', mode: 'Create' }))
const text = page.locator('[contenteditable=true]')
await text.click()
await text.evaluate(
  (element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  },
  `<p>${'ޙުކުމް އަދި ޤާނޫނު '.repeat(20)}</p>`.repeat(84),
)
await measureTyping('a text of 5,000 words')

console.log(`${(loadavg()[0] ?? 0).toFixed(1)} processes were runnable on ${cpus().length} processors meanwhile`)
await browser.close()
await server.stop()
await stop()

function measureTyping(what: string) {
  return measure(what, 'keydown', 60, () => page.keyboard.press('KeyA'))
}

async function measure(what: string, kind: 'keydown' | 'click', times: number, act: () => Promise<void>) {
  await watch(kind)
  const before = await workOf()
  for (let time = 0; time < times; time += 1) {
    await act()
    await page.waitForFunction((painted) => (window as unknown as MeasuredWindow).latencies.length > painted, time)
    await page.waitForTimeout(pauses_ms[time % pauses_ms.length] ?? 0)
  }
  const work = (((await workOf()) - before) / times) * 1000
  const latencies = await page.evaluate(() => (window as unknown as MeasuredWindow).latencies)
  const p95 = percentile(latencies, 0.95)
  const verdict = p95 <= atMost_ms ? 'smooth' : 'slow'
  console.log(
    `${what}: median ${median(latencies).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${times} (at most ${atMost_ms}); ` +
      `own work ${work.toFixed(1)} ms each: ${verdict}`,
  )
}

/** Records the time from each event of a kind to the end of its frame, in milliseconds. */
async function watch(kind: 'keydown' | 'click') {
  await page.evaluate((name) => {
    const latencies: number[] = []
    Object.assign(window, { latencies })
    document.addEventListener(
      name,
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => latencies.push(performance.now() - timeStamp)
          port2.postMessage(undefined)
        }),
      true,
    )
  }, kind)
}
