import { apiErrors } from '#shared/messages.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { logIn } from './accountActions.ts'
import { signInApiUser } from './apiUser.ts'
import { expect, type Page, test } from './fixtures.ts'
import { choose, expectLoaded, openMenu, pathOf, rowsOf, toast } from './listActions.ts'
import { nightly } from './nightly.ts'
import { deferred, expectLive, expectPath } from './pageActions.ts'
import type { TestServer } from './testServer.ts'

/** What an open page loses when its user loses a permission. */

const menuEntry = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true })

const revoke = (server: TestServer, email: string, permission: string) =>
  server.query(
    `delete from role_permissions
      using roles, permissions
      where roles.name = $1
        and role_id = roles.id
        and permission_id = permissions.id
        and permissions.name = $2`,
    [`role of ${email}`, permission],
  )

test('a menu entry, the button and the row action of a revoked permission disappear without a reload', async ({
  openPage,
  server,
}) => {
  const can = ['read-courts', 'create-courts', 'delete-courts', 'read-judges', 'read-caseFiles']
  const user = await buildUser(server.databaseUrl, { can })
  const page = await openPage({ user, password, isolated: true, path: pathOf('courts') })
  await expectLoaded(page)
  // A change before the page is connected reaches it with the next refused call.
  await expectLive(page)
  await page.evaluate(() => (document.documentElement.dataset['loaded'] = 'once'))
  const plus = page.getByRole('button', { name: dv.list.create('ކޯޓު'), exact: true })
  await expect(plus).toBeVisible()
  await expect(menuEntry(page, dv.entries.judges)).toBeVisible()

  await revoke(server, user, 'create-courts')
  await expect(plus).toHaveCount(0)
  await revoke(server, user, 'read-judges')
  await expect(menuEntry(page, dv.entries.judges)).toHaveCount(0)
  expect(await openMenu(page, 0)).toEqual([dv.list.view, dv.list.remove])
  await revoke(server, user, 'delete-courts')
  await expect(page.getByRole('menuitem', { name: dv.list.remove })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await revoke(server, user, 'read-courts')
  await expect(rowsOf(page)).toHaveCount(0)
  await expect(menuEntry(page, dv.entries.courts)).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.dataset['loaded'])).toBe('once')
})

test('a form whose permission is revoked cannot be saved and says so, and its closed page says where the text is', async ({
  openPage,
  server,
}) => {
  const user = await buildUser(server.databaseUrl, { can: ['read-courts', 'update-courts'] })
  const page = await openPage({ user, password, isolated: true, path: pathOf('courts') })
  await expectLoaded(page)
  await expectLive(page)
  await choose(page, 0, dv.list.edit)
  const name = page.getByRole('dialog').getByRole('textbox').first()
  await expect(name).toBeFocused()
  await page.keyboard.type('އެ')
  await expect(page.getByText(dv.form.draft.stored)).toBeVisible()

  await revoke(server, user, 'update-courts')
  await expect(page.getByRole('dialog').getByText(dv.form.notAllowed)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: dv.form.save, exact: true })).toBeDisabled()
  await expect(name).toHaveValue(/އެ/)

  await revoke(server, user, 'read-courts')
  await expect(toast(page, dv.session.permissionsChanged)).toBeVisible()
  await expectPath(page, '/home')
})

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test(
  'a picture of the user that arrives after a permission was revoked does not bring it back',
  nightly,
  async ({ openPage, server }) => {
    const user = await buildUser(server.databaseUrl, { can: ['read-courts', 'create-courts'] })
    const own = await signInApiUser(server, user, { password })
    await own.call('auth/profile/avatar', { Image: pixel })
    const page = await openPage({ isolated: true })
    const held = deferred()
    const asked = deferred()
    await page.route('**/files/**', async (route) => {
      asked.resolve()
      await held.promise
      await route.fallback()
    })
    await logIn(page, { email: user, password })
    await expectPath(page, '/home')
    await asked.promise
    await page.getByRole('navigation').getByRole('link', { name: dv.entries.courts, exact: true }).click()
    await expectLive(page)
    const plus = page.getByRole('button', { name: dv.list.create('ކޯޓު'), exact: true })
    await expect(plus).toBeVisible()
    await revoke(server, user, 'create-courts')
    await expect(plus).toHaveCount(0)
    held.resolve()
    await expect(page.getByRole('banner').locator('img[src^="data:"]')).toHaveCount(1)
    await expect(plus).toHaveCount(0)
  },
)

test(
  'a permission that was revoked while the page was not connected disappears with the next refused call',
  nightly,
  async ({ openPage, server }) => {
    const user = await buildUser(server.databaseUrl, { can: ['read-courts', 'read-judges', 'read-caseFiles'] })
    const page = await openPage({ user, password, isolated: true })
    await page.routeWebSocket(/\/app\//, (socket) => socket.close())
    await page.goto(pathOf('courts'))
    await expectLoaded(page)
    await revoke(server, user, 'read-judges')
    await expect(menuEntry(page, dv.entries.judges)).toBeVisible()
    await menuEntry(page, dv.entries.judges).click()
    await expect(menuEntry(page, dv.entries.judges)).toHaveCount(0)
  },
)

test('the form of a user with further permissions opens read-only and says why', async ({ openPage, server }) => {
  const user = await buildUser(server.databaseUrl, { can: ['read-users', 'update-users'] })
  const stronger = await buildUser(server.databaseUrl, { can: ['read-users', 'update-users', 'read-courts'] })
  const page = await openPage({ user, password, path: `${pathOf('users')}?search=${stronger}` })
  await expectLoaded(page)
  await choose(page, 0, dv.list.edit)
  const dialog = page.getByRole('dialog')
  const [, refusal] = apiErrors['holds-more-rights']
  await expect(dialog.getByText(refusal)).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: dv.form.save, exact: true })).toHaveCount(0)
})
