import { demoPassword as password } from './apiUser.ts'
import { expect, type OpenPage, type Page, staff, subscriber, test } from './fixtures.ts'
import { themes } from '#web/platform/preferences/preferences.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { nightlyUnless } from './nightly.ts'
import { axe, expectFocusIn, expectNoOverflow, expectPath, signIn } from './pageActions.ts'

const stored = (page: Page, storage: 'localStorage' | 'sessionStorage', key: string) =>
  page.evaluate(([name, item]) => window[name as 'localStorage'].getItem(item ?? ''), [storage, key])
const submit = (page: Page) => page.getByRole('button', { name: dv.login.submit, exact: true })
const passwordField = (page: Page) => page.getByLabel(dv.login.password, { exact: true })
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /ގެ އެކައުންޓް$/ })

/** Signs in through the form, for a session that the test ends or renews. */
async function signedIn(openPage: OpenPage, email: string, { remember }: { remember: boolean }) {
  const page = await openPage()
  await signIn(page, email, password, { remember })
  return page
}

async function signOut(page: Page) {
  await account(page).click()
  await page.getByRole('button', { name: dv.top.logout }).click()
  await expectPath(page, '/login')
}

test('the log-in reports missing fields and moves the focus there', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/')
  await expectPath(page, '/login')
  await expect(page).toHaveTitle(`${dv.login.title} | ${dv.product}`)
  await submit(page).click()
  await expect(page.getByText(dv.login.emailNeeded)).toBeVisible()
  await expect(page.getByText(dv.login.passwordNeeded, { exact: true })).toBeVisible()
  const email = page.getByLabel(dv.login.email)
  await expectFocusIn(email)
  await expect(email).toHaveAttribute('aria-invalid', 'true')
})

test('the log-in reports a wrong password in a red alert, and succeeds with the right one', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/login')
  await page.getByLabel(dv.login.email).fill(subscriber)
  await passwordField(page).fill('not-the-password')
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert')
  await expect(alert).toBeVisible()
  await expect(alert).toContainText('ރަނގަޅެއް ނޫން')

  // The wrong password is selected: typing replaces it.
  await expectFocusIn(passwordField(page))
  await expect
    .poll(() => passwordField(page).evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]))
    .toEqual([0, 'not-the-password'.length])
  await page.keyboard.type(password)
  await page.getByRole('button', { name: dv.login.showPassword }).click()
  await expect(passwordField(page)).toHaveAttribute('type', 'text')
  await expect(passwordField(page)).toHaveValue(password)
  await submit(page).click()
  await expectPath(page, '/home')
})

test('the log-in leads back to the requested address', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/case?ref=abcdefgh&tab=text')
  await page.waitForURL('**/login?**')
  await signIn(page, subscriber, password)
  await expect(page).toHaveURL('/case?ref=abcdefgh&tab=text')
})

test('the log-in never leads to another site', async ({ openPage }) => {
  const page = await openPage()
  await page.goto(`/login?back=${encodeURIComponent('//example.com/')}`)
  await signIn(page, subscriber, password)
  await expect(page).toHaveURL('/home')
})

test('the log-in is closed to a signed-in user', async ({ openPage }) => {
  const page = await openPage({ user: subscriber })
  await page.goto('/login')
  await expectPath(page, '/home')
  await page.goto('/')
  await expectPath(page, '/home')
})

