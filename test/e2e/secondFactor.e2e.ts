import { expect, type Page, testWith } from './fixtures.ts'
import { limits } from '#shared/limits.ts'
import { apiErrors } from '#shared/messages.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { buildUser, password } from '#test/factories.ts'
import { appCode, wrongAppCode } from '#test/factors.ts'
import { button, codeField, logIn, messages } from './accountActions.ts'
import { axe, expectNoOverflow, expectPath } from './pageActions.ts'
import { nightly } from './nightly.ts'

/** The second factors of the own account, and the log-in with them. */

const test = testWith({ env: { LOGIN_OTP: 'never' }, library: false })
const { card, app, codes, verify } = factorStrings.dv

async function expectGoodLook(page: Page) {
  expect(await axe(page)).toEqual([])
  await expectNoOverflow(page)
}

/** Adds an authenticator app on the account screen, by the keyboard. Returns its secret and the recovery codes. */
async function addApp(page: Page) {
  await button(page, card.addApp).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(dv.newPassword.current)).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: app.qr })).toBeVisible()
  const shown = await page.getByLabel(app.secret).inputValue()
  expect(shown).toMatch(/^(\w{4} ){7}\w{4}$/)
  return { secret: shown.replaceAll(' ', '') }
}

const factors = (page: Page) => page.getByRole('region', { name: card.title })

