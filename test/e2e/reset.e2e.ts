import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '../factories.ts'
import { button, logIn, messages, pathOf } from './acts.ts'
import { newPage, startBrowser } from './browser.ts'
import { type E2eHouse, openE2eHouse } from './house.ts'

const chosen = 'ކަނޑުގެ ރާޅު 🌊 2026'

let browser: Browser
let house: E2eHouse

beforeAll(async () => {
  ;[browser, house] = await Promise.all([startBrowser(), openE2eHouse()])
})
afterAll(() => Promise.all([browser.close(), house.close()]))

async function ask(page: Page, email: string) {
  await page.goto(`${house.address}/forgot-password`)
  await page.getByLabel(dv.login.email).fill(email)
  await button(page, dv.forgot.submit).click()
  await page.getByText(dv.forgot.sent).waitFor()
}

async function choose(page: Page, text: string, again = text) {
  await page.getByLabel(dv.newPassword.label, { exact: true }).fill(text)
  await page.getByLabel(dv.newPassword.confirm).fill(again)
  await button(page, dv.newPassword.submit).click()
}

test('a forgotten password is chosen anew with the link of a letter', async () => {
  const email = await buildUser(house.databaseUrl)
  const page = await newPage(browser)
  await page.goto(`${house.address}/login`)
  await page.getByRole('link', { name: dv.entries.forgotPassword }).click()
  await ask(page, email)

  await page.goto((await house.letter(email, 'reset')).link)
  await page.waitForURL('**/change-password')
  await page.getByText(dv.newPassword.letters(12)).waitFor()
  await choose(page, chosen)
  await page.waitForURL('**/login')
  await page.getByText(dv.newPassword.changedLogin).waitFor()

  await logIn(page, house.address, { email, password })
  await page.getByRole('alert').waitFor()
  await logIn(page, house.address, { email, password: chosen })
  await page.waitForURL('**/home')
  await house.letter(email, 'password-changed')
})

test('the link leaves the address before anything is asked, and no request carries it in its address', async () => {
  const email = await buildUser(house.databaseUrl)
  const page = await newPage(browser)
  await ask(page, email)
  const { link, reference } = await house.letter(email, 'reset')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const atFirstCall: Promise<string> = page.waitForRequest('**/api/**').then(() => page.url())
  await page.goto(link)
  expect(await atFirstCall).not.toContain(reference)
  await page.waitForURL('**/change-password')
  expect(asked.filter((address) => address.includes(reference) && address !== link)).toEqual([])
  await page.goBack()
  expect(page.url()).not.toContain(reference)
})

test('an address that nobody has is answered the same, and gets no letter', async () => {
  const page = await newPage(browser)
  await ask(page, 'nobody@hukum.test')
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await house.query(`select from emails where recipient = 'nobody@hukum.test'`)).toEqual([])
})

test('what is no address is not sent', async () => {
  const page = await newPage(browser)
  await page.goto(`${house.address}/forgot-password`)
  await page.getByLabel(dv.login.email).fill('nobody')
  await button(page, dv.forgot.submit).click()
  await page.getByText(dv.login.emailNeeded).waitFor()
})

describe('a link', () => {
  const turnedAway = async (page: Page, address: string) => {
    await page.goto(address)
    await page.getByText(dv.forgot.badLink).waitFor()
    await page.waitForURL('**/login')
  }

  test('that was made up, or cut short, leads to the log-in with a message', async () => {
    const page = await newPage(browser)
    await turnedAway(page, `${house.address}/forgot-password?ref=${'A'.repeat(43)}`)
    await turnedAway(page, `${house.address}/forgot-password?ref=short`)
  })

  test('that was followed once holds no more on another device', async () => {
    const email = await buildUser(house.databaseUrl)
    const [phone, computer] = [await newPage(browser), await newPage(browser)]
    await ask(phone, email)
    const { link } = await house.letter(email, 'reset')
    await phone.goto(link)
    await phone.waitForURL('**/change-password')
    await turnedAway(computer, link)
    // Where it was followed first it still leads to a new password.
    await choose(phone, chosen)
    await phone.waitForURL('**/login')
  })

  test('that has expired holds no more', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await newPage(browser)
    await ask(page, email)
    const { link } = await house.letter(email, 'reset')
    await house.query(`update one_time_codes set ends_at = now() where email = $1`, [email])
    await turnedAway(page, link)
  })

  test('whose time ends while the password is thought of leads to the log-in', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await newPage(browser)
    await ask(page, email)
    await page.goto((await house.letter(email, 'reset')).link)
    await page.waitForURL('**/change-password')
    await house.query(`update one_time_codes set ends_at = now() where email = $1`, [email])
    await choose(page, chosen)
    await page.getByText(dv.forgot.badLink).waitFor()
    await page.waitForURL('**/login')
  })

  test('is asked about again when the network fails', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await newPage(browser)
    await ask(page, email)
    const { link } = await house.letter(email, 'reset')
    await page.route('**/resetValidate', (route) => route.abort())
    await page.goto(link)
    await page.getByRole('alert').waitFor()
    await page.unroute('**/resetValidate')
    await button(page, dv.actions.retry).click()
    await page.waitForURL('**/change-password')
  })
})

describe('the new password', () => {
  test('without a link cannot be chosen', async () => {
    const page = await newPage(browser)
    await page.goto(`${house.address}/change-password`)
    await page.waitForURL('**/login')
  })

  test('is told what it lacks, by the page and by the server, and stays where it is', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await newPage(browser)
    await ask(page, email)
    await page.goto((await house.letter(email, 'reset')).link)
    await page.waitForURL('**/change-password')

    await choose(page, 'short')
    await page.getByText(dv.newPassword.short(12)).waitFor()
    await choose(page, chosen, `${chosen}.`)
    await page.getByText(dv.newPassword.differ).waitFor()
    await choose(page, 'passwordpassword')
    await page.getByRole('alert').waitFor()
    await expect.poll(() => messages(page)).toHaveLength(1)
    expect(pathOf(page)).toBe('/change-password')
    await choose(page, chosen)
    await page.waitForURL('**/login')
  })

  test('may be pasted and shown, and keepers of passwords know it as new', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await newPage(browser)
    await ask(page, email)
    await page.goto((await house.letter(email, 'reset')).link)
    const field = page.getByLabel(dv.newPassword.label, { exact: true })
    expect(await field.getAttribute('autocomplete')).toBe('new-password')
    expect(await field.getAttribute('type')).toBe('password')
    await button(page, dv.login.showPassword).first().click()
    await expect.poll(() => field.getAttribute('type')).toBe('text')
    expect(await button(page, dv.login.hidePassword).getAttribute('aria-pressed')).toBeNull()
  })
})
