import { expect, type OpenPage, type Page, test } from './fixtures.ts'
import { apiTokenStrings } from '#web/platform/strings/apiTokenStrings.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { bluePicture } from '#test/pictures.ts'
import { button, logIn, messages, openAccountMenu, passwordField } from './accountActions.ts'
import { signInApiUser } from './apiUser.ts'
import { nightly } from './nightly.ts'
import { expectPath } from './pageActions.ts'
import type { TestServer } from './testServer.ts'
import { stripDirectionMarks } from '#shared/text/format/isolate.ts'

/** The account of the user: profile, picture, sessions, subscription, password. */

const newPassword = 'ކަނޑުގެ ރާޅު 🌊 2026'

/** A page that has signed in through the form, as one more device of the user. */
async function openDevice(openPage: OpenPage, email: string) {
  const page = await openPage()
  await logIn(page, { email, password })
  await expectPath(page, '/home')
  return page
}

async function openAccount(page: Page) {
  await openAccountMenu(page)
  await page.getByRole('link', { name: dv.top.myAccount }).click()
  await expect(page.getByRole('heading', { level: 1, name: dv.account.title })).toBeVisible()
}

const sessions = (page: Page) => page.getByRole('region', { name: dv.sessions.title }).getByRole('listitem')

test(
  'the profile shows the user, and a new name appears in the frame at once',
  nightly,
  async ({ openPage, server }) => {
    const user = await buildUser(server.databaseUrl)
    const page = await openPage({ user, password, path: '/home' })
    await openAccount(page)
    const profile = page.getByRole('region', { name: dv.account.profile })
    const name = page.getByLabel(dv.account.name, { exact: true })
    await expect(profile.getByText(user)).toBeVisible()
    await expect(button(page, dv.account.save)).toBeDisabled()

    await test.step('an empty name is refused', async () => {
      await name.fill('  ')
      await expect(page.getByText(dv.register.nameNeeded)).toBeVisible()
    })

    await name.fill('ފާޠިމަތު ޒާހިރާ')
    await button(page, dv.account.save).click()
    await expect(page.getByText(dv.account.saved)).toBeVisible()
    await expect(page.getByRole('button', { name: dv.top.account('ފާޠިމަތު ޒާހިރާ') })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: dv.top.account('ފާޠިމަތު ޒާހިރާ') })).toBeVisible()

    await test.step('a user without a subscription sees what to do', async () => {
      await expect(page.getByText(dv.subscription.noneMore)).toBeVisible()
      await page.getByRole('link', { name: dv.subscription.faq }).click()
      await expectPath(page, '/dp/faq')
    })
  },
)

test('a subscription is shown with its price and what it allows', async ({ openPage, server }) => {
  const user = await buildUser(server.databaseUrl, { copy_access: true })
  const page = await openPage({ user, password, path: '/account' })
  const card = page.getByRole('region', { name: dv.subscription.title })
  await expect(card.getByText(stripDirectionMarks(dv.subscription.rufiyaa('100.00')))).toBeVisible()
  await expect(card.getByText(dv.subscription.mayCopy(500))).toBeVisible()

  await test.step('the toggle of the keyboard stays at its place in a name of either script', async () => {
    const name = page.getByLabel(dv.account.name, { exact: true })
    const toggle = page.getByRole('button', { name: dv.finding.typing.toggle })
    const places = []
    for (const text of ['Aminath', 'އާމިނަތު']) {
      await name.fill(text)
      places.push(await toggle.boundingBox())
    }
    expect(places[0]).toEqual(places[1])
    await expect(name).toHaveCSS('direction', 'rtl')
  })
})