test('an authenticator app is added by the keyboard, and then each log-in asks for its code', async ({
  openPage,
  server,
}) => {
  const user = await buildUser(server.databaseUrl)
  const page = await openPage({ user, password, path: '/account' })
  await expect(factors(page).getByText(card.appNone)).toBeVisible()
  const { secret } = await addApp(page)
  await expectGoodLook(page)

  await test.step('a wrong code is refused, and the right one replaces it', async () => {
    await page.getByLabel(app.code).fill(wrongAppCode(secret))
    await expect(page.getByLabel(app.code)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('form [aria-busy="true"]')).toHaveCount(0)
    await page.getByLabel(app.code).fill(appCode(secret, 0))
  })

  const shown = page.getByRole('dialog', { name: codes.title }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const [first = '', second = ''] = await shown.allInnerTexts()
  await expectGoodLook(page)
  await button(page, codes.stored).click()
  await expect(factors(page).getByText(card.recoveryLeft(10, 10))).toBeVisible()
  await expectGoodLook(page)

  const guest = await openPage({ isolated: true })
  await logIn(guest, { email: user, password })
  await expect(guest.getByText(verify.totp.lead)).toBeVisible()
  await expectGoodLook(guest)
  await codeField(guest).fill(appCode(secret, 1))
  await expectPath(guest, '/home')

  await test.step('a recovery code logs in once', async () => {
    const other = await openPage({ isolated: true })
    await logIn(other, { email: user, password })
    await button(other, verify.recovery.choose).click()
    await other.getByLabel(verify.recovery.label).fill(first)
    await other.keyboard.press('Enter')
    await expectPath(other, '/home')

    const third = await openPage({ isolated: true })
    await logIn(third, { email: user, password })
    await button(third, verify.recovery.choose).click()
    await third.getByLabel(verify.recovery.label).fill(first)
    await third.keyboard.press('Enter')
    await expect(messages(third)).toHaveCount(1)
    await expectGoodLook(third)
    await third.getByLabel(verify.recovery.label).fill(second.toUpperCase())
    await third.keyboard.press('Enter')
    await expectPath(third, '/home')
  })
})

test('the recovery codes stay open at the Enter that follows the code of the app, and then the focus returns', async ({
  openPage,
  server,
}) => {
  const user = await buildUser(server.databaseUrl)
  const page = await openPage({ user, password, path: '/account' })
  const { secret } = await addApp(page)
  await page.getByLabel(app.code).pressSequentially(appCode(secret, 0))
  const shown = page.getByRole('dialog', { name: codes.title })
  const list = shown.getByRole('list')
  await expect(list).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await button(page, codes.stored).click()
  await expect(button(page, card.removeApp)).toBeFocused()

  await button(page, card.renewTitle).click()
  await page.getByLabel(dv.newPassword.current).fill(password)
  await page.keyboard.press('Enter')
  await expect(list).toBeFocused()
  await page.keyboard.press('Enter')
  await button(page, codes.stored).click()
  await expect(button(page, card.renewTitle)).toBeFocused()
})

test(
  'codes by e-mail are sent on request, until they are refused, and without the app none is needed',
  nightly,
  async ({ openPage, server }) => {
    const user = await buildUser(server.databaseUrl)
    const page = await openPage({ user, password, path: '/account' })
    const { secret } = await addApp(page)
    await page.getByLabel(app.code).fill(appCode(secret, 0))
    await button(page, codes.stored).click()

    const guest = await openPage({ isolated: true })
    await logIn(guest, { email: user, password })
    await button(guest, verify.email.choose).click()
    await expect(guest.getByText(dv.code.sentTo)).toBeVisible()
    await codeField(guest).fill((await server.email(user, 'code')).code)
    await expectPath(guest, '/home')

    await test.step('codes by e-mail are refused', async () => {
      await button(page, card.refuseTitle).click()
      await page.getByLabel(dv.newPassword.current).fill('not this one')
      await page.keyboard.press('Enter')
      await expect(page.getByLabel(dv.newPassword.current)).toHaveAttribute('aria-invalid', 'true')
      await page.getByLabel(dv.newPassword.current).fill(password)
      await page.keyboard.press('Enter')
      await expect(factors(page).getByText(card.emailRefused)).toBeVisible()
      const other = await openPage({ isolated: true })
      await logIn(other, { email: user, password })
      await expect(button(other, verify.recovery.choose)).toBeVisible()
      await expect(button(other, verify.email.choose)).toHaveCount(0)
    })

    await button(page, card.removeApp).click()
    await page.getByLabel(dv.newPassword.current).fill(password)
    await page.keyboard.press('Enter')
    await expect(factors(page).getByText(card.appNone)).toBeVisible()
    const last = await openPage({ isolated: true })
    await logIn(last, { email: user, password })
    await expectPath(last, '/home')
  },
)

test('a key of an app that has expired is begun again with the password', nightly, async ({ openPage, server }) => {
  const user = await buildUser(server.databaseUrl)
  const page = await openPage({ user, password, path: '/account' })
  const { secret } = await addApp(page)
  await server.query(`update totp_authenticators set created_at = created_at - interval '11 minutes'`)
  await page.getByLabel(app.code).fill(appCode(secret, 0))
  await expect(page.getByText(apiErrors['code-ended'][1])).toBeVisible()
  await expect(page.getByLabel(dv.newPassword.current)).toBeVisible()
})

test(
  'a code by e-mail that could not be sent again says so, and is sent at the next attempt, in the field that has the focus',
  nightly,
  async ({ openPage, server }) => {
    const user = await buildUser(server.databaseUrl)
    const page = await openPage({ user, password, path: '/account' })
    const { secret } = await addApp(page)
    await page.getByLabel(app.code).fill(appCode(secret, 0))
    await button(page, codes.stored).click()

    const guest = await openPage({ isolated: true })
    await guest.clock.install()
    await logIn(guest, { email: user, password })
    await button(guest, verify.email.choose).click()
    const { code } = await server.email(user, 'code')
    await codeField(guest).fill(String((Number(code) + 1) % 1_000_000).padStart(6, '0'))
    await expect(codeField(guest)).toHaveAttribute('aria-invalid', 'true')
    const json = { Status: 'error', code: 'too-many', Message: 'ގިނަވެއްޖެ', payload: { errors: {} } }
    await guest.route('**/api/auth/verify/email', (route) => route.fulfill({ status: 429, json }))
    await guest.clock.fastForward((limits.code.resend_seconds + 1) * 1000)
    await button(guest, dv.code.resend).click()
    await expect(messages(guest)).toHaveText([json.Message])
    await expect(button(guest, dv.code.resend)).toBeFocused()
    await guest.unroute('**/api/auth/verify/email')
    await button(guest, dv.code.resend).click()
    await expect(guest.getByRole('status').filter({ hasText: dv.code.sentAgain })).toBeAttached()
    await expect(codeField(guest)).toBeFocused()
  },
)

test(
  'a passkey that another device added is shown when the user returns to the page',
  nightly,
  async ({ openPage, server }) => {
    const user = await buildUser(server.databaseUrl)
    const page = await openPage({ user, password, path: '/account' })
    await expect(button(page, card.addApp)).toBeVisible()
    await server.query(
      `insert into passkeys (user_id, name, credential_id, public_key, sign_count)
     select id, 'Phone', 'added-elsewhere', '\\x00', 0 from users where email = $1`,
      [user],
    )
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(factors(page).getByText('Phone', { exact: true })).toBeVisible()
  },
)
