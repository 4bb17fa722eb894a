import { expect, test } from './fixtures.ts'
import { dv } from '#web/platform/strings/dv.ts'
import { nightly } from './nightly.ts'
import { grid, openList, quickSearch, rowsOf } from './listActions.ts'
import { expectLive, expectParams } from './pageActions.ts'

test(
  'ten rows are in view under the column filters, and a selected row stays selected when other rows are loaded',
  nightly,
  async ({ openPage }) => {
    const page = await openList(openPage, 'permissions')
    // The live connection loads the rows once more.
    await expectLive(page)
    await page.getByRole('button', { name: dv.list.columnFilters }).click()
    await expect(grid(page).getByRole('searchbox').first()).toBeVisible()
    const last = rowsOf(page).nth(9)
    const frame = () =>
      grid(page).evaluate((one) => ({
        scroll: one.scrollHeight - one.clientHeight,
        end: one.getBoundingClientRect().bottom,
      }))
    const { scroll, end } = await frame()
    expect(scroll).toBe(0)
    const box = await last.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(end)

    const selected = grid(page).locator(`[data-row="${(await last.getAttribute('data-row')) ?? ''}"]`)
    await selected.click()
    await expect(selected).toHaveAttribute('aria-selected', 'true')
    const ids = () => rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))
    const before = await ids()
    await quickSearch(page).fill('e')
    await expectParams(page, { search: 'e' })
    expect(await ids()).toEqual(before)
    await expect(selected).toHaveAttribute('aria-selected', 'true')

    await test.step('the selection follows a row that is the only result of a search', async () => {
      const text = (await selected.locator('[data-column="name"]').textContent()) ?? ''
      await quickSearch(page).fill(text)
      await expect(rowsOf(page)).toHaveCount(1)
      await expect(rowsOf(page).first()).toHaveAttribute('aria-selected', 'true')
    })
  },
)
