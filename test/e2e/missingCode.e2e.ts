import type { Browser } from '@playwright/test'
import { demoPassword } from './apiUser.ts'
import { courts } from '#shared/resources/courts.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { expect, staff, subscriber, test } from './fixtures.ts'
import { pathOf } from './listActions.ts'
import { signIn } from './pageActions.ts'
import { cards, search } from './searchActions.ts'
import { nightly } from './nightly.ts'

/** Code that the server does not have, as after an upgrade, or that cannot be reached. */

/** A page in a context of its own: the console reports what could not be loaded. */
async function openApart(browser: Browser, { address }: { address: string }) {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' })
  return context.newPage()
}

test('a list whose form is missing on the server after an upgrade loads the page again by its button', async ({
  browser,
  server,
}) => {
  const page = await openApart(browser, server)
  await page.clock.install()
  await signIn(page, staff, demoPassword)
  await page.goto(pathOf('courts'))
  const create = page.getByRole('button', { name: dv.list.create(courts.label.one.dv), exact: true })
  await page.route('**/assets/FormDialog-*.js', (route) => route.fulfill({ status: 404 }))
  await create.click()
  const retry = page.getByRole('main').getByRole('button', { name: dv.actions.retry })
  await expect(async () => {
    await page.clock.fastForward(5000)
    await expect(retry).toBeVisible({ timeout: 500 })
  }).toPass()

  await page.unroute('**/assets/FormDialog-*.js')
  await retry.click()
  await create.click()
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  await page.context().close()
})

test(
  'the language button says when the English strings cannot be loaded, and tries again when it is pressed again',
  nightly,
  async ({ browser, server }) => {
    const page = await openApart(browser, server)
    await page.clock.install()
    await page.goto('/login')
    await page.route('**/assets/en-*.js', (route) => route.abort())
    const english = page.getByRole('button', { name: en.languages.en })
    await english.click()
    await expect(page.getByText(dv.errors.network)).toBeVisible()
    // The attempts that follow by themselves fail too.
    const attempts = page.waitForEvent('requestfailed')
    await page.clock.fastForward(600)
    await attempts
    await page.clock.pauseAt(Date.now() + 60_000)
    const asked = page.waitForRequest('**/api/auth/login')
    await page.getByLabel(dv.login.email).fill('a@example.mv')
    await page.getByLabel(dv.login.password, { exact: true }).fill('x')
    await page.keyboard.press('Enter')
    expect((await asked).headers()['accept-language']).toBe('dv')

    await page.unroute('**/assets/en-*.js')
    await english.click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.context().close()
  },
)

test(
  'the code of the results loads before the first search, and without it an offline search says so',
  nightly,
  async ({ browser, server }) => {
    const page = await openApart(browser, server)
    const code = '**/assets/Results-*.js'
    await page.route(code, (route) => route.abort())
    const preload = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/Results-'))
    await signIn(page, subscriber, demoPassword)
    await preload
    await page.context().setOffline(true)
    await search(page, 'ޙުކުމް')
    await expect(page.getByRole('main').getByText(dv.errors.network)).toBeVisible()

    await page.unroute(code)
    await page.context().setOffline(false)
    await expect(cards(page).first()).toBeVisible()
    await page.context().close()
  },
)

test('a page whose script cannot be loaded says so in place of the ring, and its link loads it again', async ({
  browser,
  server,
}) => {
  const page = await openApart(browser, server)
  const script = '**/assets/index-*.js'
  await page.route(script, (route) => route.abort())
  await page.goto('/login')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(dv.errors.screen.split('.')[0] ?? '')
  await expect(alert).toContainText(en.errors.screen.split('.')[0] ?? '')

  await page.unroute(script)
  await alert.getByRole('link', { name: en.actions.retry }).click()
  await expect(page.getByLabel(dv.login.email)).toBeVisible()
  await expect(alert).toHaveCount(0)
  await page.context().close()
})
