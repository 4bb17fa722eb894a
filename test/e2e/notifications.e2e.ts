import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Connection } from '#server/db/database.ts'
import { notify } from '#server/notifications/notify.ts'
import { limits } from '#shared/limits.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { notificationStrings } from '#web/platform/strings/notificationStrings.ts'
import { sql } from 'kysely'
import { buildUser, password } from '../factories.ts'
import { axe, home, isLive, newPage, signIn, startBrowser } from './browser.ts'
import { openE2eHouse } from './house.ts'

const words = notificationStrings.dv

let browser: Browser
let connection: Connection
const url = () => process.env['HUKUM_DATABASE_URL'] ?? ''

beforeAll(async () => {
  browser = await startBrowser()
  connection = connect(url(), { connections: 2 })
})
afterAll(async () => {
  await connection.close()
  await browser.close()
})

type Look = Parameters<typeof newPage>[1]

/** Somebody with notifications of his own. */
async function person({ can = [] }: { can?: string[] } = {}) {
  const email = await buildUser(url(), { can })
  const { rows } = await sql<{ id: number }>`select id from users where email = ${email}`.execute(connection.db)
  const people = [rows[0]?.id ?? 0]
  return {
    tellOfRole: (role: string) => notify(connection.db, { userIds: people, kind: 'role-changed', data: { role } }),
    tellOfCase: (data: { id: number; name: string; by: string }) =>
      notify(connection.db, { userIds: people, kind: 'case-changed', data, subject: `case ${data.id}` }),
    /** A device of his. */
    open: async (
      look: Look = {},
      path = '/home',
      prepare: (page: Page) => Promise<unknown> = async () => undefined,
    ) => {
      const page = await newPage(browser, look)
      await prepare(page)
      await signIn(page, email, password)
      if (path !== '/home') await page.goto(`${home()}${path}`)
      // Until the page is at rest there is its picture alone.
      await bell(page).and(page.locator('[aria-expanded]')).waitFor()
      return page
    },
  }
}

const bell = (page: Page, unread?: number) =>
  unread === undefined
    ? page.getByRole('banner').getByRole('button', { name: /^(އެންގުންތައް|Notifications)/ })
    : page.getByRole('banner').getByRole('button', { name: words.bell(unread), exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: /^(އެންގުންތައް|Notifications)/ })

test('who has no notifications is told so, in a panel of 230 pixels', async () => {
  const page = await (await person()).open()
  await bell(page, 0).click()
  await panel(page).getByText(words.empty).waitFor()
  await panel(page).getByRole('heading', { name: words.title }).waitFor()
  await expect.poll(() => heightOf(panel(page))).toBe(limits.notification.panel_height_px)
})

/** Of a panel with nothing in it: it grows while it opens. */
const heightOf = (opened: Locator) =>
  opened.getByText(words.empty).evaluate((empty) => empty.parentElement?.parentElement?.getBoundingClientRect().height)

test('a guest has no bell', async () => {
  const page = await newPage(browser)
  await page.goto(`${home()}/dp/faq`)
  await page.getByRole('banner').getByRole('link', { name: dv.top.login }).waitFor()
  expect(await bell(page).count()).toBe(0)
})

describe('an installation', () => {
  test('that wants no notifications has no bell', async () => {
    const { page, close } = await openWith({ NOTIFICATIONS: 'off' })
    await page.getByRole('banner').getByRole('button', { name: dv.top.fullScreen }).waitFor()
    expect(await bell(page).count()).toBe(0)
    await close()
  })

  test('that wants no page of all of them has the newest under the bell only', async () => {
    const { page, close } = await openWith({ NOTIFICATIONS: 'panel' })
    await bell(page).click()
    await panel(page).getByText(words.empty).waitFor()
    expect(await panel(page).getByRole('link').count()).toBe(0)
    await close()
  })
})

test('an installation says how high the panel is, and which page it leads to', async () => {
  const { page, close } = await openWith({ NOTIFICATIONS_HEIGHT: '300', NOTIFICATIONS_PAGE: '/dp/faq' })
  await bell(page).click()
  await panel(page).getByText(words.empty).waitFor()
  await expect.poll(() => heightOf(panel(page))).toBe(300)
  await panel(page).getByRole('link', { name: words.viewAll }).click()
  await page.waitForURL((address) => address.pathname === '/dp/faq')
  await close()
})

/** A server whose notifications are so, and somebody who is signed in there. */
async function openWith(settings: Record<string, string>) {
  const house = await openE2eHouse(settings)
  const email = await buildUser(house.databaseUrl)
  const page = await newPage(browser)
  await page.goto(`${house.address}/login`)
  await signIn(page, email, password)
  const close = async () => {
    // A page that outlives its server says so aloud.
    await page.context().close()
    await house.close()
  }
  return { page, close }
}

