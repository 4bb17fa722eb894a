import { expect, type Locator, type Look, type OpenPage, type Page, test as base, testWith } from './fixtures.ts'
import { sql } from 'kysely'
import { connect, type Connection } from '#server/db/database.ts'
import { notify } from '#server/notifications/notify.ts'
import { limits } from '#shared/limits.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { notificationStrings } from '#web/platform/strings/notificationStrings.ts'
import { buildUser, password } from '#test/factories.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe, deferred, expectFocusIn, expectLive, expectPath } from './pageActions.ts'
import type { TestServer } from './testServer.ts'
import { paintedOrder } from './unisolatedNumbers.ts'

const words = notificationStrings.dv

const test = base.extend<{ database: Connection }>({
  database: async ({ server }, use) => {
    const connection = connect(server.databaseUrl, { connections: 2 })
    await use(connection)
    await connection.close()
  },
})

/** A user who has notifications of their own. */
async function buildRecipient({ db }: Connection, server: TestServer, can: string[] = []) {
  const user = await buildUser(server.databaseUrl, { can })
  const { rows } = await sql<{ id: number }>`select id from users where email = ${user}`.execute(db)
  const userIds = [rows[0]?.id ?? 0]
  return {
    user,
    notifyOfRole: (role: string) => notify(db, { userIds, kind: 'role-changed', data: { role } }),
    notifyOfCase: (data: { id: number; name: string; by: string }) =>
      notify(db, { userIds, kind: 'case-changed', data, subject: `case ${data.id}` }),
  }
}

/** Opens a page of the user, and waits until the bell can be used. */
async function open(openPage: OpenPage, user: string, path = '/home', look: Look = {}) {
  const page = await openPage({ user, password, path, ...look })
  await expectBell(page)
  return page
}

const expectBell = (page: Page) => expect(bell(page).and(page.locator('[aria-expanded]'))).toBeVisible()
const bell = (page: Page, unread?: number) =>
  unread === undefined
    ? page.getByRole('banner').getByRole('button', { name: /^(އެންގުންތައް|Notifications)/ })
    : page.getByRole('banner').getByRole('button', { name: words.bell(unread), exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: /^(އެންގުންތައް|Notifications)/ })
const unreadLinks = (page: Page) => page.getByRole('main').getByRole('link').filter({ hasText: words.unread })

/** The height of an empty panel, which grows while it opens. */
const heightOf = (opened: Locator) =>
  opened.getByText(words.empty).evaluate((empty) => empty.parentElement?.parentElement?.getBoundingClientRect().height)

test(
  'a user without notifications sees an empty panel of 230 pixels, and a guest has no bell',
  nightly,
  async ({ openPage, server }) => {
    const page = await open(openPage, await buildUser(server.databaseUrl))
    await bell(page, 0).click()
    await expect(panel(page).getByText(words.empty)).toBeVisible()
    await expect(panel(page).getByRole('heading', { name: words.title })).toBeVisible()
    await expect.poll(() => heightOf(panel(page))).toBe(limits.notification.panel_height_px)

    await test.step('a guest has no bell', async () => {
      const guest = await openPage({ path: '/dp/faq' })
      await expect(guest.getByRole('banner').getByRole('link', { name: dv.top.login })).toBeVisible()
      await expect(bell(guest)).toHaveCount(0)
    })
  },
)

const testOff = testWith({ env: { NOTIFICATIONS: 'off' }, library: false })
testOff('an installation without notifications has no bell', nightly, async ({ openPage, server }) => {
  const page = await openPage({ user: await buildUser(server.databaseUrl), password, path: '/home' })
  await expect(page.getByRole('banner').getByRole('button', { name: dv.top.fullScreen })).toBeVisible()
  await expect(bell(page)).toHaveCount(0)
})

const testPanel = testWith({ env: { NOTIFICATIONS: 'panel' }, library: false })
testPanel(
  'an installation without the page of notifications has the panel only',
  nightly,
  async ({ openPage, server }) => {
    const page = await open(openPage, await buildUser(server.databaseUrl))
    await bell(page).click()
    await expect(panel(page).getByText(words.empty)).toBeVisible()
    await expect(panel(page).getByRole('link')).toHaveCount(0)
  },
)

