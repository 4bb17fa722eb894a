import { expect, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { button, logIn, messages } from './accountActions.ts'
import { nightly } from './nightly.ts'
import { expectPath } from './pageActions.ts'
import type { TestServer } from './testServer.ts'

const newPassword = 'ކަނޑުގެ ރާޅު 🌊 2026'

async function requestLink(page: Page, email: string) {
  await page.goto('/forgot-password')
  await page.getByLabel(dv.login.email).fill(email)
  await button(page, dv.forgot.submit).click()
  await expect(page.getByText(dv.forgot.sent)).toBeVisible()
}

/** A new user who has requested a link on this page. */
async function userWithLink(server: TestServer, page: Page) {
  const email = await buildUser(server.databaseUrl)
  await requestLink(page, email)
  return { email, ...(await server.email(email, 'reset')) }
}

const passwordField = (page: Page) => page.getByLabel(dv.newPassword.label, { exact: true })

async function submitPassword(page: Page, text: string, confirmation = text) {
  await passwordField(page).fill(text)
  await page.getByLabel(dv.newPassword.confirm).fill(confirmation)
  await button(page, dv.newPassword.submit).click()
}

async function expectInvalidLink(page: Page, link: string) {
  await page.goto(link)
  await expect(page.getByText(dv.forgot.badLink)).toBeVisible()
  await expectPath(page, '/login')
}

const expire = (server: TestServer, email: string) =>
  server.query(`update one_time_codes set ends_at = now() where email = $1`, [email])

test('a forgotten password is replaced with the link of an e-mail', async ({ page, server }) => {
  const email = await buildUser(server.databaseUrl)
  await page.goto('/login')
  await page.getByRole('link', { name: dv.entries.forgotPassword }).click()
  await requestLink(page, email)
  const { link } = await server.email(email, 'reset')

  // The link is followed in a browser in which the user is signed in.
  await logIn(page, { email, password })
  await expectPath(page, '/home')
  await page.goto(link)
  await expectPath(page, '/change-password')
  await expect(page.getByText(dv.newPassword.letters(12))).toBeVisible()
  await expect(passwordField(page)).toBeFocused()
  await submitPassword(page, newPassword)
  await expectPath(page, '/login')
  await expect(page.getByText(dv.newPassword.changedLogin)).toBeVisible()

  await logIn(page, { email, password })
  await expect(page.getByRole('alert')).toBeVisible()
  await logIn(page, { email, password: newPassword })
  await expectPath(page, '/home')
  await server.email(email, 'password-changed')
  await page.goto(link)
  await expect(page.getByText(dv.forgot.badLink)).toBeVisible()
  await expectPath(page, '/home')
})

test('the reference of a reset link leaves the address before the first request, and no request has it in its address', async ({
  page,
  server,
}) => {
  const { link, reference } = await userWithLink(server, page)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  const addressAtFirstCall: Promise<string> = page.waitForRequest('**/api/**').then(() => page.url())
  await page.goto(link)
  expect(await addressAtFirstCall).not.toContain(reference)
  await expectPath(page, '/change-password')
  expect(requested.filter((address) => address.includes(reference) && address !== link)).toEqual([])
  await page.goBack()
  expect(page.url()).not.toContain(reference)
})

test('the request of a reset link does not show which addresses have an account', nightly, async ({ page, server }) => {
  await test.step('an invalid e-mail address is not sent', async () => {
    await page.goto('/forgot-password')
    await page.getByLabel(dv.login.email).fill('no address')
    await button(page, dv.forgot.submit).click()
    await expect(page.getByText(dv.login.emailNeeded)).toBeVisible()
  })

  await test.step('an unknown e-mail address gets the same response and no e-mail', async () => {
    await requestLink(page, 'unknown@hukum.test')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await server.query(`select from emails where recipient = 'unknown@hukum.test'`)).toEqual([])
  })
})

test('a password cannot be changed without a valid reset link', nightly, async ({ page, server }) => {
  await test.step('the page of the new password leads to the log-in when no link was followed', async () => {
    await page.goto('/change-password')
    await expectPath(page, '/login')
  })

  await test.step('a reset link with an unknown or shortened reference leads to the log-in with a message', async () => {
    await expectInvalidLink(page, `/forgot-password?ref=${'A'.repeat(43)}`)
    await expectInvalidLink(page, '/forgot-password?ref=short')
  })

  await test.step('an expired reset link is refused', async () => {
    const { email, link } = await userWithLink(server, page)
    await expire(server, email)
    await expectInvalidLink(page, link)
  })

  await test.step('a reset link that expires before the password is submitted leads to the log-in', async () => {
    const { email, link } = await userWithLink(server, page)
    await page.goto(link)
    await expectPath(page, '/change-password')
    await expire(server, email)
    await submitPassword(page, newPassword)
    await expect(page.getByText(dv.forgot.badLink)).toBeVisible()
    await expectPath(page, '/login')
  })
})

test(
  'a reset link that was followed is refused on another device, and still works on the first',
  nightly,
  async ({ openPage, server }) => {
    const [phone, computer] = [await openPage(), await openPage()]
    const { link } = await userWithLink(server, phone)
    await phone.goto(link)
    await expectPath(phone, '/change-password')
    await expectInvalidLink(computer, link)
    await submitPassword(phone, newPassword)
    await expectPath(phone, '/login')
  },
)

test(
  'a new password is checked by the page and by the server before it is accepted',
  nightly,
  async ({ page, server }) => {
    const { link } = await userWithLink(server, page)

    await test.step('a reset link is checked again by a button after a network error', async () => {
      await page.route('**/resetValidate', (route) => route.abort())
      await page.goto(link)
      await expect(page.getByRole('alert')).toBeVisible()
      await page.unroute('**/resetValidate')
      await button(page, dv.actions.retry).click()
      await expectPath(page, '/change-password')
    })

    await test.step('the field of a new password can be shown, and password managers recognize it', async () => {
      await expect(passwordField(page)).toHaveAttribute('autocomplete', 'new-password')
      await expect(passwordField(page)).toHaveAttribute('type', 'password')
      await button(page, dv.login.showPassword).first().click()
      await expect(passwordField(page)).toHaveAttribute('type', 'text')
      await expect(button(page, dv.login.hidePassword)).not.toHaveAttribute('aria-pressed')
    })

    await test.step('a new password shows each problem that the page or the server finds, and the page stays', async () => {
      await submitPassword(page, 'short')
      await expect(page.getByText(dv.newPassword.short(12))).toBeVisible()
      await submitPassword(page, newPassword, `${newPassword}.`)
      await expect(page.getByText(dv.newPassword.differ)).toBeVisible()
      await submitPassword(page, 'passwordpassword')
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(messages(page)).toHaveCount(1)
      await expectPath(page, '/change-password')
      await submitPassword(page, newPassword)
      await expectPath(page, '/login')
    })
  },
)
