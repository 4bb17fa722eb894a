import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '../factories.ts'
import { home, newPage, signIn, startBrowser } from './browser.ts'
import { toast } from './lists.ts'

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const saved = dv.account.saved

/** A page with a toast on it, whose clock can be moved on. */
async function openWithToast() {
  const page = await newPage(browser)
  await signIn(page, await buildUser(process.env['HUKUM_DATABASE_URL'] ?? ''), password)
  await page.goto(`${home()}/account`)
  await page.getByLabel(dv.account.name, { exact: true }).fill('ޢަލީ')
  await page.clock.install()
  await watchToasts(page)
  await page.getByRole('button', { name: dv.account.save, exact: true }).click()
  return page
}

/** Writes down in the page when the toast came and when it went. */
const watchToasts = (page: Page) =>
  page.evaluate((label) => {
    const corner = document.querySelector(`section[aria-label="${label}"]`)
    const times: number[] = []
    Object.assign(window, { toastTimes: times })
    let wasThere = false
    new MutationObserver(() => {
      const isThere = corner?.querySelector('button') !== null
      if (isThere !== wasThere) times.push(Date.now())
      wasThere = isThere
    }).observe(corner ?? document.body, { childList: true, subtree: true })
  }, dv.toasts.label)

const timesOf = (page: Page) => page.evaluate(() => (window as unknown as { toastTimes: number[] }).toastTimes)

test('a toast closes after five seconds', async () => {
  const page = await openWithToast()
  await toast(page, saved).waitFor()
  await toast(page, saved).waitFor({ state: 'detached' })
  const [came = 0, went = 0] = await timesOf(page)
  // Its clock starts with its drawing, which on a busy machine ends later than that.
  expect(went - came).toBeGreaterThanOrEqual(limits.toast.visible_ms - 500)
})

test.each(['pointer', 'focus'])('a toast stays while the %s is on it, and closes a second later', async (what) => {
  const page = await openWithToast()
  const text = toast(page, saved)
  const close = page.getByRole('region', { name: dv.toasts.label }).getByRole('button', { name: dv.toasts.close })
  await (what === 'pointer' ? text.dispatchEvent('pointerover') : close.focus())
  await page.clock.fastForward(60_000)
  await text.waitFor()
  const left = await page.evaluate(() => Date.now())
  await (what === 'pointer' ? text.dispatchEvent('pointerout') : close.blur())
  await text.waitFor({ state: 'detached' })
  const [, went = 0] = await timesOf(page)
  expect(went - left).toBeGreaterThanOrEqual(limits.toast.extended_ms)
})
