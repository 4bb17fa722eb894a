import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '../factories.ts'
import { button, codeField, isAnswered, logIn, messages, pasteCode, pathOf } from './acts.ts'
import { newPage, startBrowser } from './browser.ts'
import { type E2eHouse, openE2eHouse } from './house.ts'

let browser: Browser
let house: E2eHouse

beforeAll(async () => {
  ;[browser, house] = await Promise.all([startBrowser(), openE2eHouse({ LOGIN_OTP: 'everyone' })])
})
afterAll(() => Promise.all([browser.close(), house.close()]))

/** A person at the second step of the log-in. */
async function atSecondStep({ email }: { email?: string } = {}) {
  const person = email ?? (await buildUser(house.databaseUrl))
  const page = await newPage(browser)
  await logIn(page, house.address, { email: person, password })
  await codeField(page).waitFor()
  return { page, email: person }
}

describe('a log-in with a one-time code', () => {
  test('signs in with the code of the letter, typed or pasted', async () => {
    const { page, email } = await atSecondStep()
    await page.getByText(email).waitFor()
    await pasteCode(page, (await house.letter(email, 'code')).text)
    await page.waitForURL('**/home')
  })

  test('leads on to where the person wanted to go', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await newPage(browser)
    await page.goto(`${house.address}/account`)
    await page.waitForURL('**/login?**')
    await page.getByLabel(dv.login.email).fill(email)
    await page.getByLabel(dv.login.password, { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await codeField(page).waitFor()
    await codeField(page).fill((await house.letter(email, 'code')).code)
    await page.waitForURL('**/account')
  })

  test('tells of a wrong code, marks it, and goes on with the right one', async () => {
    const { page, email } = await atSecondStep()
    const { code } = await house.letter(email, 'code')
    await codeField(page).fill(code === '111111' ? '222222' : '111111')
    await page.getByRole('alert').waitFor()
    await expect.poll(() => codeField(page).getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => messages(page)).toHaveLength(1)
    await isAnswered(page)
    // What was wrong is marked: typing replaces it.
    await expect.poll(() => page.evaluate(() => String(document.getSelection()).length)).toBe(6)
    await page.keyboard.type(code)
    await page.waitForURL('**/home')
  })

  test('ends after five wrong codes, and begins anew with another', async () => {
    const { page, email } = await atSecondStep()
    await page.clock.install()
    const { code } = await house.letter(email, 'code')
    const wrong = ['111111', '222222', '333333', '444444', '555555', '666666'].filter((one) => one !== code)
    for (const one of wrong.slice(0, 5)) {
      const answered = page.waitForResponse('**/api/auth/verify')
      await codeField(page).fill(one)
      await answered
      await page.getByRole('alert').waitFor()
      await isAnswered(page)
    }
    await codeField(page).fill(code)
    await expect.poll(() => messages(page)).toEqual([expect.stringContaining('މުއްދަތު ހަމަވެއްޖެ')])
    expect(pathOf(page)).toBe('/login')

    await page.clock.runFor(61_000)
    await button(page, dv.code.resend).click()
    const newest = await house.letter(email, 'code', { after: 1 })
    await expect.poll(() => codeField(page).inputValue()).toBe('')
    await codeField(page).fill(newest.code)
    await page.waitForURL('**/home')
  })

  test('can be left: the reference and the saved user are forgotten', async () => {
    const { page, email } = await atSecondStep()
    await page.evaluate(
      (user) => localStorage.setItem('authUser', JSON.stringify({ email: user, name: 'Test', avatar: null })),
      email,
    )
    await button(page, dv.code.backToLogin).click()
    await page.getByLabel(dv.login.email).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('authUser'))).toBeNull()
    expect(await page.getByLabel(dv.login.password, { exact: true }).inputValue()).toBe('')
  })

  test('remembers whom it was asked to remember', async () => {
    const email = await buildUser(house.databaseUrl)
    const page = await newPage(browser)
    await page.goto(`${house.address}/login`)
    await page.getByLabel(dv.login.email).fill(email)
    await page.getByLabel(dv.login.password, { exact: true }).fill(password)
    await page.getByLabel(dv.login.remember).check()
    await button(page, dv.login.submit).click()
    await codeField(page).fill((await house.letter(email, 'code')).code)
    await page.waitForURL('**/home')
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('authUser'))).toContain(email)
  })
})

describe('two devices', () => {
  test('each need a code of their own: the second log-in ends the first one’s code', async () => {
    const { page: phone, email } = await atSecondStep()
    const first = await house.letter(email, 'code')
    const { page: computer } = await atSecondStep({ email })
    const second = await house.letter(email, 'code', { after: 1 })

    await codeField(phone).fill(first.code)
    await phone.getByRole('alert').waitFor()
    await isAnswered(phone)
    // The code of the other device does not help either: it belongs to the step that was begun there.
    const refused = phone.waitForResponse('**/api/auth/verify')
    await codeField(phone).fill(second.code)
    expect((await refused).ok()).toBe(false)
    await phone.getByRole('alert').waitFor()
    expect(pathOf(phone)).toBe('/login')

    await codeField(computer).fill(second.code)
    await computer.waitForURL('**/home')
  })

  test('a code that was used opens nothing a second time', async () => {
    const { page, email } = await atSecondStep()
    const { code } = await house.letter(email, 'code')
    const begun = page.waitForRequest('**/api/auth/verify')
    await codeField(page).fill(code)
    const body = (await begun).postData() ?? ''
    await page.waitForURL('**/home')
    const again = await page.request.post(`${house.address}/api/auth/verify`, {
      data: body,
      headers: { 'content-type': 'application/json' },
    })
    expect(await again.json()).toMatchObject({ Status: 'error', code: 'code-ended' })
  })
})

test('a first password leads to choosing another, whose reference stands in no address', async () => {
  const email = await buildUser(house.databaseUrl, { must_change: true })
  const page = await newPage(browser)
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await logIn(page, house.address, { email, password })
  await page.waitForURL('**/change-password')
  await page.reload()
  await page.getByLabel(dv.newPassword.label, { exact: true }).fill('a quiet lagoon 41')
  await page.getByLabel(dv.newPassword.confirm).fill('a quiet lagoon 41')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  await page.getByText(dv.newPassword.changedLogin).waitFor()
  expect(addresses.filter((address) => /ref|hash/.test(address))).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('passwordStep'))).toBeNull()

  await logIn(page, house.address, { email, password: 'a quiet lagoon 41' })
  await codeField(page).waitFor()
})
