import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { themes } from '#web/platform/preferences/preferences.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { en } from '#web/platform/strings/en.ts'
import { axe, home, newPage, signIn, startBrowser, takesFocus } from './browser.ts'

const password = 'hukum-demo-2026'
const staff = 'admin@hukum.test'
const subscriber = 'subscriber@hukum.test'

let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser.close())

const pathOf = (page: Page) => new URL(page.url()).pathname
const stored = (page: Page, storage: 'localStorage' | 'sessionStorage', key: string) =>
  page.evaluate(([name, item]) => window[name as 'localStorage'].getItem(item ?? ''), [storage, key])
const submit = (page: Page) => page.getByRole('button', { name: dv.login.submit, exact: true })
const passwordField = (page: Page) => page.getByLabel(dv.login.password, { exact: true })
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /ގެ އެކައުންޓް$/ })

async function signOut(page: Page) {
  await account(page).click()
  await page.getByRole('button', { name: dv.top.logout }).click()
  await page.waitForURL('**/login')
}

describe('the log-in', () => {
  test('asks for what is missing, and the focus goes there', async () => {
    const page = await newPage(browser)
    await page.goto(home())
    await page.waitForURL('**/login')
    await expect.poll(() => page.title()).toBe(`${dv.login.title} | ${dv.product}`)
    await submit(page).click()
    await page.getByText(dv.login.emailNeeded).waitFor()
    await page.getByText(dv.login.passwordNeeded, { exact: true }).waitFor()
    const email = page.getByLabel(dv.login.email)
    await takesFocus(email)
    expect(await email.getAttribute('aria-invalid')).toBe('true')
  })

  test('tells in a red alert that the password is wrong, and goes on with the right one', async () => {
    const page = await newPage(browser)
    await page.goto(`${home()}/login`)
    await page.getByLabel(dv.login.email).fill(subscriber)
    await passwordField(page).fill('not-the-password')
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('ރަނގަޅެއް ނޫން')

    // What was wrong is marked: typing replaces it.
    await takesFocus(passwordField(page))
    await expect
      .poll(() => passwordField(page).evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]))
      .toEqual([0, 'not-the-password'.length])
    await page.keyboard.type(password)
    await page.getByRole('button', { name: dv.login.showPassword }).click()
    expect(await passwordField(page).getAttribute('type')).toBe('text')
    expect(await passwordField(page).inputValue()).toBe(password)
    await submit(page).click()
    await page.waitForURL('**/home')
  })

  test('leads back to the address that was asked for', async () => {
    const page = await newPage(browser)
    await page.goto(`${home()}/case?ref=abcdefgh&tab=text`)
    await page.waitForURL('**/login?**')
    await signIn(page, subscriber, password)
    expect(page.url()).toBe(`${home()}/case?ref=abcdefgh&tab=text`)
  })

  test('never leads to another site', async () => {
    const page = await newPage(browser)
    await page.goto(`${home()}/login?back=${encodeURIComponent('//example.com/')}`)
    await signIn(page, subscriber, password)
    expect(page.url()).toBe(`${home()}/home`)
  })

  test('is closed to whoever is signed in', async () => {
    const page = await newPage(browser)
    await signIn(page, subscriber, password)
    await page.goto(`${home()}/login`)
    await page.waitForURL('**/home')
    await page.goto(home())
    await page.waitForURL('**/home')
  })
})

