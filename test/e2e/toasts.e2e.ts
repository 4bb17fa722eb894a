import { expect, type Locator, type OpenPage, type Page, staff, test } from './fixtures.ts'
import { limits } from '#shared/limits.ts'
import { courts } from '#shared/resources/courts.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { buildUser, password } from '#test/factories.ts'
import { newWord } from './apiUser.ts'
import { dialog, saveForm } from './formActions.ts'
import { cell, openList, pathOf, toast } from './listActions.ts'
import { nightly } from './nightly.ts'
import type { TestServer } from './testServer.ts'

const { saved } = dv.account

/** A page with a toast, whose clock the test moves. */
async function openWithToast(openPage: OpenPage, server: TestServer) {
  const user = await buildUser(server.databaseUrl)
  const page = await openPage({ user, password, path: '/account', isolated: true })
  await page.getByLabel(dv.account.name, { exact: true }).fill('ޢަލީ')
  await page.clock.install()
  await recordToasts(page)
  await page.getByRole('button', { name: dv.account.save, exact: true }).click()
  await expect(toast(page, saved)).toBeVisible()
  return page
}

/** Records in the page when the toast appears and when it disappears. */
const recordToasts = (page: Page) =>
  page.evaluate((label) => {
    const region = document.querySelector(`section[aria-label="${label}"]`)
    const times: number[] = []
    Object.assign(window, { toastTimes: times })
    let wasShown = false
    new MutationObserver(() => {
      const isShown = region?.querySelector('button') !== null
      if (isShown !== wasShown) times.push(Date.now())
      wasShown = isShown
    }).observe(region ?? document.body, { childList: true, subtree: true })
  }, dv.toasts.label)

const toastTimes = (page: Page) => page.evaluate(() => (window as unknown as { toastTimes: number[] }).toastTimes)

test('a toast closes after five seconds', nightly, async ({ openPage, server }) => {
  const page = await openWithToast(openPage, server)
  await page.clock.runFor(limits.toast.visible_ms)
  await expect(toast(page, saved)).toHaveCount(0)
  const [shown = 0, closed = 0] = await toastTimes(page)
  // Its timer starts when it is rendered, which is later than its insertion on a busy machine.
  expect(closed - shown).toBeGreaterThanOrEqual(limits.toast.visible_ms - 500)
})

test('a toast is below the top bar', async ({ openPage, server }) => {
  const page = await openWithToast(openPage, server)
  const box = await boxOf(toast(page, saved).locator('..'))
  expect(overlap(box, await boxOf(page.getByRole('banner')))).toBe(false)
})

for (const method of ['pointer', 'focus'])
  test(
    `a toast stays while the ${method} is on it, and closes a second later`,
    nightly,
    async ({ openPage, server }) => {
      const page = await openWithToast(openPage, server)
      const text = toast(page, saved)
      const close = page.getByRole('region', { name: dv.toasts.label }).getByRole('button', { name: dv.toasts.close })
      await (method === 'pointer' ? text.dispatchEvent('pointerover') : close.focus())
      await page.clock.fastForward(60_000)
      await expect(text).toBeVisible()
      const left = await page.evaluate(() => Date.now())
      await (method === 'pointer' ? text.dispatchEvent('pointerout') : close.blur())
      await page.clock.runFor(limits.toast.extended_ms)
      await expect(text).toHaveCount(0)
      const [, closed = 0] = await toastTimes(page)
      expect(closed - left).toBeGreaterThanOrEqual(limits.toast.extended_ms)
    },
  )

test('undo in a toast returns the focus to the cell that had it before', nightly, async ({ openPage, server }) => {
  const name = newWord()
  await server.query(`insert into courts (name) values ($1)`, [name])
  const page = await openList(openPage, 'courts', { search: name })
  await cell(page, 0, 'name').dblclick()
  await cell(page, 0, 'name').getByRole('textbox').fill(`${name} b`)
  await page.keyboard.press('Enter')
  await expect(cell(page, 0, 'name')).toBeFocused()
  const undo = page.getByRole('button', { name: dv.list.undo })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, dv.list.undone)).toBeVisible()
  await expect(cell(page, 0, 'name')).toBeFocused()
  await expect(cell(page, 0, 'name')).toHaveText(name)
})

for (const width of [300, 1024])
  test(
    `a toast covers neither the title nor the buttons of a dialog (${width} wide)`,
    nightly,
    async ({ openPage }) => {
      const page = await openPage({ user: staff, path: pathOf('courts'), width })
      await page.getByRole('button', { name: dv.list.create(courts.label.one.dv), exact: true }).click()
      await expect(dialog(page).locator('[data-field]').first()).toBeVisible()
      await saveForm(page)
      const shown = toast(page, dv.form.check)
      await expect(shown).toBeVisible()
      const box = await boxOf(shown.locator('..'))
      for (const one of [dialog(page).getByRole('heading').first(), ...(await dialog(page).getByRole('button').all())])
        expect(overlap(box, await boxOf(one))).toBe(false)
    },
  )

type Box = { x: number; y: number; width: number; height: number }

const boxOf = async (element: Locator): Promise<Box> =>
  (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
