import { demoPassword as password } from './apiUser.ts'
import { expect, type OpenPage, type Page, staff, subscriber, test } from './fixtures.ts'
import { paths } from '#web/platform/paths.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly, nightlyUnless } from './nightly.ts'
import { axe, expectFocusIn, expectPath, signIn } from './pageActions.ts'

const stored = (page: Page, storage: 'localStorage' | 'sessionStorage', key: string) =>
  page.evaluate(([name, item]) => window[name as 'localStorage'].getItem(item ?? ''), [storage, key])
const submit = (page: Page) => page.getByRole('button', { name: dv.login.submit, exact: true })
const passwordField = (page: Page) => page.getByLabel(dv.login.password, { exact: true })
const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: /ގެ އެކައުންޓު$/ })

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

test('a page that was opened while the server was away is shown as soon as it answers', async ({ openPage }) => {
  const page = await openPage({ user: subscriber })
  await page.route('**/api/auth/me', (route) => route.abort())
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: dv.session.unreachable })).toBeVisible()
  await page.unroute('**/api/auth/me')
  await expect(page.getByRole('heading', { level: 1, name: dv.account.title })).toBeVisible()
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

test('a remembered account can be replaced by another one', nightly, async ({ openPage }) => {
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

test(
  'a session that is not remembered survives a reload, and is shared with other tabs only',
  nightly,
  async ({ openPage }) => {
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
  },
)

test('a session that has ended on the server says so once, and the log-in leads back to the same long search', async ({
  openPage,
}) => {
  const page = await signedIn(openPage, subscriber, { remember: false })
  await endOnServer(page, 'sessionStorage')
  const q = Array.from({ length: 90 }, () => 'ކުލި').join(' ')
  await page.evaluate((path) => history.replaceState(null, '', path), `${paths.search(q)}&type=Phrase`)
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
  await expectPath(page, '/login')
  await expect(page.getByText(dv.session.ended)).toHaveCount(1)
  await signIn(page, subscriber, password)
  expect(new URL(page.url()).searchParams.get('q')).toBe(q)
})

for (const remember of [false, true])
  test(`every tab says that the session has ended, with a token that is ${remember ? '' : 'not '}remembered`, async ({
    openPage,
  }) => {
    const page = await signedIn(openPage, subscriber, { remember })
    const other = await page.context().newPage()
    await other.goto(`${new URL(page.url()).origin}/account`)
    await expect(account(other)).toBeVisible()
    await endOnServer(page, remember ? 'localStorage' : 'sessionStorage')
    for (const tab of [page, other]) {
      await expectPath(tab, '/login')
      await expect(tab.getByText(dv.session.ended)).toHaveCount(1)
    }
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
  test(`a stored token that is ${kind} is removed`, nightlyUnless(kind === 'forged'), async ({ openPage }) => {
    const page = await openPage()
    await page.goto('/login')
    await page.evaluate((text) => localStorage.setItem('authToken', text), token)
    await page.goto('/home')
    await expectPath(page, '/login')
    await expect(page.locator('form')).toBeVisible()
    await expect.poll(() => stored(page, 'localStorage', 'authToken')).toBeNull()
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
