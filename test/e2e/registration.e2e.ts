import { expect, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser } from '#test/factories.ts'
import { button, codeField, expectAnswered, logIn, messages, passwordField, pasteCode } from './accountActions.ts'
import { nightly } from './nightly.ts'
import { axe, expectFocusIn, expectPath } from './pageActions.ts'
import type { TestServer } from './testServer.ts'

const password = 'ފަސްމަސްވިރި ކުޅި 27'
const newEmail = () => `guest-${crypto.randomUUID()}@hukum.test`
const nameField = (page: Page) => page.getByLabel(dv.register.name)

async function requestCode(page: Page, email: string) {
  await page.goto('/register')
  await page.getByLabel(dv.login.email).fill(email)
  await button(page, dv.register.sendCode).click()
  await expect(codeField(page)).toBeVisible()
}

async function openLastStep(server: TestServer, page: Page, email: string) {
  await requestCode(page, email)
  await pasteCode(page, (await server.email(email, 'code')).code)
  await expect(nameField(page)).toBeVisible()
}

async function fillPasswords(page: Page, text: string) {
  await passwordField(page).fill(text)
  await page.getByLabel(dv.newPassword.confirmFirst).fill(text)
}

async function fillLastStep(page: Page) {
  await nameField(page).fill('އާމިނަތު ޝަމްސު')
  await fillPasswords(page, password)
  await page.getByLabel(dv.register.terms).check()
}

test('a guest registers in three steps with the code of an e-mail, is signed in, and can sign in again', async ({
  page,
  server,
}) => {
  const email = newEmail()
  await page.goto('/login')
  await page.getByRole('link', { name: dv.register.title }).click()
  await expect(page.getByText(dv.register.step(1, 3))).toBeVisible()
  await expect(page.getByLabel(dv.login.email)).toBeFocused()
  await page.getByLabel(dv.login.email).fill(email)
  await page.keyboard.press('Enter')

  // The whole e-mail is pasted: the page finds the code in it and sends it.
  await expect(page.getByText(dv.register.step(2, 3))).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await pasteCode(page, (await server.email(email, 'code')).text)

  await expect(page.getByText(dv.register.step(3, 3))).toBeVisible()
  expect(await axe(page)).toEqual([])
  await fillLastStep(page)
  await button(page, dv.register.submit).click()
  await expectPath(page, '/home')
  await page.getByRole('button', { name: dv.top.account('އާމިނަތު ޝަމްސު') }).click()
  await button(page, dv.top.logout).click()
  await expectPath(page, '/login')

  await logIn(page, { email, password })
  await expectPath(page, '/home')
  expect((await server.email(email, 'new-account')).text).toContain('އާމިނަތު ޝަމްސު')
})

test(
  'a reload keeps the step of the code of a registration, and going back removes it',
  nightly,
  async ({ page, server }) => {
    const email = newEmail()
    await requestCode(page, email)
    await page.reload()
    await expect(page.getByText(email)).toBeVisible()
    await button(page, dv.register.back).click()
    await expect(page.getByLabel(dv.login.email)).toHaveValue(email)
    await page.reload()
    await expect(page.getByLabel(dv.login.email)).toHaveValue('')

    const other = newEmail()
    await requestCode(page, other)
    await page.reload()
    await pasteCode(page, (await server.email(other, 'code')).code)
    await fillLastStep(page)
    await button(page, dv.register.submit).click()
    await expectPath(page, '/home')
    expect(await page.evaluate(() => sessionStorage.getItem('registrationStep'))).toBeNull()
  },
)

test(
  'the field of a registration code accepts each way to enter it, and marks a wrong code',
  nightly,
  async ({ page, server }) => {
    const email = newEmail()
    await requestCode(page, email)

    await test.step('the field of the code has a keyboard of digits, and phones fill it in', async () => {
      await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric')
      await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
      await expectFocusIn(codeField(page))
    })

    await test.step('a code that is too short is not sent', async () => {
      let requests = 0
      page.on('request', (request) => (requests += request.url().includes('/api/auth/') ? 1 : 0))
      await codeField(page).fill('123')
      await button(page, dv.code.verify).click()
      await expect(page.getByText(dv.code.needed, { exact: true }).last()).toBeVisible()
      await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
      expect(requests).toBe(0)
    })

    const { code } = await server.email(email, 'code')
    await test.step('a wrong code shows a red alert, and the right code continues', async () => {
      await codeField(page).fill(code === '111111' ? '222222' : '111111')
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
      await expectAnswered(page)
      await pasteCode(page, code)
      await expect(nameField(page)).toBeVisible()
    })

    await test.step('a code may be typed in Arabic-Indic digits and with spaces', async () => {
      const other = newEmail()
      await page.evaluate(() => sessionStorage.clear())
      await requestCode(page, other)
      const digits = Array.from((await server.email(other, 'code')).code, toArabicIndic)
      await codeField(page).pressSequentially(`${digits.slice(0, 3).join('')} ${digits.slice(3).join('')}`)
      await expect(nameField(page)).toBeVisible()
    })
  },
)