const testOther = testWith({ env: { NOTIFICATIONS_HEIGHT: '300', NOTIFICATIONS_PAGE: '/dp/faq' }, library: false })
testOther(
  'an installation sets the height of the panel and the page of its link',
  nightly,
  async ({ openPage, server }) => {
    const page = await open(openPage, await buildUser(server.databaseUrl))
    await bell(page).click()
    await expect(panel(page).getByText(words.empty)).toBeVisible()
    await expect.poll(() => heightOf(panel(page))).toBe(300)
    await panel(page).getByRole('link', { name: words.viewAll }).click()
    await expectPath(page, '/dp/faq')
  },
)

test('the bell keeps its focus and its place when its code arrives', nightly, async ({ openPage, server }) => {
  const page = await openPage({ user: await buildUser(server.databaseUrl), password })
  const code = deferred()
  await page.route('**/Bell-*.js', async (route) => {
    await code.promise
    await route.fallback()
  })
  await page.goto('/home')
  await bell(page).and(page.locator('[aria-haspopup]:not([aria-expanded])')).focus()
  const before = await bell(page).boundingBox()
  code.resolve()
  await expectBell(page)
  await expect(bell(page)).toBeFocused()
  expect(await bell(page).boundingBox()).toEqual(before)
})

test('a new notification is counted and announced at once, and opens its record', async ({
  openPage,
  server,
  database,
}) => {
  const { user, notifyOfCase } = await buildRecipient(database, server, ['read-caseFiles'])
  const { rows } = await sql<{ id: number; name: string }>`
    select id, case_numbers_text as name from case_files where deleted_at is null order by id limit 1`.execute(
    database.db,
  )
  const { id = 0, name = '' } = rows[0] ?? {}
  const page = await open(openPage, user)
  await expect(bell(page, 0)).toBeVisible()
  await expectLive(page)
  await notifyOfCase({ id, name, by: 'ޢާއިޝަތު' })
  await expect(bell(page, 1)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: name })).toBeAttached()

  await bell(page).click()
  await panel(page).getByRole('link').filter({ hasText: name }).click()
  await page.waitForURL(
    (address) => address.pathname === '/caseFiles' && address.searchParams.get('view') === String(id),
  )
  // The panel of the bell is a dialog with the name, too.
  const record = page.getByRole('dialog').filter({ has: page.locator('dl') })
  await expect(record).toBeVisible()
  await expect(bell(page, 0)).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test(
  'more than 99 unread notifications are drawn as 99+ in both languages',
  nightly,
  async ({ openPage, server, database }) => {
    const { user, notifyOfRole } = await buildRecipient(database, server)
    for (let count = 0; count < 100; count += 1) await notifyOfRole(`Role ${count}`)
    for (const language of ['dv', 'en'] as const) {
      const page = await open(openPage, user, '/home', { language })
      await expect(page.getByText('99+')).toBeVisible()
      expect(await paintedOrder(page, 'header', '99+')).toBe('99+')
    }
  },
)

test(
  'a notification that is read on one device is read on the other',
  nightly,
  async ({ openPage, server, database }) => {
    const { user, notifyOfRole } = await buildRecipient(database, server)
    await notifyOfRole('Editor')
    const [one, other] = [await open(openPage, user), await open(openPage, user, '/notifications')]

    await test.step('keys open and close the panel, and the focus returns to the bell', async () => {
      await bell(one, 1).focus()
      await one.keyboard.press('Enter')
      await expect(panel(one).getByRole('link', { name: words.viewAll })).toBeVisible()
      await expectFocusIn(panel(one))
      await one.keyboard.press('Escape')
      await expect(panel(one)).toHaveCount(0)
      await expect(bell(one)).toBeFocused()
    })

    await bell(one, 1).click()
    await expect(unreadLinks(other).first()).toBeVisible()
    await expectLive(other)
    await panel(one).getByRole('link').filter({ hasText: 'Editor' }).click()
    await expectPath(one, '/account')
    await expect(bell(other, 0)).toBeVisible()
    await expect(unreadLinks(other)).toHaveCount(0)
  },
)

