import { buildUser, password as builtPassword } from '#test/factories.ts'
import { demoPassword as password } from './apiUser.ts'
import { expect, type Page, staff, subscriber, test } from './fixtures.ts'
import { judges } from '#shared/resources/judges.ts'
import { themes } from '#web/platform/preferences/preferences.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { pathOf } from './listActions.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe, expectNoOverflow, expectPath, signIn } from './pageActions.ts'

/** The layout around the pages, its theme and language, and the public pages. */

const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /ގެ އެކައުންޓު$/ })

test('users who work on case files have a side menu, which can be narrowed', async ({ openPage }) => {
  const page = await openPage({ user: staff, path: '/home' })
  const menu = page.getByRole('navigation', { name: dv.nav.menu })
  await expect(menu.getByRole('link', { name: dv.entries.home, exact: true })).toBeVisible()
  const wide = (await menu.boundingBox())?.width ?? 0
  await page.getByRole('button', { name: dv.nav.condense }).click()
  await expect(page.getByRole('button', { name: dv.nav.expand })).toBeVisible()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBeLessThan(wide / 2)
  await page.reload()
  await expect(page.getByRole('button', { name: dv.nav.expand })).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('the account button stays as it is when the code of its menu has loaded', nightly, async ({ openPage }) => {
  const page = await openPage({ user: subscriber, path: '/home' })
  const look = () =>
    account(page).evaluate((button) => {
      const { width, height } = button.getBoundingClientRect()
      const { borderWidth, backgroundColor } = getComputedStyle(button)
      return { width, height, borderWidth, backgroundColor }
    })
  const before = await look()
  expect(before).toMatchObject({ borderWidth: '0px', backgroundColor: 'rgba(0, 0, 0, 0)' })
  await expect(account(page).and(page.locator('[aria-expanded]'))).toBeVisible()
  expect(await look()).toEqual(before)
})

test('subscribers have no side menu', async ({ openPage }) => {
  const page = await openPage({ user: subscriber, path: '/home' })
  await expect(account(page)).toBeVisible()
  await expect(page.getByRole('navigation', { name: dv.nav.menu })).toHaveCount(0)
})

test(
  'with forced colors a dialog has an edge, and the menus mark the current screen',
  nightly,
  async ({ openPage, server }) => {
    const page = await openPage({ user: staff, path: pathOf('judges') })
    await page.emulateMedia({ forcedColors: 'active' })
    const current = page.getByRole('navigation', { name: dv.nav.menu }).locator('[aria-current=page]')
    await expect(current).toHaveCSS('border-inline-start-style', 'solid')
    await page.getByRole('button', { name: dv.list.create(judges.label.one.dv), exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCSS('outline-style', 'solid')

    const user = await buildUser(server.databaseUrl, { can: ['read-courts', 'read-judges'] })
    const narrower = await openPage({ user, password: builtPassword, path: pathOf('judges') })
    await narrower.emulateMedia({ forcedColors: 'active' })
    const group = narrower.getByRole('navigation', { name: dv.nav.menu }).getByRole('button')
    await expect(group).toHaveCSS('border-block-end-style', 'solid')
  },
)

test('a page of the top menu opens in a new tab by Ctrl and a click', nightly, async ({ openPage, server }) => {
  const user = await buildUser(server.databaseUrl, { can: ['read-courts', 'read-judges'] })
  const page = await openPage({ user, password: builtPassword, path: '/home' })
  await page.getByRole('navigation', { name: dv.nav.menu }).getByRole('button').click()
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page
      .getByRole('menuitem')
      .first()
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await expect(tab.getByRole('grid').or(tab.getByRole('table'))).toBeVisible()
  await expectPath(page, '/home')
  await tab.close()
})

test('axe finds no violation in the menu of a narrow screen', nightly, async ({ openPage }) => {
  const page = await openPage({ user: staff, path: '/home', width: 390 })
  await page.getByRole('banner').getByRole('button', { name: dv.nav.openMenu }).click()
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
  expect(await axe(page)).toEqual([])
})

test('the theme and the language are remembered, and shown from the first frame', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/login')
  await page.getByRole('button', { name: dv.top.themes.dark }).click()
  await page.getByRole('button', { name: en.languages.en }).click()
  await expect(page.getByRole('heading', { name: en.login.title })).toBeVisible()

  const look = () =>
    page.evaluate(() => {
      const { dataset, dir } = document.documentElement
      return { ...Object.fromEntries(Object.entries(dataset)), dir }
    })
  await expect.poll(look).toMatchObject({ theme: 'dark', dir: 'ltr' })
  // Before any script has run.
  await page.route('**/assets/*.js', async (route) => {
    await expect.poll(look).toMatchObject({ theme: 'dark', mantineColorScheme: 'dark', dir: 'ltr' })
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: en.login.title })).toBeVisible()
})

test(
  'a network error is worded in the language of the screen, also when that changes afterwards',
  nightly,
  async ({ openPage }) => {
    const page = await openPage({ user: staff, isolated: true })
    await page.route('**/api/courts/get', (route) => route.abort())
    await page.goto(pathOf('courts'))
    const error = page.getByRole('main').getByRole('alert')
    await expect(error).toContainText(dv.errors.network)
    await page.getByRole('button', { name: en.languages.en }).click()
    await expect(error).toContainText(en.errors.network)
    await expect(error).not.toContainText(dv.errors.network)
  },
)

test('the light theme is light in all parts, and the mixed one dark in the top bar', async ({ openPage }) => {
  const page = await openPage({ theme: 'dark', user: staff, path: '/home' })
  await expect(page.getByRole('search')).toBeVisible()
  const background = () => page.getByRole('banner').evaluate((bar) => getComputedStyle(bar).backgroundColor)
  await page.getByRole('button', { name: dv.top.themes.light }).click()
  await expect.poll(background).toBe('rgb(255, 255, 255)')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe('light')
  await page.reload()
  await expect.poll(background).toBe('rgb(255, 255, 255)')
  await page.getByRole('button', { name: dv.top.themes.mixed }).click()
  await expect.poll(background).toBe('rgb(12, 42, 51)')
})

test('the layout can be skipped by keyboard, and a new page moves the focus to its first field or its heading', async ({
  openPage,
}) => {
  const page = await openPage()
  await page.goto('/dp/faq')
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectPath(page, '/login')
  await expect(page.getByLabel(dv.login.email)).toBeFocused()
  await page.getByRole('link', { name: dv.entries.faq }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

for (const [path, title] of [
  ['/dp/faq', dv.entries.faq],
  ['/dp/terms', dv.entries.terms],
  ['/terms', dv.entries.terms],
] as const)
  test(`${path} is read without a session`, nightlyUnless(path === '/terms'), async ({ openPage }) => {
    const page = await openPage()
    await page.goto(path)
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page).toHaveTitle(`${title} | ${dv.product}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })

for (const path of ['/nowhere', '/dp/nothing', '/dp/NOT A NAME', '/404'])
  test(`${path} is not found`, nightlyUnless(path === '/nowhere'), async ({ openPage }) => {
    const page = await openPage()
    await page.goto(path)
    await expectPath(page, '/404')
    await expect(page.getByRole('heading', { name: dv.page.notFound })).toBeVisible()
    await page.getByRole('link', { name: dv.actions.backHome }).click()
    await expectPath(page, '/login')
  })

for (const theme of themes)
  test.describe(`in the ${theme} theme`, () => {
    for (const [language, width] of [
      ['dv', 1440],
      ['en', 1440],
      ['dv', 390],
    ] as const)
      test(
        `the public pages, the search and the account menu are accessible and overflow no screen (${theme}, ${language}, ${width} wide)`,
        nightlyUnless(theme === 'mixed' && language === 'dv' && width === 1440),
        async ({ openPage }) => {
          const page = await openPage({ theme, language, width })
          for (const path of ['/login', '/dp/faq', '/404']) {
            await page.goto(path)
            await expect(page.locator('h1')).toBeVisible()
            expect(await axe(page)).toEqual([])
            await expectNoOverflow(page)
          }
          await signIn(page, staff, password)
          await expect(page.getByRole('search')).toBeVisible()
          expect(await axe(page)).toEqual([])
          await page.getByRole('banner').getByRole('button').last().click()
          await expect(page.getByRole('dialog')).toBeVisible()
          expect(await axe(page)).toEqual([])
        },
      )
  })

test('a table of a page is a tab stop with a name', async ({ openPage, server }) => {
  const route = `table-${crypto.randomUUID()}`
  const table = '<table><tbody><tr><td>1</td></tr></tbody></table>'
  await server.query('insert into dynamic_pages (name, route, page_content) values ($1, $1, $2)', [route, table])
  const page = await openPage({ path: `/dp/${route}` })
  await expect(page.getByRole('region', { name: dv.reader.table(1) }).getByRole('table')).toBeVisible()
})
