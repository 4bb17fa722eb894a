import type { Page } from 'playwright-core'
import { startBrowser } from '../test/e2e/browser.ts'
import startServer from '../test/e2e/globalSetup.ts'
import { buildStage, stageUrl } from '../test/e2e/stage/build.ts'
import { dv } from '#web/strings/dv.ts'

/** From a key to the paint that shows its letter: in a form of 200 fields, and in rows of a record, forty of them. */
const atMost_ms = 50
const rows = 40

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

await page.goto(stageUrl({ resource: 'large', mode: 'Create' }))
await page.locator('[data-field="text_100"] input').focus()
tell('a form of 200 fields', await typing(page))

await page.goto(stageUrl({ resource: 'caseFiles', mode: 'Create' }))
const add = page.getByRole('button', { name: dv.form.rows.add('ޤަޟިއްޔާ ނަންބަރުތައް') })
await add.waitFor()
await watch(page, 'click')
for (let row = 1; row < rows; row += 1) await add.click()
tell(`a new row, up to ${rows}`, await measured(page))
await page.locator(`[data-field="case_numbers.${rows / 2}.number"] input`).focus()
tell(`${rows} rows`, await typing(page))

await browser.close()
await stop?.()

async function typing(of: Page) {
  await watch(of, 'keydown')
  for (let time = 0; time < 60; time += 1) await of.keyboard.press('KeyA')
  return measured(of)
}

/** Each event of this kind → the end of the frame in which its work was painted, in milliseconds. */
async function watch(of: Page, kind: 'keydown' | 'click') {
  await of.evaluate((name) => {
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

async function measured(of: Page) {
  await of.waitForTimeout(300)
  return of.evaluate(() => (window as unknown as { taken: number[] }).taken)
}

function tell(what: string, times: number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
  const verdict = Number(at(0.95)) <= atMost_ms ? 'smooth' : 'slow'
  console.log(
    `${what}: median ${at(0.5)} ms, p95 ${at(0.95)} ms of ${sorted.length} (at most ${atMost_ms}): ${verdict}`,
  )
}
