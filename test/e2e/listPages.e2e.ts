import { expect, type Page, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { cardsOf as cards, choose, openList } from './listActions.ts'
import { expectLive, expectParams, paramsOf } from './pageActions.ts'
import { nightly } from './nightly.ts'

/** The pages of a list, as a grid and as cards. */

const phone = { width: 390, height: 800 }
const pageField = (page: Page) => page.getByRole('navigation', { name: dv.pager.label }).getByRole('textbox')

test('cards are paged by ten, and a typed page must exist', async ({ openPage }) => {
  const page = await openList(openPage, 'courts', {}, phone)
  await expect(cards(page)).toHaveCount(10)
  const first = await cards(page).first().textContent()
  await page.getByRole('button', { name: dv.pager.next }).click()
  await expect(cards(page).first()).not.toHaveText(first ?? '')
  await pageField(page).fill('999')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCSS('direction', 'rtl')
  await expect(pageField(page)).toHaveAttribute('aria-invalid', 'true')
})

test(
  'the next page of cards begins at its first card, in the list that has the focus',
  nightly,
  async ({ openPage }) => {
    const page = await openList(openPage, 'courts', {}, phone)
    const first = await cards(page).first().textContent()
    await page.getByRole('button', { name: dv.pager.next }).click()
    await expect(cards(page).first()).not.toHaveText(first ?? '')
    await expect(cards(page).first()).toBeInViewport()
    await expect(page.getByRole('list', { name: 'ކޯޓުތައް' })).toBeFocused()

    await pageField(page).fill('3')
    await page.keyboard.press('Enter')
    await expectParams(page, { page: '3' })
    await expect(page.getByRole('list', { name: 'ކޯޓުތައް' })).toBeFocused()
    await page.goBack()
    await expectParams(page, { page: '2' })
  },
)

test(
  'the field of the page number keeps the focus after Enter, and shows its message over the grid',
  nightly,
  async ({ openPage }) => {
    const page = await openList(openPage, 'courts')
    for (const number of ['2', '1']) {
      await pageField(page).fill(number)
      await page.keyboard.press('Enter')
      await expectParams(page, number === '1' ? {} : { page: number })
      await expect(pageField(page)).toBeFocused()
      await expect(pageField(page)).toHaveValue(number)
    }
    await page.getByRole('button', { name: dv.pager.next }).click()
    await expect(pageField(page)).toHaveValue('2')
    await pageField(page).fill('999')
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  },
)

test(
  'cards return to the first page when another user deletes the only card of the last one',
  nightly,
  async ({ openPage, server, colleague }) => {
    await server.query(`insert into judges (name) select 'ސަފްޙާ ' || n from generate_series(1, 21) as n`)
    const page = await openList(openPage, 'judges', { search: 'ސަފްޙާ', page: '2' }, phone)
    await expectLive(page)
    await expect(cards(page)).toHaveCount(10)
    const [judge] = await server.query(`select id from judges where name = 'ސަފްޙާ 1'`)
    await colleague.call('judges/delete', { id: Number(judge?.['id']) })
    await expectParams(page, { search: 'ސަފްޙާ' })
    await expect(cards(page).getByText('ސަފްޙާ 21', { exact: true })).toBeVisible()
  },
)

test('a record that is viewed from its list has a link, and going back closes it over the same page of the list', async ({
  openPage,
}) => {
  const page = await openList(openPage, 'courts', { page: '2' })
  await choose(page, 1, dv.list.view)
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('dl').first()).toBeVisible()
  const { view = '' } = paramsOf(page)
  expect(view).toMatch(/^\d+$/)
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await expectParams(page, { page: '2' })

  await page.goForward()
  await expect(dialog.locator('dl').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectParams(page, { page: '2' })
})
