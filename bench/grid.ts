import { cpus, loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { startBrowser } from '../test/e2e/browser.ts'
import { buildStage, stageUrl } from '../test/e2e/stage/build.ts'
import { watchWork } from './pageWork.ts'

/**
 * The grid with a hundred thousand rows: how long it takes to appear, to follow a key of its search, and to scroll.
 * Beside it a table that draws all its rows and folds their words at every key; as it would not end with as many, it has
 * five thousand. With each stands the work of the page itself, which other programs of the machine do not lengthen.
 */
const limits_ms = { mount: 100, key: 30, frame: 33 }
const ours = 100_000
const plain = 5_000
const typed = 'ކޯޓު މައްސަލަ 9'
/** Twelve keys a second, as fast as people type: no key waits for the one before it. */
const between_keys_ms = 80

const put = await buildStage()
const browser = await startBrowser()
const grid = await measure(ours, false)
const table = await measure(plain, true)
await browser.close()

console.log(`a grid of ${ours} rows, beside a table that draws ${plain}:`)
const passed = [
  tell('appears', grid.mount, table.mount, limits_ms.mount),
  tell('follows a key, p95', grid.key, table.key, limits_ms.key),
  tell('scrolls, longest frame', grid.frame, table.frame, limits_ms.frame),
]
console.log(
  `own work: ${grid.keyWork.toFixed(1)} ms a key, ${grid.frameWork.toFixed(1)} ms a frame; ` +
    `the table ${table.keyWork.toFixed(1)} and ${table.frameWork.toFixed(1)} ms`,
)
console.log(
  `its words were folded after ${Math.round(grid.ready)} ms, in slices between frames; ` +
    `with the appearing that is ${Math.round(grid.fold)} ms of own work`,
)
console.log(`${(loadavg()[0] ?? 0).toFixed(1)} programs wanted the ${cpus().length} processors meanwhile`)
process.exitCode = passed.every(Boolean) ? 0 : 1

async function measure(rows: number, isPlain: boolean) {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await put(page)
  await page.goto(stageUrl({ grid: rows, ...(isPlain && { plain: 'yes' }) }))
  await page.getByRole('button', { name: 'Show' }).waitFor()
  const workOf = await watchWork(page)
  const shown = performance.now()
  const before = await workOf()
  const mount = Math.min(...(await whilePainting(page, 'click', () => page.getByRole('button').click())))
  await page.locator('[data-ready="true"]').waitFor({ timeout: 120_000 })
  const ready = performance.now() - shown
  const fold = ((await workOf()) - before) * 1000
  await page.getByRole('textbox').focus()
  const beforeKeys = await workOf()
  const keys = await whilePainting(page, 'input', async () => {
    for (const letter of typed) {
      await page.keyboard.insertText(letter)
      await page.waitForTimeout(between_keys_ms)
    }
  })
  const keyWork = (((await workOf()) - beforeKeys) / keys.length) * 1000
  await page.getByRole('textbox').fill('')
  await page.waitForTimeout(300)
  const beforeFrames = await workOf()
  const frames = await scrolling(page)
  const frameWork = (((await workOf()) - beforeFrames) / frames.length) * 1000
  await page.context().close()
  return { mount, ready, fold, key: at(keys, 0.95), keyWork, frame: Math.max(...frames), frameWork }
}

/** Each event of a kind → the end of the frame in which its work was painted, in milliseconds. */
async function whilePainting(page: Page, kind: 'click' | 'input', act: () => Promise<void>) {
  await page.evaluate((name) => {
    const taken: number[] = []
    Object.assign(window, { taken })
    document.addEventListener(
      name,
      () => {
        const begun = performance.now()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => taken.push(performance.now() - begun)
          port2.postMessage(undefined)
        })
      },
      { capture: true },
    )
  }, kind)
  await act()
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as unknown as { taken: number[] }).taken)
}

/** What each frame of a scroll takes of the main thread: from its beginning until it is painted, in milliseconds. */
function scrolling(page: Page) {
  return page.evaluate(async () => {
    const scroller = document.querySelector('[role="grid"]')
    const taken: number[] = []
    for (let frame = 0; frame < 120; frame += 1)
      await new Promise<void>((settle) =>
        requestAnimationFrame(() => {
          const begun = performance.now()
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            taken.push(performance.now() - begun)
            settle()
          }
          port2.postMessage(undefined)
          scroller?.scrollBy(0, frame % 40 === 39 ? 200_000 : 330)
        }),
      )
    return taken
  })
}

function at(times: readonly number[], part: number) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

function tell(what: string, one: number, other: number, limit: number) {
  const verdict = one <= limit ? 'within' : 'OVER'
  console.log(
    `${what}: ${one.toFixed(1)} ms (${verdict} ${limit}), the table ${other.toFixed(1)} ms: ${(other / one).toFixed(1)} times`,
  )
  return one <= limit
}
