import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser } from '../factories.ts'
import { button, codeField, isAnswered, messages, pasteCode } from './acts.ts'
import { newPage, startBrowser, takesFocus } from './browser.ts'
import { type E2eHouse, openE2eHouse } from './house.ts'

const password = 'ފަސްމަސްވިރި ކުޅި 27'

let browser: Browser
let house: E2eHouse

beforeAll(async () => {
  ;[browser, house] = await Promise.all([startBrowser(), openE2eHouse()])
})
afterAll(() => Promise.all([browser.close(), house.close()]))

const newAddress = () => `guest-${crypto.randomUUID()}@hukum.test`

async function begin(page: Page, email: string) {
  await page.goto(`${house.address}/register`)
  await page.getByLabel(dv.login.email).fill(email)
  await button(page, dv.register.sendCode).click()
  await codeField(page).waitFor()
}

async function prove(page: Page, email: string) {
  await begin(page, email)
  await pasteCode(page, (await house.letter(email, 'code')).code)
  await page.getByLabel(dv.register.name).waitFor()
}

async function fillPerson(page: Page) {
  await page.getByLabel(dv.register.name).fill('އާމިނަތު ޝަމްސު')
  await page.getByLabel(dv.login.password, { exact: true }).fill(password)
  await page.getByLabel(dv.newPassword.confirmFirst).fill(password)
  await page.getByLabel(dv.register.terms).check()
}

test('a guest registers in three steps with the code of a letter, is signed in, and signs in again', async () => {
  const email = newAddress()
  const page = await newPage(browser)
  await page.goto(`${house.address}/login`)
  await page.getByRole('link', { name: dv.register.title }).click()
  await page.getByText(dv.register.step(1, 3)).waitFor()
  await page.getByLabel(dv.login.email).fill(email)
  await page.keyboard.press('Enter')

  // The whole letter is pasted: the code is found in it, and sent by itself.
  await page.getByText(dv.register.step(2, 3)).waitFor()
  await page.getByText(email).waitFor()
  await pasteCode(page, (await house.letter(email, 'code')).text)

  await page.getByText(dv.register.step(3, 3)).waitFor()
  await fillPerson(page)
  await button(page, dv.register.submit).click()
  await page.waitForURL('**/home')
  await page.getByRole('button', { name: dv.top.account('އާމިނަތު ޝަމްސު') }).click()
  await button(page, dv.top.logout).click()
  await page.waitForURL('**/login')

  await page.getByLabel(dv.login.email).fill(email)
  await page.getByLabel(dv.login.password, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/home')
  expect((await house.letter(email, 'new-account')).text).toContain('އާމިނަތު ޝަމްސު')
})

describe('the code', () => {
  test('has a field that telephones fill in, with a keyboard of digits', async () => {
    const page = await newPage(browser)
    await begin(page, newAddress())
    const field = codeField(page)
    expect(await field.getAttribute('inputmode')).toBe('numeric')
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    await takesFocus(field)
  })

  test('may be typed in Arabic-Indic digits and with spaces', async () => {
    const email = newAddress()
    const page = await newPage(browser)
    await begin(page, email)
    const { code } = await house.letter(email, 'code')
    const digits = Array.from(code, (digit) => String.fromCharCode(0x0660 + Number(digit)))
    await codeField(page).pressSequentially(`${digits.slice(0, 3).join('')} ${digits.slice(3).join('')}`)
    await page.getByLabel(dv.register.name).waitFor()
  })

  test('that is wrong is told in a red alert, and the right one goes on', async () => {
    const email = newAddress()
    const page = await newPage(browser)
    await begin(page, email)
    const { code } = await house.letter(email, 'code')
    await codeField(page).fill(code === '111111' ? '222222' : '111111')
    await page.getByRole('alert').waitFor()
    await expect.poll(() => codeField(page).getAttribute('aria-invalid')).toBe('true')
    await isAnswered(page)
    await pasteCode(page, code)
    await page.getByLabel(dv.register.name).waitFor()
  })

  test('that is too short is not sent', async () => {
    const page = await newPage(browser)
    await begin(page, newAddress())
    await codeField(page).fill('123')
    await button(page, dv.code.verify).click()
    await page.getByText(dv.code.needed, { exact: true }).last().waitFor()
    await expect.poll(() => codeField(page).getAttribute('aria-invalid')).toBe('true')
  })

  test('of somebody else, and one that has expired, open nothing', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const [page, elsewhere] = [await newPage(browser), await newPage(browser)]
    await begin(page, email)
    await begin(elsewhere, other)
    await pasteCode(page, (await house.letter(other, 'code')).code)
    await page.getByRole('alert').waitFor()

    await house.query(`update one_time_codes set ends_at = now() where email = $1`, [other])
    await pasteCode(elsewhere, (await house.letter(other, 'code')).code)
    await expect.poll(() => messages(elsewhere)).toEqual([expect.stringContaining('މުއްދަތު ހަމަވެއްޖެ')])
    expect(await elsewhere.getByLabel(dv.register.name).count()).toBe(0)
  })

  test('of the first letter ends when a second one is asked for, a minute later', async () => {
    const email = newAddress()
    const page = await newPage(browser)
    await page.clock.install()
    // A letter may take some seconds, of which the page counts each.
    const counting = new RegExp(dv.code.resendIn(60).replace('60', '(60|[1-5]\\d)'))
    await begin(page, email)
    const first = await house.letter(email, 'code')
    await page.getByText(counting).waitFor()
    await page.clock.runFor(61_000)
    await button(page, dv.code.resend).click()
    const second = await house.letter(email, 'code', { after: 1 })
    await page.getByText(counting).waitFor()

    await pasteCode(page, first.code)
    await page.getByRole('alert').waitFor()
    await isAnswered(page)
    await pasteCode(page, second.code)
    await page.getByLabel(dv.register.name).waitFor()
  })
})

