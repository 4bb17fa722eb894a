import { expect, type Page, testWith } from './fixtures.ts'
import { buildUser, password } from '#test/factories.ts'
import { nightly } from './nightly.ts'
import { axe, expectNoOverflow, expectPath, stringsOf } from './pageActions.ts'

const test = testWith({ env: { LOGIN_OTP: 'everyone' }, library: false })

/** Axe finds no violation, and nothing overflows, on a phone neither. */
async function expectGoodLook(page: Page) {
  expect(await axe(page)).toEqual([])
  await expectNoOverflow(page)
}

/** Together they hold every pair of theme, language and width. */
for (const [theme, language, width] of [
  ['mixed', 'dv', 1440],
  ['dark', 'en', 1440],
  ['dark', 'dv', 390],
  ['mixed', 'en', 390],
  ['light', 'dv', 1440],
] as const)
  test.describe(`in the ${theme} theme (${language}, ${width} wide)`, nightly, () => {
    test('every step of registration is accessible and overflows no screen', async ({ openPage, server }) => {
      const page = await openPage({ theme, language, width })
      await page.goto('/register')
      await expect(page.locator('form')).toBeVisible()
      const { login, code, register, newPassword } = await stringsOf(page)
      await expectGoodLook(page)

      const email = `guest-${crypto.randomUUID()}@hukum.test`
      await page.getByLabel(login.email).fill(email)
      await page.keyboard.press('Enter')
      await page.getByLabel(code.label).fill('12')
      await page.keyboard.press('Enter')
      await expect(page.getByText(code.needed, { exact: true }).last()).toBeVisible()
      await expectGoodLook(page)

      await page.getByLabel(code.label).fill((await server.email(email, 'code')).code)
      await expect(page.getByLabel(register.name)).toBeVisible()
      await page.getByRole('button', { name: register.submit, exact: true }).click()
      await expect(page.getByText(register.nameNeeded)).toBeVisible()
      await expectGoodLook(page)
      await expect(page.getByText(newPassword.letters(12))).toBeVisible()
    })

    test(
      'every step of a password reset is accessible and overflows no screen',
      nightly,
      async ({ openPage, server }) => {
        const email = await buildUser(server.databaseUrl)
        const page = await openPage({ theme, language, width })
        await page.goto('/forgot-password')
        await expect(page.locator('form')).toBeVisible()
        const { login, forgot, newPassword } = await stringsOf(page)
        await page.getByLabel(login.email).fill(email)
        await page.keyboard.press('Enter')
        await expect(page.getByText(forgot.sentTitle)).toBeVisible()
        await expectGoodLook(page)

        await page.goto((await server.email(email, 'reset')).link)
        await page.getByLabel(newPassword.label, { exact: true }).fill('short')
        await page.keyboard.press('Enter')
        await expect(page.getByText(newPassword.short(12))).toBeVisible()
        await expectGoodLook(page)
      },
    )

    test('the second step of a log-in, the own account and its dialogs are accessible and overflow no screen', async ({
      openPage,
      server,
    }) => {
      const email = await buildUser(server.databaseUrl, { copy_access: true })
      const page = await openPage({ theme, language, width })
      await page.goto('/login')
      await expect(page.locator('form')).toBeVisible()
      const { login, code, top, sessions, newPassword, reauth } = await stringsOf(page)
      await page.getByLabel(login.email).fill(email)
      await page.getByLabel(login.password, { exact: true }).fill(password)
      await page.keyboard.press('Enter')
      await expect(page.getByLabel(code.label)).toBeVisible()
      await expectGoodLook(page)
      await page.getByLabel(code.label).fill((await server.email(email, 'code')).code)

      const menu = page.getByRole('banner').getByRole('button', { name: top.account('Test') })
      await menu.click()
      await page.getByRole('link', { name: top.myAccount }).click()
      await expect(page.getByText(sessions.onlyThis)).toBeVisible()
      await expectGoodLook(page)

      await menu.click()
      await page.getByRole('button', { name: top.changePassword }).click()
      await page.getByLabel(newPassword.current).fill('short')
      await page.keyboard.press('Enter')
      await expect(page.getByText(newPassword.needed, { exact: true }).first()).toBeVisible()
      await expectGoodLook(page)

      await server.query(
        `update sessions set ended_at = now(), ended_why = 'owner'
          where ended_at is null and user_id = (select id from users where email = $1)`,
        [email],
      )
      await page.getByLabel(newPassword.label, { exact: true }).fill('a quiet lagoon 41')
      await page.getByLabel(newPassword.confirm).fill('a quiet lagoon 41')
      await page.keyboard.press('Enter')
      await expect(page.getByText(reauth.lead)).toBeVisible()
      await expectGoodLook(page)
    })

    test(
      'an unreachable server is reported in the middle of the page, under a heading',
      nightly,
      async ({ openPage }) => {
        const page = await openPage({ theme, language, width })
        await page.goto('/login')
        await expect(page.locator('form')).toBeVisible()
        const { session } = await stringsOf(page)
        await page.evaluate(() => localStorage.setItem('authToken', 'a.b.c'))
        await page.route('**/api/auth/me', (route) => route.abort())
        await page.reload()
        const heading = page.getByRole('main').getByRole('heading', { level: 1, name: session.unreachable })
        await expect(heading).toBeVisible()
        await expectGoodLook(page)
        const { y = 0 } = (await heading.boundingBox()) ?? {}
        expect(Math.abs(y - 450)).toBeLessThan(150)

        await page.unroute('**/api/auth/me')
        await expectPath(page, '/login')
      },
    )
  })
