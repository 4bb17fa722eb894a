import { expect, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { button, openAccountMenu } from './accountActions.ts'
import { nightly } from './nightly.ts'
import { expectPath, signIn } from './pageActions.ts'

/** What the browser stores, for how long, and the toasts. */

/** The keys of both storages without the preferences of the browser and the scroll positions of the router. */
const storedKeys = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
      .filter((key) => !['theme', 'language', 'sidebar'].includes(key) && !key.startsWith('tsr-scroll'))
      .sort(),
  )

for (const [remember, during, after] of [
  [false, ['authToken'], []],
  [true, ['authToken', 'authUser'], ['authUser']],
] as const)
  test(`with "remember me" ${remember} the browser stores ${during.join(', ')}, and after the log-out ${after.join(', ')}`, async ({
    openPage,
    server,
  }) => {
    const page = await openPage()
    await signIn(page, await buildUser(server.databaseUrl), password, { remember })
    await expect.poll(() => storedKeys(page)).toEqual(during)
    await openAccountMenu(page)
    await button(page, dv.top.logout).click()
    await expectPath(page, '/login')
    await expect.poll(() => storedKeys(page)).toEqual(after)
  })

test(
  'an expired token is renewed at the next visit while its session is valid',
  nightly,
  async ({ openPage, server }) => {
    const page = await openPage({ isolated: true })
    await signIn(page, await buildUser(server.databaseUrl), password, { remember: true })
    const first = await page.evaluate(() => localStorage.getItem('authToken'))
    await page.clock.setSystemTime(Date.now() + 2 * 3_600_000)
    const renewed = page.waitForResponse('**/api/auth/refresh')
    await page.reload()
    expect((await renewed).status()).toBe(200)
    await expect(page.getByRole('banner')).toBeVisible()
    await expectPath(page, '/home')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('authToken'))).not.toBe(first)
  },
)

test(
  'toasts stand at the top right, in the direction of their text, and can be closed',
  nightly,
  async ({ openPage, server }) => {
    const page = await openPage()
    await signIn(page, await buildUser(server.databaseUrl), password)
    await page.goto('/account')
    const rename = async (name: string) => {
      await page.getByLabel(dv.account.name, { exact: true }).fill(name)
      await button(page, dv.account.save).click()
    }
    const corner = page.getByRole('region', { name: dv.toasts.label })
    const message = (text: string) => corner.locator('[dir]').filter({ hasText: text })

    await rename('ޢަލީ')
    await expect(message(dv.account.saved)).toBeVisible()
    await expect(message(dv.account.saved)).toHaveAttribute('dir', 'rtl')
    const isInCorner = async () => {
      const { x = 0, y = 900, width = 0 } = (await message(dv.account.saved).boundingBox()) ?? {}
      return x + width > 1440 - 40 && y < 40
    }
    await expect.poll(isInCorner).toBe(true)

    const refusal = {
      Status: 'error',
      Message: 'No more.',
      code: 'invalid',
      payload: { errors: { Name: ['Too long.'] } },
    }
    await page.route('**/api/auth/profile/update', (route) =>
      route.fulfill({ status: 400, body: JSON.stringify(refusal) }),
    )
    await rename('އަޙްމަދު')
    await expect(message('Too long.')).toBeVisible()
    await expect(message('Too long.')).toHaveAttribute('dir', 'ltr')
    // A toast that is still shown is not repeated.
    await button(page, dv.account.save).click()
    await expect(message('Too long.')).toHaveCount(1)
    await message('Too long.').getByRole('button', { name: dv.toasts.close }).click()
    await expect(message('Too long.')).toHaveCount(0)
  },
)