test('what happens is counted at the bell at once and said aloud; opening it leads to its record', async () => {
  const me = await person({ can: ['read-caseFiles'] })
  const { rows } = await sql<{ id: number; name: string }>`
    select id, case_numbers_text as name from case_files where deleted_at is null order by id limit 1`.execute(
    connection.db,
  )
  const { id = 0, name = '' } = rows[0] ?? {}
  const page = await me.open()
  await bell(page, 0).waitFor()
  await isLive(page)
  await me.tellOfCase({ id, name, by: 'ޢާއިޝަތު' })
  await bell(page, 1).waitFor()
  await page.getByRole('status').filter({ hasText: name }).waitFor({ state: 'attached' })

  await bell(page).click()
  await panel(page).getByRole('link').filter({ hasText: name }).click()
  await page.waitForURL(
    (address) => address.pathname === '/caseFiles' && address.searchParams.get('view') === String(id),
  )
  // The panel of the bell is a dialog that says the name, too.
  const record = page.getByRole('dialog').filter({ has: page.locator('dl') })
  await record.waitFor()
  await bell(page, 0).waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await record.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('what is read on one device is read on the other', async () => {
  const me = await person()
  await me.tellOfRole('Editor')
  const [one, other] = [await me.open(), await me.open({}, '/notifications')]
  await bell(one, 1).click()
  await other.getByRole('main').getByRole('link').filter({ hasText: words.unread }).waitFor()
  await panel(one).getByRole('link').filter({ hasText: 'Editor' }).click()
  await one.waitForURL((address) => address.pathname === '/account')
  await bell(other, 0).waitFor()
  await expect.poll(() => other.getByRole('main').getByRole('link').filter({ hasText: words.unread }).count()).toBe(0)
})

test('the page has all of them, the unread alone, and marks everything as read', async () => {
  const me = await person()
  for (let place = 1; place <= 12; place++) await me.tellOfRole(`Role ${place}`)
  const page = await me.open()
  await bell(page, 12).click()
  await panel(page).getByRole('link', { name: words.viewAll }).click()
  await page.getByRole('heading', { level: 1, name: words.title }).waitFor()
  const rows = page.getByRole('main').getByRole('listitem')
  await rows.filter({ hasText: 'Role 12' }).waitFor()
  await expect.poll(() => rows.count()).toBe(10)
  await page.getByRole('button', { name: dv.pager.next }).click()
  await rows.filter({ hasText: 'Role 2' }).waitFor()
  await expect.poll(() => rows.count()).toBe(2)

  await page.getByRole('radio', { name: words.unread }).click({ force: true })
  await rows.filter({ hasText: 'Role 12' }).waitFor()
  await page.getByRole('button', { name: words.readAll }).click()
  await page.getByText(words.emptyUnread).waitFor()
  await bell(page, 0).waitFor()
  await page.goBack()
  await rows.filter({ hasText: 'Role 2' }).waitFor()
})

test('keys open and close the panel, and come back to the bell', async () => {
  const me = await person()
  await me.tellOfRole('Editor')
  const page = await me.open()
  await bell(page, 1).focus()
  await page.keyboard.press('Enter')
  await panel(page).getByRole('link', { name: words.viewAll }).waitFor()
  await expect.poll(() => panel(page).evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'detached' })
  await expect.poll(() => bell(page).evaluate((it) => it === document.activeElement)).toBe(true)
})

test('how long ago it was is told in Dhivehi, and goes on as time does', async () => {
  const me = await person()
  const page = await me.open({}, '/notifications', (opened) => opened.clock.install({ time: new Date() }))
  await isLive(page)
  await me.tellOfRole('Editor')
  const row = page.getByRole('main').getByRole('listitem')
  await row.getByText(dv.sessions.ago.now).waitFor()
  await page.clock.fastForward('02:10')
  await row.getByText(/^[23] މިނެޓު ކުރިން$/).waitFor()
})

test.each([
  ['mixed', 1440, 'dv'],
  ['dark', 390, 'dv'],
  ['dark', 1440, 'en'],
  ['mixed', 390, 'en'],
  ['light', 1440, 'dv'],
] as const)('nothing stands in the way of anybody, in the theme %s, %d wide, in %s', async (theme, width, language) => {
  const me = await person({ can: ['read-caseFiles'] })
  for (const role of ['Editor', 'Registrar']) await me.tellOfRole(role)
  await me.tellOfCase({ id: 1, name: '12/Cv-C/2020', by: 'އަޙްމަދު' })
  const page = await me.open({ theme, width, language, height: 844 }, '/notifications')
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  expect(await axe(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await bell(page).click()
  await panel(page).getByRole('listitem').first().waitFor()
  expect(await axe(page)).toEqual([])
})
