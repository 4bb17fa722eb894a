import { expect, type OpenPage, testWith } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { button, codeField, expectAnswered, logIn, messages, passwordField, pasteCode } from './accountActions.ts'
import { nightly } from './nightly.ts'
import { expectPath } from './pageActions.ts'
import type { TestServer } from './testServer.ts'

/** The log-in with a one-time code as its second step. */

const test = testWith({ env: { LOGIN_OTP: 'everyone' }, library: false })

/** A page at the second step of the log-in, by default of a new user. */
async function openSecondStep(
  openPage: OpenPage,
  server: TestServer,
  { email, isolated = false }: { email?: string; isolated?: boolean } = {},
) {
  const user = email ?? (await buildUser(server.databaseUrl))
  const page = await openPage({ isolated })
  await logIn(page, { email: user, password })
  await expect(codeField(page)).toBeVisible()
  return { page, email: user }
}

test('a pasted e-mail with the code signs the user in', nightly, async ({ openPage, server }) => {
  const { page, email } = await openSecondStep(openPage, server)
  await expect(page.getByText(email)).toBeVisible()
  await pasteCode(page, (await server.email(email, 'code')).text)
  await expectPath(page, '/home')
})

test('a typed code leads to the page that the user wanted, and the user is remembered on request', async ({
  page,
  server,
}) => {
  const email = await buildUser(server.databaseUrl)
  await page.goto('/account')
  await page.waitForURL('**/login?**')
  await page.getByLabel(dv.login.email).fill(email)
  await passwordField(page).fill(password)
  await page.getByLabel(dv.login.remember).check()
  await button(page, dv.login.submit).click()
  await codeField(page).fill((await server.email(email, 'code')).code)
  await expectPath(page, '/account')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('authUser'))).toContain(email)
})

test('a wrong code is marked with an error, and typing replaces it with the right code', async ({
  openPage,
  server,
}) => {
  const { page, email } = await openSecondStep(openPage, server)
  const { code } = await server.email(email, 'code')
  await codeField(page).fill(code === '111111' ? '222222' : '111111')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(messages(page)).toHaveCount(1)
  await expectAnswered(page)
  await expect.poll(() => page.evaluate(() => String(document.getSelection()).length)).toBe(6)
  await page.keyboard.type(code)
  await expectPath(page, '/home')
})

test('a wrong code that is typed and then sent by Enter is sent once', nightly, async ({ openPage, server }) => {
  const { page, email } = await openSecondStep(openPage, server)
  const { code } = await server.email(email, 'code')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/verify')) requests.push(request.url())
  })
  await page.keyboard.type(code === '111111' ? '222222' : '111111')
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAnswered(page)
  await page.keyboard.press('Enter')
  await expect(codeField(page)).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type(code)
  await expectPath(page, '/home')
  expect(requests).toHaveLength(2)
})

test('a code ends after five wrong codes, and another code can be requested', nightly, async ({ openPage, server }) => {
  const { page, email } = await openSecondStep(openPage, server, { isolated: true })
  await page.clock.install()
  const { code } = await server.email(email, 'code')
  const wrong = ['111111', '222222', '333333', '444444', '555555', '666666'].filter((one) => one !== code)
  for (const one of wrong.slice(0, 5)) {
    const response = page.waitForResponse('**/api/auth/verify')
    await codeField(page).fill(one)
    await response
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAnswered(page)
  }
  await codeField(page).fill(code)
  await expect(messages(page)).toHaveText([/މުއްދަތު ހަމަވެއްޖެ/])
  await expectPath(page, '/login')

  await page.clock.runFor(61_000)
  await button(page, dv.code.resend).click()
  const newest = await server.email(email, 'code', { after: 1 })
  await expect(codeField(page)).toHaveValue('')
  await codeField(page).fill(newest.code)
  await expectPath(page, '/home')
})