test('whoever has an account gets a letter that says so, and the page tells nothing', async () => {
  const email = await buildUser(house.databaseUrl)
  const page = await newPage(browser)
  await begin(page, email)
  await house.letter(email, 'already-registered')
  await codeField(page).fill('123456')
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel(dv.register.name).count()).toBe(0)
})

describe('the last step', () => {
  test('names every field that is missing, and goes to the first', async () => {
    const page = await newPage(browser)
    await prove(page, newAddress())
    await button(page, dv.register.submit).click()
    for (const sentence of [dv.register.nameNeeded, dv.login.passwordNeeded, dv.register.termsNeeded])
      await page.getByText(sentence, { exact: true }).first().waitFor()
    await expect
      .poll(() => page.getByLabel(dv.register.name).evaluate((field) => field === document.activeElement))
      .toBe(true)
  })

  test('shows what the server finds wrong, one message after the other, each at its field', async () => {
    const page = await newPage(browser)
    await prove(page, newAddress())
    await fillPerson(page)
    await page.getByLabel(dv.login.password, { exact: true }).fill('passwordpassword')
    await page.getByLabel(dv.newPassword.confirmFirst).fill('passwordpassword')
    await button(page, dv.register.submit).click()
    await page.getByRole('alert').waitFor()
    const [message = ''] = await messages(page)
    expect(message).not.toBe('')
    await expect.poll(() => page.getByText(message).count()).toBe(2)
    // What was typed is there, and the right password goes through.
    await page.getByLabel(dv.login.password, { exact: true }).fill(password)
    await page.getByLabel(dv.newPassword.confirmFirst).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/home')
  })

  test('is kept when one goes back, and an address that is proved needs no second code', async () => {
    const email = newAddress()
    const page = await newPage(browser)
    await prove(page, email)
    await page.getByLabel(dv.register.name).fill('ޢަލީ')
    await button(page, dv.register.back).click()
    expect(await page.getByLabel(dv.login.email).inputValue()).toBe(email)
    await button(page, dv.register.sendCode).click()
    await expect.poll(() => page.getByLabel(dv.register.name).inputValue()).toBe('ޢަލީ')
  })

  test('opens the terms beside it', async () => {
    const page = await newPage(browser)
    await prove(page, newAddress())
    const [terms] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: dv.register.readTerms }).click(),
    ])
    await terms.waitForURL('**/terms')
    expect(await page.getByLabel(dv.register.name).isVisible()).toBe(true)
  })
})
