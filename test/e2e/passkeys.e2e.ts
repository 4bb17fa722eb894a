import { expect, type Page, testWith } from './fixtures.ts'
import { factorStrings } from '#web/platform/strings/factorStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { button } from './accountActions.ts'
import { axe, expectNoOverflow, expectPath } from './pageActions.ts'
import { nightly } from './nightly.ts'

/** Passkeys, with the virtual authenticator of Chromium. */

const test = testWith({ env: { LOGIN_OTP: 'never' }, library: false })
const { passkey, codes, verify, card } = factorStrings.dv

const nameField = (page: Page) => page.getByRole('textbox', { name: passkey.name, exact: true })

/** An authenticator inside the device, which verifies its user. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added by the keyboard, logs in, is renamed, and is removed', async ({ openPage, server }) => {
  const user = await buildUser(server.databaseUrl)
  const page = await openPage({ isolated: true })
  // Passkeys belong to a name: the tests reach the server by its address otherwise.
  const origin = server.address.replace('127.0.0.1', 'localhost')
  await addAuthenticator(page)
  const signIn = async () => {
    await page.goto(`${origin}/login`)
    await page.getByLabel(dv.login.email).fill(user)
    await page.getByLabel(dv.login.password, { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  await signIn()
  await expectPath(page, '/home')
  await page.goto(`${origin}/account`)

  await button(page, passkey.add).focus()
  await page.keyboard.press('Enter')
  await expect(nameField(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(passkey.nameNeeded)).toBeVisible()
  await page.keyboard.type('Laptop')
  await page.getByLabel(dv.newPassword.current).fill(password)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: codes.title }).getByRole('listitem')).toHaveCount(10)
  await button(page, codes.stored).click()
  await expect(button(page, passkey.removeOf('Laptop'))).toBeVisible()
  expect(await axe(page)).toEqual([])
  await expectNoOverflow(page)

  await page.evaluate(() => sessionStorage.clear())
  await page.evaluate(() => localStorage.clear())
  await signIn()
  await expect(button(page, verify.passkey.use)).toBeFocused()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expectPath(page, '/home')

  await page.goto(`${origin}/account`)
  await button(page, passkey.renameOf('Laptop')).click()
  await nameField(page).fill('Office')
  await page.keyboard.press('Enter')
  await button(page, passkey.removeOf('Office')).click()
  await page.getByLabel(dv.newPassword.current).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(passkey.none)).toBeVisible()
})

test(
  'where the browser allows no passkeys, the account says so and offers the app',
  nightly,
  async ({ openPage, server }) => {
    const user = await buildUser(server.databaseUrl)
    const page = await openPage({ user, password, path: '/account' })
    await expect(page.getByText(passkey.unavailable)).toBeVisible()
    await expect(button(page, passkey.add)).toHaveCount(0)
    await expect(button(page, card.addApp)).toBeVisible()
  },
)