test('a picture is cropped to a small square, is shown everywhere, and can be removed', async ({
  openPage,
  server,
}) => {
  const user = await buildUser(server.databaseUrl)
  const page = await openPage({ user, password, path: '/home' })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  const shown = page.getByRole('banner').locator('img')
  await openAccount(page)

  await test.step('a file that is not a picture is refused', async () => {
    await choose('note.txt', 'text/plain', Buffer.from('text'))
    await expect(page.getByText(dv.account.pictureKind)).toBeVisible()
    await choose('me.png', 'image/png', Buffer.from('no picture'))
    await expect(page.getByText(dv.account.pictureKind)).toHaveCount(1)
  })

  const request = page.waitForRequest('**/api/auth/profile/avatar')
  await choose('me.png', 'image/png', bluePicture(900, 500))
  expect((await request).postData()?.length).toBeLessThan(20_000)
  await expect(page.getByText(dv.account.pictureSaved)).toBeVisible()

  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([240, 240])
  await page.reload()
  await expect(shown).toHaveCount(1)
  // After the session it is shown on the log-in form, too.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authUser'))).toContain('data:image')
  await openAccountMenu(page)
  await button(page, dv.top.logout).click()
  await expectPath(page, '/login')
  await expect.poll(() => page.locator('form img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(240)

  await passwordField(page).fill(password)
  await page.keyboard.press('Enter')
  await expectPath(page, '/home')
  await openAccount(page)
  await button(page, dv.account.removePicture).click()
  await expect(page.getByText(dv.account.pictureRemoved)).toBeVisible()
  await expect(shown).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('authUser'))).toContain('"avatar":null')
})

test('a user sees the sessions of two devices and ends one of them', async ({ openPage, server }) => {
  const email = await buildUser(server.databaseUrl)
  const phone = await openDevice(openPage, email)
  const computer = await openDevice(openPage, email)

  await test.step('sessions that cannot be loaded show an error, and a retry loads them', async () => {
    const body = JSON.stringify({ Status: 'error', Message: 'No.', code: 'invalid', payload: { errors: {} } })
    await computer.route('**/api/auth/sessions', (route) => route.fulfill({ status: 400, body }))
    await openAccount(computer)
    await expect(computer.getByRole('alert')).toBeVisible()
    await computer.unroute('**/api/auth/sessions')
    await button(computer, dv.actions.retry).click()
  })

  await expect(sessions(computer)).toHaveCount(2)
  await expect(sessions(computer).first()).toContainText(dv.sessions.current)
  await expect(sessions(computer).last()).toContainText('Chrome · Linux')

  await button(computer, dv.sessions.endOf('Chrome · Linux')).click()
  await expect(computer.getByText(dv.sessions.endTitle)).toBeVisible()
  await button(computer, dv.actions.cancel).click()
  await expect(computer.getByRole('dialog')).toHaveCount(0)
  await expect(sessions(computer)).toHaveCount(2)

  await button(computer, dv.sessions.endOf('Chrome · Linux')).click()
  await button(computer, dv.sessions.end).last().click()
  await expect(computer.getByText(dv.sessions.ended)).toBeVisible()
  await expect(sessions(computer)).toHaveCount(1)
  await expect(computer.getByText(dv.sessions.onlyThis)).toBeVisible()
  const list = computer.getByRole('list', { name: dv.sessions.title })
  await expect(list).toBeFocused()

  await phone.reload()
  await expectPath(phone, '/login')

  await test.step('all other sessions are ended at once', async () => {
    for (let devices = 0; devices < 2; devices++) await signInApiUser(server, email, { password })
    await computer.reload()
    await expect(sessions(computer)).toHaveCount(3)
    await button(computer, dv.sessions.endOthers).click()
    await button(computer, dv.sessions.end).last().click()
    await expect(sessions(computer)).toHaveCount(1)
    await expect(list).toBeFocused()
    await computer.reload()
    await expect(computer.getByRole('heading', { level: 1 })).toBeVisible()
    await expectPath(computer, '/account')
  })
})

async function openPasswordDialog(page: Page) {
  await openAccountMenu(page)
  await button(page, dv.top.changePassword).click()
  await expect(page.getByLabel(dv.newPassword.current)).toBeVisible()
}