const toArabicIndic = (digit: string) => String.fromCharCode(0x0660 + Number(digit))

test('the code of another user and an expired code are refused', nightly, async ({ openPage, server }) => {
  const [email, otherEmail] = [newEmail(), newEmail()]
  const [page, other] = [await openPage(), await openPage()]
  await requestCode(page, email)
  await requestCode(other, otherEmail)
  const { code } = await server.email(otherEmail, 'code')
  await pasteCode(page, code)
  await expect(page.getByRole('alert')).toBeVisible()

  await server.query(`update one_time_codes set ends_at = now() where email = $1`, [otherEmail])
  await pasteCode(other, code)
  await expect(messages(other)).toHaveText([/މުއްދަތު ހަމަވެއްޖެ/])
  await expect(nameField(other)).toHaveCount(0)
})

test('a second code can be requested after a minute, and ends the first', nightly, async ({ openPage, server }) => {
  const email = newEmail()
  const page = await openPage({ isolated: true })
  await page.clock.install()
  // An e-mail may take some seconds, each of which the page counts down.
  const countdown = new RegExp(dv.code.resendIn(60).replace('60', '(60|[1-5]\\d)'))
  await requestCode(page, email)
  const first = await server.email(email, 'code')
  await expect(page.getByText(countdown)).toBeVisible()
  await page.clock.runFor(61_000)
  await button(page, dv.code.resend).click()
  const second = await server.email(email, 'code', { after: 1 })
  await expect(page.getByText(countdown)).toBeVisible()

  await pasteCode(page, first.code)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAnswered(page)
  await pasteCode(page, second.code)
  await expect(nameField(page)).toBeVisible()
})

test('a registration with the address of an account sends an e-mail about it, and the page does not show it', async ({
  page,
  server,
}) => {
  const email = await buildUser(server.databaseUrl)
  await requestCode(page, email)
  await server.email(email, 'already-registered')
  await codeField(page).fill('123456')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(nameField(page)).toHaveCount(0)
})

test('the last step of a registration checks its fields and keeps what is typed', nightly, async ({ page, server }) => {
  const email = newEmail()
  await openLastStep(server, page, email)

  await test.step('the last step of a registration opens the terms in another tab', async () => {
    const [terms] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: dv.register.readTerms }).click(),
    ])
    await terms.waitForURL('**/terms')
    await terms.close()
    await expect(nameField(page)).toBeVisible()
  })

  await test.step('the last step of a registration names every missing field and focuses the first', async () => {
    await button(page, dv.register.submit).click()
    for (const message of [dv.register.nameNeeded, dv.login.passwordNeeded, dv.register.termsNeeded])
      await expect(page.getByText(message, { exact: true }).first()).toBeVisible()
    await expect(nameField(page)).toBeFocused()
  })

  await test.step('the last step of a registration keeps its values when the user goes back, and needs no second code', async () => {
    await nameField(page).fill('ޢަލީ')
    await button(page, dv.register.back).click()
    await expect(page.getByLabel(dv.login.email)).toHaveValue(email)
    await button(page, dv.register.sendCode).click()
    await expect(nameField(page)).toHaveValue('ޢަލީ')
  })

  await test.step('the last step of a registration shows each problem that the server finds at its field', async () => {
    await fillLastStep(page)
    await fillPasswords(page, 'passwordpassword')
    await button(page, dv.register.submit).click()
    await expect(page.getByRole('alert')).toBeVisible()
    const message = (await messages(page).first().textContent()) ?? ''
    expect(message).not.toBe('')
    await expect(page.getByText(message)).toHaveCount(2)
    // The other values stay, and the right password is accepted.
    await fillPasswords(page, password)
    await page.keyboard.press('Enter')
    await expectPath(page, '/home')
  })
})
