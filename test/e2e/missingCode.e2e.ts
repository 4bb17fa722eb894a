import type { Browser } from '@playwright/test'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { expect, test } from './fixtures.ts'

/** Code that the server does not have, as after an upgrade, or that cannot be reached. */

/** A page in a context of its own: the console reports what could not be loaded. */
async function openApart(browser: Browser, { address }: { address: string }) {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' })
  return context.newPage()
}

test('the language button says when the English strings cannot be loaded, and tries again when it is pressed again', async ({
  browser,
  server,
}) => {
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
  await page.unroute('**/assets/en-*.js')
  const asked = page.waitForRequest('**/api/auth/login')
  await page.getByLabel(dv.login.email).fill('a@example.mv')
  await page.getByLabel(dv.login.password, { exact: true }).fill('x')
  await page.keyboard.press('Enter')
  expect((await asked).headers()['accept-language']).toBe('dv')

  await english.click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.context().close()
})