async function submitPassword(page: Page, current: string, next: string) {
  await page.getByLabel(dv.newPassword.current).fill(current)
  await page.getByLabel(dv.newPassword.label, { exact: true }).fill(next)
  await page.getByLabel(dv.newPassword.confirm).fill(next)
  await button(page, dv.newPassword.submit).last().click()
}

const endSessions = (server: TestServer, email: string) =>
  server.query(
    `update sessions set ended_at = now(), ended_why = 'owner'
      where user_id = (select id from users where email = $1)`,
    [email],
  )

test('a password is changed from the menu: this session continues, other devices must sign in again', async ({
  openPage,
  server,
}) => {
  const email = await buildUser(server.databaseUrl)
  const phone = await openDevice(openPage, email)
  const computer = await openDevice(openPage, email)
  await openPasswordDialog(computer)
  await submitPassword(computer, 'not the password', newPassword)
  await expect(computer.getByRole('alert')).toBeVisible()
  await expect(messages(computer)).toHaveCount(1)
  await expect(computer.getByLabel(dv.newPassword.current)).toBeFocused()

  await submitPassword(computer, password, newPassword)
  await expect(computer.getByText(dv.newPassword.changed, { exact: true })).toBeVisible()
  await expect(computer.getByRole('dialog')).toHaveCount(0)
  await computer.reload()
  await expect(computer.getByRole('banner')).toBeVisible()
  await expectPath(computer, '/home')
  await server.email(email, 'password-changed')

  await phone.reload()
  await expectPath(phone, '/login')
  await logIn(phone, { email, password: newPassword })
  await expectPath(phone, '/home')
})

test(
  'a changed password, which ends API tokens, says so before, and empties the list of tokens',
  nightly,
  async ({ openPage, server }) => {
    const email = await buildUser(server.databaseUrl)
    const own = await signInApiUser(server, email, { password })
    await own.call('auth/tokens/create', { CurrentPassword: password, Name: 'Export', Scopes: ['library'], Days: 30 })
    const page = await openDevice(openPage, email)
    await openAccount(page)
    const tokens = page.getByRole('region', { name: apiTokenStrings.dv.title })
    await expect(tokens.getByText('Export')).toBeVisible()
    await expect(sessions(page)).toHaveCount(2)
    await openPasswordDialog(page)
    await expect(page.getByRole('dialog').getByText(dv.newPassword.ends)).toBeVisible()
    await submitPassword(page, password, newPassword)
    await expect(tokens.getByText(apiTokenStrings.dv.none)).toBeVisible()
    await expect(sessions(page)).toHaveCount(1)
  },
)

test(
  'a session that ends while a new password is typed can be renewed over the dialog, or left',
  nightly,
  async ({ openPage, server }) => {
    const email = await buildUser(server.databaseUrl)
    const page = await openDevice(openPage, email)
    await openPasswordDialog(page)
    await endSessions(server, email)
    await submitPassword(page, password, newPassword)
    await expect(page.getByText(dv.reauth.lead)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(passwordField(page)).toBeFocused()
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(dv.reauth.lead)).toHaveCount(0)

    // What was typed is still there.
    await expect(page.getByLabel(dv.newPassword.label, { exact: true })).toHaveValue(newPassword)
    await button(page, dv.newPassword.submit).last().click()
    await expect(page.getByText(dv.newPassword.changed, { exact: true })).toBeVisible()
    await expectPath(page, '/home')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await test.step('a user who does not renew the ended session is led to the log-in', async () => {
      await openPasswordDialog(page)
      await endSessions(server, email)
      await submitPassword(page, newPassword, password)
      // The menu of the account, which closes meanwhile, has a button of the same name.
      await page.getByRole('dialog').getByRole('button', { name: dv.reauth.leave, exact: true }).click()
      await expectPath(page, '/login')
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull()
    })
  },
)