test('the page of notifications lists all or the unread, and marks all as read', async ({
  openPage,
  server,
  database,
}) => {
  const { user, notifyOfRole } = await buildRecipient(database, server)
  for (let number = 1; number <= 12; number++) await notifyOfRole(`Role ${number}`)
  const page = await open(openPage, user)
  await bell(page, 12).click()
  await panel(page).getByRole('link', { name: words.viewAll }).click()
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: 'Role 12' })).toBeVisible()
  await expect(rows).toHaveCount(10)
  await page.getByRole('button', { name: dv.pager.next }).click()
  await expect(rows.filter({ hasText: 'Role 2' })).toBeVisible()
  await expect(rows).toHaveCount(2)

  await page.getByRole('radio', { name: words.unread }).click({ force: true })
  await expect(rows.filter({ hasText: 'Role 12' })).toBeVisible()
  await page.getByRole('button', { name: words.readAll }).click()
  await expect(page.getByText(words.emptyUnread)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: words.allRead })).toBeAttached()
  await expect(page.getByRole('button', { name: words.readAll })).toBeFocused()
  await expect(bell(page, 0)).toBeVisible()
  await page.goBack()
  await expect(rows.filter({ hasText: 'Role 2' })).toBeVisible()
})

test(
  'notifications stay on the page and in the panel when they cannot be fetched again',
  nightly,
  async ({ openPage, server, database }) => {
    const { user, notifyOfRole } = await buildRecipient(database, server)
    await notifyOfRole('Editor')
    const page = await open(openPage, user, '/notifications')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.filter({ hasText: 'Editor' })).toBeVisible()
    await bell(page).click()
    await expectLive(page)
    const refusal = { Status: 'error', code: 'not-allowed', Message: 'ނެތް', payload: { errors: {} } }
    await page.route('**/api/notifications/get', (route) => route.fulfill({ status: 403, json: refusal }))
    const refused = page.waitForResponse('**/api/notifications/get')
    await notifyOfRole('Registrar')
    await (await refused).finished()
    // Both queries have failed, and what they show is drawn.
    await expect.poll(() => page.evaluate(nextFrames)).toBe(true)
    await expect(rows.filter({ hasText: 'Editor' })).toBeVisible()
    await expect(panel(page).getByRole('listitem').filter({ hasText: 'Editor' })).toBeVisible()
    await expect(page.getByText(words.failed)).toHaveCount(0)
  },
)

/** Runs in the browser: waits until what follows an answer is drawn. */
async function nextFrames() {
  for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
  return true
}

test(
  'the age of a notification is shown in Dhivehi and updated as time passes',
  nightly,
  async ({ openPage, server, database }) => {
    const { user, notifyOfRole } = await buildRecipient(database, server)
    const page = await openPage({ user, password, isolated: true })
    await page.clock.install({ time: new Date() })
    await page.goto('/notifications')
    await expectBell(page)
    await expectLive(page)
    await notifyOfRole('Editor')
    const row = page.getByRole('main').getByRole('listitem')
    await expect(row.getByText(dv.sessions.ago.now)).toBeVisible()
    await page.clock.fastForward('02:10')
    await expect(row.getByText(/^[23] މިނެޓު ކުރިން$/)).toBeVisible()
  },
)

const looks: readonly Look[] = [
  { theme: 'dark', width: 390, language: 'dv' },
  { theme: 'mixed', width: 1440, language: 'dv' },
  { theme: 'dark', width: 1440, language: 'en' },
  { theme: 'mixed', width: 390, language: 'en' },
  { theme: 'light', width: 1440, language: 'dv' },
]
for (const [index, look] of looks.entries())
  test(
    `axe finds no violation in notifications (theme ${look.theme}, width ${look.width}, language ${look.language})`,
    nightlyUnless(index === 0),
    async ({ openPage, server, database }) => {
      const { user, notifyOfRole, notifyOfCase } = await buildRecipient(database, server, ['read-caseFiles'])
      for (const role of ['Editor', 'Registrar']) await notifyOfRole(role)
      await notifyOfCase({ id: 1, name: '12/Cv-C/2020', by: 'އަޙްމަދު' })
      const page = await open(openPage, user, '/notifications', { ...look, height: 844 })
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
      expect(await axe(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(look.width ?? 0)
      await bell(page).click()
      await expect(panel(page).getByRole('listitem').first()).toBeVisible()
      expect(await axe(page)).toEqual([])
    },
  )
