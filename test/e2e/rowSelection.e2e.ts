import { expect, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { grid, openList, quickSearch, rowsOf } from './listActions.ts'
import { expectLive, expectParams } from './pageActions.ts'

test('a selected row stays selected and is scrolled into view when other rows are loaded', async ({ openPage }) => {
  const page = await openList(openPage, 'permissions')
  // The live connection loads the rows once more.
  await expectLive(page)
  // With the column filters ten rows are higher than the grid: the last one is outside the visible part.
  await page.getByRole('button', { name: dv.list.columnFilters }).click()
  const last = rowsOf(page).nth(9)
  const selected = grid(page).locator(`[data-row="${(await last.getAttribute('data-row')) ?? ''}"]`)
  await selected.click()
  await expect(selected).toHaveAttribute('aria-selected', 'true')
  const scrollTop = () => grid(page).evaluate((one) => one.scrollTop)
  await expect.poll(scrollTop).toBeGreaterThan(0)
  await grid(page).evaluate((one) => one.scrollTo({ top: 0 }))

  // The search has the same ten rows, so that the selected one is outside the visible part again.
  const ids = () => rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
  const before = await ids()
  await quickSearch(page).fill('e')
  await expectParams(page, { search: 'e' })
  expect(await ids()).toEqual(before)
  await expect(selected).toHaveAttribute('aria-selected', 'true')
  await expect.poll(scrollTop).toBeGreaterThan(0)

  await test.step('the selection follows a row that is the only result of a search', async () => {
    const text = (await selected.locator('[data-column="name"]').textContent()) ?? ''
    await quickSearch(page).fill(text)
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(rowsOf(page).first()).toHaveAttribute('aria-selected', 'true')
  })
})
