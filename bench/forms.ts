import { cpus, loadavg } from 'node:os'
import { caseFiles } from '#shared/resources/caseFiles.ts'
import { buildWeb } from '../scripts/buildWeb.ts'
import { startBrowser } from '../test/e2e/browser.ts'
import startServer from '../test/e2e/globalSetup.ts'
import { buildStage, stageUrl } from '../test/e2e/stage/build.ts'
import { dv } from '#web/strings/dv.ts'
import { watchWork } from './pageWork.ts'

type Watching = { taken: number[] }

/**
 * From a key to the paint that shows its letter: in a form of 200 fields, in rows of a record, forty of them, and in a
 * text of five thousand words. Beside it the work of the page itself, which other programs of the machine do not lengthen.
 */
const atMost_ms = 50
const rows = 40
/** As people type: some keys at once, some after a pause in which what was typed is kept. */
const pauses_ms = [0, 40, 200]

await buildWeb({ say: console.log })
const stop = await startServer()
const put = await buildStage()
const browser = await startBrowser()
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
await put(page)
await page.goto(stageUrl({}).replace('/stage/?', '/login'))
await page.getByLabel(dv.login.email).fill('admin@hukum.test')
await page.getByLabel(dv.login.remember).check()
await page.getByLabel(dv.login.password, { exact: true }).fill('hukum-demo-2026')
await page.keyboard.press('Enter')
await page.waitForURL((url) => url.pathname !== '/login')

const workOf = await watchWork(page)

await page.goto(stageUrl({ resource: 'large', mode: 'Create' }))
await page.locator('[data-field="text_100"] input').focus()
await typing('a form of 200 fields')

await page.goto(stageUrl({ resource: 'caseFiles', mode: 'Create' }))
const add = await page.waitForSelector(
  `role=button[name="${dv.form.rows.add(caseFiles.fields.case_numbers.label.dv)}"]`,
)
await tell(`a new row, up to ${rows}`, 'click', rows - 1, () => add.evaluate((button: HTMLElement) => button.click()))
await page.locator(`[data-field="case_numbers.${rows / 2}.number"] input`).focus()
await typing(`${rows} rows`)

await page.goto(stageUrl({ resource: 'dynamicPages', mode: 'Create' }))
const text = page.locator('[contenteditable=true]')
await text.click()
await text.evaluate(
  (place, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    place.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  },
  `<p>${'ޙުކުމް އަދި ޤާނޫނު '.repeat(20)}</p>`.repeat(84),
)
await typing('a text of 5,000 words')

console.log(`${(loadavg()[0] ?? 0).toFixed(1)} programs wanted the ${cpus().length} processors meanwhile`)
await browser.close()
await stop?.()

function typing(what: string) {
  return tell(what, 'keydown', 60, () => page.keyboard.press('KeyA'))
}

async function tell(what: string, kind: 'keydown' | 'click', times: number, act: () => Promise<void>) {
  await watch(kind)
  const before = await workOf()
  for (let time = 0; time < times; time += 1) {
    await act()
    await page.waitForFunction((painted) => (window as unknown as Watching).taken.length > painted, time)
    await page.waitForTimeout(pauses_ms[time % pauses_ms.length] ?? 0)
  }
  const work = (((await workOf()) - before) / times) * 1000
  const taken = await page.evaluate(() => (window as unknown as Watching).taken)
  const sorted = taken.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  const verdict = at(0.95) <= atMost_ms ? 'smooth' : 'slow'
  console.log(
    `${what}: median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms of ${times} (at most ${atMost_ms}); ` +
      `own work ${work.toFixed(1)} ms each: ${verdict}`,
  )
}

/** Each event of this kind → the end of the frame in which its work was painted, in milliseconds. */
async function watch(kind: 'keydown' | 'click') {
  await page.evaluate((name) => {
    const taken: number[] = []
    Object.assign(window, { taken })
    document.addEventListener(
      name,
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => taken.push(performance.now() - timeStamp)
          port2.postMessage(undefined)
        }),
      true,
    )
  }, kind)
}