test(
  'a reload keeps the second step of the log-in, and leaving it or another log-in removes it',
  nightly,
  async ({ openPage, server }) => {
    const { page, email } = await openSecondStep(openPage, server)
    const { code } = await server.email(email, 'code')
    await page.reload()
    await expect(page.getByText(email)).toBeVisible()

    await test.step('leaving the second step removes what is stored of it', async () => {
      await button(page, dv.code.backToLogin).click()
      await expect(passwordField(page)).toBeVisible()
      await page.reload()
      await expect(passwordField(page)).toBeVisible()
    })

    await test.step('an ended code removes what is stored of its step', async () => {
      await logIn(page, { email, password })
      await expect(codeField(page)).toBeVisible()
      const other = await server.email(email, 'code', { after: 1 })
      await server.query(`update one_time_codes set ends_at = now() where email = $1`, [email])
      await pasteCode(page, other.code === code ? '111111' : code)
      await expect(messages(page)).toHaveText([/މުއްދަތު ހަމަވެއްޖެ/])
      await page.reload()
      await expect(passwordField(page)).toBeVisible()
    })

    await test.step('the code is accepted after a reload, and nothing of the step stays', async () => {
      await logIn(page, { email, password })
      await expect(codeField(page)).toBeVisible()
      const newest = await server.email(email, 'code', { after: 2 })
      await page.reload()
      await pasteCode(page, newest.code)
      await expectPath(page, '/home')
      expect(await page.evaluate(() => sessionStorage.getItem('loginStep'))).toBeNull()
    })
  },
)

test('another code can be requested for a log-in after a reload', nightly, async ({ openPage, server }) => {
  const { page, email } = await openSecondStep(openPage, server, { isolated: true })
  await page.clock.install()
  await page.reload()
  await expect(codeField(page)).toBeVisible()
  await page.clock.runFor(61_000)
  await button(page, dv.code.resend).click()
  await pasteCode(page, (await server.email(email, 'code', { after: 1 })).code)
  await expectPath(page, '/home')
})

test('leaving the second step forgets its reference and the saved user', nightly, async ({ openPage, server }) => {
  const { page, email } = await openSecondStep(openPage, server)
  await page.evaluate(
    (user) => localStorage.setItem('authUser', JSON.stringify({ email: user, name: 'Test', avatar: null })),
    email,
  )
  await button(page, dv.code.backToLogin).click()
  await expect(page.getByLabel(dv.login.email)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('authUser'))).toBeNull()
  await expect(passwordField(page)).toHaveValue('')
})

test(
  'a second log-in ends the code of the first, and each device needs its own code',
  nightly,
  async ({ openPage, server }) => {
    const { page: phone, email } = await openSecondStep(openPage, server)
    const first = await server.email(email, 'code')
    const { page: computer } = await openSecondStep(openPage, server, { email })
    const second = await server.email(email, 'code', { after: 1 })

    await codeField(phone).fill(first.code)
    await expect(phone.getByRole('alert')).toBeVisible()
    await expectAnswered(phone)
    // The code of the other device belongs to the step that was begun there.
    const refused = phone.waitForResponse('**/api/auth/verify')
    await codeField(phone).fill(second.code)
    expect((await refused).ok()).toBe(false)
    await expect(phone.getByRole('alert')).toBeVisible()
    await expectPath(phone, '/login')

    const verification = computer.waitForRequest('**/api/auth/verify')
    await codeField(computer).fill(second.code)
    const data = (await verification).postData() ?? ''
    await expectPath(computer, '/home')

    await test.step('a used code is refused', async () => {
      const headers = { 'content-type': 'application/json' }
      const response = await computer.request.post('/api/auth/verify', { data, headers })
      expect(await response.json()).toMatchObject({ Status: 'error', code: 'code-ended' })
    })
  },
)

test('a first password must be changed, and the reference of that step is in no address', async ({ page, server }) => {
  const email = await buildUser(server.databaseUrl, { must_change: true })
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await logIn(page, { email, password })
  await expectPath(page, '/change-password')
  await page.reload()
  await page.getByLabel(dv.newPassword.label, { exact: true }).fill('a quiet lagoon 41')
  await page.getByLabel(dv.newPassword.confirm).fill('a quiet lagoon 41')
  await page.keyboard.press('Enter')
  await expectPath(page, '/login')
  await expect(page.getByText(dv.newPassword.changedLogin)).toBeVisible()
  await expect(page.getByLabel(dv.login.email)).toHaveValue(email)
  expect(addresses.filter((address) => /ref|hash/.test(address))).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('passwordStep'))).toBeNull()

  await logIn(page, { email, password: 'a quiet lagoon 41' })
  await expect(codeField(page)).toBeVisible()
})