test('a remembered session is restored at the next visit, and the next log-in asks for the password only', async ({
  openPage,
}) => {
  const page = await signedIn(openPage, staff, { remember: true })
  expect(await stored(page, 'localStorage', 'authToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(JSON.parse((await stored(page, 'localStorage', 'authUser')) ?? '')).toMatchObject({ email: staff })

  await signOut(page)
  await expect.poll(() => stored(page, 'localStorage', 'authToken')).toBeNull()
  await expect(page.getByText(staff)).toBeVisible()
  await expect(page.getByLabel(dv.login.email)).toBeHidden()
  expect(await axe(page)).toEqual([])

  await signIn(page, staff, password)
  await expectPath(page, '/home')
})

test('a remembered account can be replaced by another one', async ({ openPage }) => {
  const page = await signedIn(openPage, staff, { remember: true })
  await signOut(page)
  await page.getByRole('button', { name: dv.login.switchAccount }).click()
  await expect(page.getByLabel(dv.login.email)).toBeVisible()
  expect(await stored(page, 'localStorage', 'authUser')).toBeNull()
})

test('a remembered session that has ended on the server is removed', async ({ openPage }) => {
  const page = await signedIn(openPage, staff, { remember: true })
  await endOnServer(page, 'localStorage')
  await page.goto('/home')
  await expectPath(page, '/login')
  await expect.poll(() => stored(page, 'localStorage', 'authToken')).toBeNull()
})

test('a session that is not remembered survives a reload, and is shared with other tabs only', async ({ openPage }) => {
  const page = await signedIn(openPage, subscriber, { remember: false })
  expect(await stored(page, 'localStorage', 'authToken')).toBeNull()
  expect(await stored(page, 'localStorage', 'authUser')).toBeNull()
  await page.reload()
  await expect(account(page)).toBeVisible()

  const other = await page.context().newPage()
  await other.goto('/home')
  await expect(account(other)).toBeVisible()

  await signOut(page)
  await expectPath(other, '/login')
})

test('a session that has ended on the server says so once, and the log-in leads back to the same page', async ({
  openPage,
}) => {
  const page = await signedIn(openPage, subscriber, { remember: false })
  await endOnServer(page, 'sessionStorage')
  await page.evaluate(() => history.replaceState(null, '', '/home?q=word&type=Phrase'))
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
  await page.waitForURL('**/login?**')
  await expect(page.getByText(dv.session.ended)).toHaveCount(1)
  await signIn(page, subscriber, password)
  expect(new URL(page.url()).searchParams.get('q')).toBe('word')
})

test('a session is renewed only while the user is active', async ({ openPage }) => {
  const page = await openPage({ isolated: true })
  await page.clock.install()
  await signIn(page, subscriber, password)
  const renewals: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) renewals.push(request.url())
  })
  await page.clock.fastForward('26:00')
  expect(renewals).toHaveLength(0)
  const renewed = page.waitForResponse('**/api/auth/refresh')
  await page.keyboard.press('Shift')
  expect((await renewed).status()).toBe(200)
  await page.clock.fastForward('10:00')
  await page.keyboard.press('Shift')
  expect(renewals).toHaveLength(1)
})

for (const [kind, token] of [
  ['forged', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.AAAA'],
  ['expired', `eyJhbGciOiJIUzI1NiJ9.${btoa('{"exp":1000}').replaceAll('=', '')}.AAAA`],
  ['malformed', 'nonsense'],
] as const)
  test(`a stored token that is ${kind} is removed`, async ({ openPage }) => {
    const page = await openPage()
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('authToken', text), token)
    await page.goto('/home')
    await expectPath(page, '/login')
    await expect(page.locator('form')).toBeVisible()
    await expect.poll(() => stored(page, 'localStorage', 'authToken')).toBeNull()
  })

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

test('subscribers have no side menu', async ({ openPage }) => {
  const page = await openPage({ user: subscriber, path: '/home' })
  await expect(account(page)).toBeVisible()
  await expect(page.getByRole('navigation', { name: dv.nav.menu })).toHaveCount(0)
})

test('the theme and the language are remembered, and shown from the first frame', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/login')
  await page.getByRole('button', { name: dv.top.themes.dark }).click()
  await page.getByRole('button', { name: en.languages.en }).click()
  await expect(page.getByRole('heading', { name: en.login.title })).toBeVisible()

  const look = () => page.evaluate(() => ({ ...document.documentElement.dataset, dir: document.documentElement.dir }))
  await expect.poll(look).toMatchObject({ theme: 'dark', dir: 'ltr' })
  // Before any script has run.
  await page.route('**/assets/*.js', async (route) => {
    await expect.poll(look).toMatchObject({ theme: 'dark', mantineColorScheme: 'dark', dir: 'ltr' })
    await route.continue()
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: en.login.title })).toBeVisible()
})

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

test('the layout can be skipped by keyboard, and a new page moves the focus to its heading', async ({ openPage }) => {
  const page = await openPage()
  await page.goto('/dp/faq')
  await expect(page.getByRole('article')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectPath(page, '/login')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

for (const [path, title] of [
  ['/dp/faq', dv.entries.faq],
  ['/dp/terms', dv.entries.terms],
  ['/terms', dv.entries.terms],
] as const)
  test(`${path} is read without a session`, async ({ openPage }) => {
    const page = await openPage()
    await page.goto(path)
    await expect(page.getByRole('article')).toBeVisible()
    await expect(page).toHaveTitle(`${title} | ${dv.product}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  })

for (const path of ['/nowhere', '/dp/nothing', '/dp/NOT A NAME', '/404'])
  test(`${path} is not found`, async ({ openPage }) => {
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

/** Ends the session of the page through the API. */
async function endOnServer(page: Page, storage: 'localStorage' | 'sessionStorage') {
  const token = await stored(page, storage, 'authToken')
  const answer = await page.request.post('/api/auth/logout', {
    data: {},
    headers: { authorization: `Bearer ${token ?? ''}` },
  })
  expect(answer.status()).toBe(200)
}
