import { expect, testWith } from './fixtures.ts'
import { apiTokenStrings } from '#web/platform/strings/apiTokenStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { apiClient } from '#test/apiClient.ts'
import { buildUser, password } from '#test/factories.ts'
import { button } from './accountActions.ts'
import { clipboardText } from './inputMethods.ts'
import { axe, expectNoOverflow } from './pageActions.ts'
import { nightly } from './nightly.ts'

const test = testWith({ env: { LOGIN_OTP: 'never' }, library: false })
const strings = apiTokenStrings.dv

test('an API token is created by the keyboard, shown once, works within its scopes, and is revoked', async ({
  openPage,
  server,
}) => {
  const user = await buildUser(server.databaseUrl, { can: ['read-courts'] })
  const page = await openPage({ user, password, path: '/account' })
  const card = page.getByRole('region', { name: strings.title })
  await expect(card.getByText(strings.none)).toBeVisible()
  await button(page, strings.create).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: strings.create })
  await expect(dialog.getByLabel(strings.name)).toBeFocused()

  await test.step('missing fields are named', async () => {
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(strings.nameNeeded)).toBeVisible()
    await expect(dialog.getByText(dv.newPassword.currentNeeded)).toBeVisible()
    expect(await axe(page)).toEqual([])
    await expectNoOverflow(page)
  })
  await expect(dialog.getByRole('checkbox')).toHaveCount(3)
  await page.keyboard.type('Export')
  await dialog.getByLabel(strings.scope['records:read']).focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel(dv.newPassword.current).focus()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')

  const newToken = page.getByRole('dialog', { name: strings.newTitle })
  const shown = newToken.getByLabel('Export')
  await expect(shown).toHaveValue(/^hukum_pat_/)
  const client = apiClient(server.address, await shown.inputValue())
  expect(await axe(page)).toEqual([])
  await test.step('the token is copied without the clipboard API, and a failure is shown', async () => {
    // As over plain http.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }))
    await button(page, dv.form.copy).click()
    await expect(page.getByText(dv.form.copied)).toBeVisible()
    expect(await clipboardText(page)).toBe(await shown.inputValue())
    await page.evaluate(() => Object.assign(document, { execCommand: () => false }))
    await button(page, dv.form.copy).click()
    await expect(page.getByText(dv.actions.copyFailed)).toBeVisible()
  })
  await newToken.getByRole('button', { name: dv.actions.close }).click()
  await expect(button(page, strings.create)).toBeFocused()
  await expect(card.getByText('Export')).toBeVisible()
  await expect(card.getByText(strings.created)).toBeVisible()
  expect((await client.call('courts/get')).status).toBe(200)
  expect((await client.call('courts/create', { name: 'Court' })).status).toBe(403)
  expect((await client.call('auth/sessions')).status).toBe(403)
  await expectNoOverflow(page)

  const revoke = button(page, strings.revokeOf('Export'))
  await revoke.click()
  await button(page, dv.actions.cancel).click()
  await expect(revoke).toBeFocused()
  await revoke.click()
  await page.getByRole('dialog', { name: strings.revokeTitle }).getByRole('button', { name: strings.revoke }).click()
  await expect(card.getByText(strings.none)).toBeVisible()
  await expect(button(page, strings.create)).toBeFocused()
  expect((await client.call('courts/get')).status).toBe(401)
})

test(
  'a new API token stays shown when the list of the tokens cannot be fetched again',
  nightly,
  async ({ openPage, server }) => {
    const user = await buildUser(server.databaseUrl)
    const page = await openPage({ user, password, path: '/account' })
    const card = page.getByRole('region', { name: strings.title })
    await expect(card.getByText(strings.none)).toBeVisible()
    await button(page, strings.create).click()
    const dialog = page.getByRole('dialog', { name: strings.create })
    await dialog.getByLabel(strings.name).fill('Export')
    await dialog.getByRole('checkbox').first().check()
    await dialog.getByLabel(dv.newPassword.current).fill(password)
    const refusal = { Status: 'error', code: 'not-allowed', Message: '', payload: { errors: {} } }
    await page.route('**/api/auth/tokens', (route) => route.fulfill({ status: 403, json: refusal }))
    const refused = page.waitForResponse('**/api/auth/tokens')
    await page.keyboard.press('Enter')
    await (await refused).finished()

    const newToken = page.getByRole('dialog', { name: strings.newTitle })
    await expect(newToken.getByLabel('Export')).toHaveValue(/^hukum_pat_/)
    await newToken.getByRole('button', { name: dv.actions.close }).click()
    await expect(card.getByText(strings.none)).toBeVisible()
  },
)
