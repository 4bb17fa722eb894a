import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '../factories.ts'
import { button, openAccountMenu, pathOf } from './acts.ts'
import { home, newPage, signIn, startBrowser } from './browser.ts'

/** What is kept in a browser, for how long, and what is told in its corner. */

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const newUser = () => buildUser(process.env['HUKUM_DATABASE_URL'] ?? '')

/** The keys of both storages but for those of the look, which belong to the browser, and of the router's scrolling. */
const keptKeys = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
      .filter((key) => !['theme', 'language', 'sidebar'].includes(key) && !key.startsWith('tsr-scroll'))
      .sort(),
  )

test.each([
  [false, ['authToken'], []],
  [true, ['authToken', 'authUser'], ['authUser']],
])('with "remember me" %s the browser keeps %j, and after the log-out %j', async (remember, during, after) => {
  const page = await newPage(browser)
  await signIn(page, await newUser(), password, { remember })
  await expect.poll(() => keptKeys(page)).toEqual(during)
  await openAccountMenu(page)
  await button(page, dv.top.logout).click()
  await page.waitForURL('**/login')
  await expect.poll(() => keptKeys(page)).toEqual(after)
})

test('a token that has expired is renewed at the next visit while its session lives', async () => {
  const page = await newPage(browser)
  await signIn(page, await newUser(), password, { remember: true })
  const first = await page.evaluate(() => localStorage.getItem('authToken'))
  await page.clock.setSystemTime(Date.now() + 2 * 3_600_000)
  const renewed = page.waitForResponse('**/api/auth/refresh')
  await page.reload()
  expect((await renewed).status()).toBe(200)
  await page.getByRole('banner').waitFor()
  expect(pathOf(page)).toBe('/home')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).not.toBe(first)
})

test('messages stand at the top right, in the direction of their letters, and can be closed', async () => {
  const page = await newPage(browser)
  await signIn(page, await newUser(), password)
  await page.goto(`${home()}/account`)
  const rename = async (name: string) => {
    await page.getByLabel(dv.account.name, { exact: true }).fill(name)
    await button(page, dv.account.save).click()
  }
  const corner = page.getByRole('region', { name: dv.toasts.label })
  const message = (text: string) => corner.locator('[dir]').filter({ hasText: text })

  await rename('ޢަލީ')
  await message(dv.account.saved).waitFor()
  expect(await message(dv.account.saved).getAttribute('dir')).toBe('rtl')
  const place = async () => {
    const { x = 0, y = 900, width = 0 } = (await message(dv.account.saved).boundingBox()) ?? {}
    return x + width > 1440 - 40 && y < 40
  }
  await expect.poll(place).toBe(true)

  const refusal = {
    Status: 'error',
    Message: 'No more.',
    code: 'invalid',
    payload: { errors: { Name: ['Too long.'] } },
  }
  await page.route('**/api/auth/profile/update', (route) =>
    route.fulfill({ status: 400, body: JSON.stringify(refusal) }),
  )
  await rename('އަޙްމަދު')
  await message('Too long.').waitFor()
  expect(await message('Too long.').getAttribute('dir')).toBe('ltr')
  // What is there already is not shown twice.
  await button(page, dv.account.save).click()
  expect(await message('Too long.').count()).toBe(1)
  await message('Too long.').getByRole('button', { name: dv.toasts.close }).click()
  await expect.poll(() => message('Too long.').count()).toBe(0)
})
