import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildUser, password } from '../factories.ts'
import { axe, newPage, startBrowser, wordsOf } from './browser.ts'
import { type E2eHouse, openE2eHouse } from './house.ts'

let browser: Browser
let house: E2eHouse

beforeAll(async () => {
  ;[browser, house] = await Promise.all([startBrowser(), openE2eHouse({ LOGIN_OTP: 'everyone' })])
})
afterAll(() => Promise.all([browser.close(), house.close()]))

/** Nothing for axe to find, and nothing sticks out. */
async function looksRight(page: Page) {
  expect(await axe(page)).toEqual([])
  const { width } = page.viewportSize() ?? { width: 0 }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

/** Every pair of theme, language and width is met once. */
describe.each([
  ['mixed', 'dv', 1440],
  ['dark', 'en', 1440],
  ['dark', 'dv', 390],
  ['mixed', 'en', 390],
  ['light', 'dv', 1440],
] as const)('in the %s theme (%s, %i wide)', (theme, language, width) => {
  test('every step of registering looks right', async () => {
    const page = await newPage(browser, { theme, language, width })
    await page.goto(`${house.address}/register`)
    await page.locator('form').waitFor()
    const { login, code, register, newPassword } = await wordsOf(page)
    await looksRight(page)

    const email = `guest-${crypto.randomUUID()}@hukum.test`
    await page.getByLabel(login.email).fill(email)
    await page.keyboard.press('Enter')
    await page.getByLabel(code.label).fill('12')
    await page.keyboard.press('Enter')
    await page.getByText(code.needed, { exact: true }).last().waitFor()
    await looksRight(page)

    await page.getByLabel(code.label).fill((await house.letter(email, 'code')).code)
    await page.getByLabel(register.name).waitFor()
    await page.getByRole('button', { name: register.submit, exact: true }).click()
    await page.getByText(register.nameNeeded).waitFor()
    await looksRight(page)
    expect(await page.getByText(newPassword.letters(12)).isVisible()).toBe(true)
  })

  test('every step to a new password looks right', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await newPage(browser, { theme, language, width })
    await page.goto(`${house.address}/forgot-password`)
    await page.locator('form').waitFor()
    const { login, forgot, newPassword } = await wordsOf(page)
    await page.getByLabel(login.email).fill(email)
    await page.keyboard.press('Enter')
    await page.getByText(forgot.sentTitle).waitFor()
    await looksRight(page)

    await page.goto((await house.letter(email, 'reset')).link)
    await page.getByLabel(newPassword.label, { exact: true }).fill('short')
    await page.keyboard.press('Enter')
    await page.getByText(newPassword.short(12)).waitFor()
    await looksRight(page)
  })

  test('the second step, the own account and its windows look right', async () => {
    const email = await buildUser(house.databaseUrl, { copy_access: true })
    const page = await newPage(browser, { theme, language, width })
    await page.goto(`${house.address}/login`)
    await page.locator('form').waitFor()
    const { login, code, top, sessions, newPassword, reauth } = await wordsOf(page)
    await page.getByLabel(login.email).fill(email)
    await page.getByLabel(login.password, { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByLabel(code.label).waitFor()
    await looksRight(page)
    await page.getByLabel(code.label).fill((await house.letter(email, 'code')).code)

    const menu = page.getByRole('banner').getByRole('button', { name: top.account('Test') })
    await menu.click()
    await page.getByRole('link', { name: top.myAccount }).click()
    await page.getByText(sessions.onlyThis).waitFor()
    await looksRight(page)

    await menu.click()
    await page.getByRole('button', { name: top.changePassword }).click()
    await page.getByLabel(newPassword.current).fill('short')
    await page.keyboard.press('Enter')
    await page.getByText(newPassword.needed, { exact: true }).first().waitFor()
    await looksRight(page)

    await house.query(`update sessions set ended_at = now(), ended_why = 'owner' where ended_at is null`)
    await page.getByLabel(newPassword.label, { exact: true }).fill('a quiet lagoon 41')
    await page.getByLabel(newPassword.confirm).fill('a quiet lagoon 41')
    await page.keyboard.press('Enter')
    await page.getByText(reauth.lead).waitFor()
    await looksRight(page)
  })

  test('a server that cannot be reached is said in the middle of the page, under a heading', async () => {
    const page = await newPage(browser, { theme, language, width })
    await page.goto(`${house.address}/login`)
    await page.locator('form').waitFor()
    const { session, actions } = await wordsOf(page)
    await page.evaluate(() => localStorage.setItem('authToken', 'a.b.c'))
    await page.route('**/api/auth/me', (route) => route.abort())
    await page.reload()
    const heading = page.getByRole('main').getByRole('heading', { level: 1, name: session.unreachable })
    await heading.waitFor()
    await looksRight(page)
    const { y = 0 } = (await heading.boundingBox()) ?? {}
    expect(Math.abs(y - 450)).toBeLessThan(150)

    await page.unroute('**/api/auth/me')
    await page.getByRole('button', { name: actions.retry }).click()
    await page.waitForURL('**/login')
  })
})