describe('a session that is remembered', () => {
  test('is kept for the next visit, and the next log-in asks for the password only', async () => {
    const page = await newPage(browser)
    await signIn(page, staff, password, { remember: true })
    expect(await stored(page, 'localStorage', 'authToken')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
    expect(JSON.parse((await stored(page, 'localStorage', 'authUser')) ?? '')).toMatchObject({ email: staff })

    await signOut(page)
    await expect.poll(() => stored(page, 'localStorage', 'authToken')).toBeNull()
    await page.getByText(staff).waitFor()
    expect(await page.getByLabel(dv.login.email).isVisible()).toBe(false)
    expect(await axe(page)).toEqual([])

    await signIn(page, staff, password)
    expect(pathOf(page)).toBe('/home')
  })

  test('can be left for another account', async () => {
    const page = await newPage(browser)
    await signIn(page, staff, password, { remember: true })
    await signOut(page)
    await page.getByRole('button', { name: dv.login.switchAccount }).click()
    await page.getByLabel(dv.login.email).waitFor()
    expect(await stored(page, 'localStorage', 'authUser')).toBeNull()
  })

  test('that has ended on the server is forgotten', async () => {
    const page = await newPage(browser)
    await signIn(page, staff, password, { remember: true })
    await endOnServer(page, 'localStorage')
    await page.goto(`${home()}/home`)
    await page.waitForURL('**/login')
    await expect.poll(() => stored(page, 'localStorage', 'authToken')).toBeNull()
  })
})

describe('a session that is not remembered', () => {
  test('outlives a reload, and goes to other tabs but not to the next visit', async () => {
    const page = await newPage(browser)
    await signIn(page, subscriber, password)
    expect(await stored(page, 'localStorage', 'authToken')).toBeNull()
    expect(await stored(page, 'localStorage', 'authUser')).toBeNull()
    await page.reload()
    await account(page).waitFor()

    const other = await page.context().newPage()
    await other.goto(`${home()}/home`)
    await account(other).waitFor()

    await signOut(page)
    await other.waitForURL('**/login')
  })

  test('that has ended on the server says so once, and comes back to the same page', async () => {
    const page = await newPage(browser)
    await signIn(page, subscriber, password)
    await endOnServer(page, 'sessionStorage')
    await page.evaluate(() => history.replaceState(null, '', '/home?q=word&type=Phrase'))
    await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
    await page.waitForURL('**/login?**')
    await expect.poll(() => page.getByText(dv.session.ended).count()).toBe(1)
    await signIn(page, subscriber, password)
    expect(new URL(page.url()).searchParams.get('q')).toBe('word')
  })

  test('is renewed while the person is active, and only then', async () => {
    const page = await newPage(browser)
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
})

test.each([
  ['forged', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.AAAA'],
  ['expired', `eyJhbGciOiJIUzI1NiJ9.${btoa('{"exp":1000}').replaceAll('=', '')}.AAAA`],
  ['no', 'nonsense'],
])('a stored token that is %s token is removed', async (_name, token) => {
  const page = await newPage(browser)
  await page.goto(`${home()}/login`)
  await page.evaluate((text) => localStorage.setItem('authToken', text), token)
  await page.goto(`${home()}/home`)
  await page.waitForURL('**/login')
  await page.locator('form').waitFor()
  await expect.poll(() => stored(page, 'localStorage', 'authToken')).toBeNull()
})

describe('the frame', () => {
  test('has a side menu for those who work on case files, which can be narrowed', async () => {
    const page = await newPage(browser)
    await signIn(page, staff, password)
    const menu = page.getByRole('navigation', { name: dv.nav.menu })
    await menu.getByRole('link', { name: dv.entries.home, exact: true }).waitFor()
    const wide = (await menu.boundingBox())?.width ?? 0
    await page.getByRole('button', { name: dv.nav.condense }).click()
    await page.getByRole('button', { name: dv.nav.expand }).waitFor()
    await expect.poll(async () => (await menu.boundingBox())?.width).toBeLessThan(wide / 2)
    await page.reload()
    await page.getByRole('button', { name: dv.nav.expand }).waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('has none for subscribers', async () => {
    const page = await newPage(browser)
    await signIn(page, subscriber, password)
    await account(page).waitFor()
    expect(await page.getByRole('navigation', { name: dv.nav.menu }).count()).toBe(0)
  })

  test('remembers the theme and the language, and shows them from the first frame', async () => {
    const page = await newPage(browser)
    await page.goto(`${home()}/login`)
    await page.getByRole('button', { name: dv.top.themes.dark }).click()
    await page.getByRole('button', { name: en.languages.en }).click()
    await page.getByRole('heading', { name: en.login.title }).waitFor()

    const look = () => page.evaluate(() => ({ ...document.documentElement.dataset, dir: document.documentElement.dir }))
    await expect.poll(look).toMatchObject({ theme: 'dark', dir: 'ltr' })
    // Before any module has run.
    await page.route('**/assets/*.js', async (route) => {
      await expect.poll(look).toMatchObject({ theme: 'dark', mantineColorScheme: 'dark', dir: 'ltr' })
      await route.continue()
    })
    await page.reload()
    await page.getByRole('heading', { name: en.login.title }).waitFor()
  })

  test('is light in all parts when that is chosen, and mixed again after it', async () => {
    const page = await newPage(browser, { theme: 'dark' })
    await signIn(page, staff, password)
    await page.getByRole('search').waitFor()
    const ground = () => page.getByRole('banner').evaluate((bar) => getComputedStyle(bar).backgroundColor)
    await page.getByRole('button', { name: dv.top.themes.light }).click()
    await expect.poll(ground).toBe('rgb(255, 255, 255)')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe('light')
    await page.reload()
    await expect.poll(ground).toBe('rgb(255, 255, 255)')
    await page.getByRole('button', { name: dv.top.themes.mixed }).click()
    await expect.poll(ground).toBe('rgb(12, 42, 51)')
  })

  test('can be skipped by keyboard, and a new page takes the focus to its heading', async () => {
    const page = await newPage(browser)
    await page.goto(`${home()}/dp/faq`)
    await page.getByRole('article').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })
})

describe('pages for everybody', () => {
  test.each([
    ['/dp/faq', dv.entries.faq],
    ['/dp/terms', dv.entries.terms],
    ['/terms', dv.entries.terms],
  ])('%s is read without a session', async (path, title) => {
    const page = await newPage(browser)
    await page.goto(`${home()}${path}`)
    await page.getByRole('article').waitFor()
    await expect.poll(() => page.title()).toBe(`${title} | ${dv.product}`)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })

  test.each(['/nowhere', '/dp/nothing', '/dp/NOT A NAME', '/404'])('%s is not found', async (path) => {
    const page = await newPage(browser)
    await page.goto(`${home()}${path}`)
    await page.waitForURL('**/404')
    await page.getByRole('heading', { name: dv.page.notFound }).waitFor()
    await page.getByRole('link', { name: dv.actions.backHome }).click()
    await page.waitForURL('**/login')
  })
})

describe.each(themes)('in the %s theme', (theme) => {
  test.each([
    ['dv', 1440],
    ['en', 1440],
    ['dv', 390],
  ] as const)('axe finds nothing (%s, %i wide) and nothing sticks out', async (language, width) => {
    const page = await newPage(browser, { theme, language, width })
    for (const path of ['/login', '/dp/faq', '/404']) {
      await page.goto(`${home()}${path}`)
      await page.locator('h1').waitFor()
      expect(await axe(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
    await signIn(page, staff, password)
    await page.getByRole('search').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('dialog').waitFor()
    expect(await axe(page)).toEqual([])
  })
})

/** What a person in another place would do. */
async function endOnServer(page: Page, storage: 'localStorage' | 'sessionStorage') {
  const token = await stored(page, storage, 'authToken')
  const answer = await page.request.post(`${home()}/api/auth/logout`, {
    data: {},
    headers: { authorization: `Bearer ${token ?? ''}` },
  })
  expect(answer.status()).toBe(200)
}
