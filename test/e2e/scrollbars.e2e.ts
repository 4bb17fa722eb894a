import { launchOptions } from './chromium.ts'
import { expect, type Page, test } from './fixtures.ts'
import { nightly } from './nightly.ts'
import { cards, common, openFilters, openSearch } from './searchActions.ts'

/** A browser that shows its scrollbars, which take their width from the page. */

test.use({ launchOptions: { ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] } })

const places = (page: Page) =>
  page.evaluate(() =>
    ['header', '[role="search"]', 'article'].map((selector) => {
      const { left, right } = document.querySelector(selector)?.getBoundingClientRect() ?? { left: 0, right: 0 }
      return { selector, left: Math.round(left), right: Math.round(right) }
    }),
  )

test('opening the filters moves nothing on the page, which loses its scrollbar', nightly, async ({ openPage }) => {
  const page = await openSearch(openPage, { q: common }, { isolated: true })
  await expect(cards(page).first()).toBeVisible()
  const hasScrollbar = () => page.evaluate(() => window.innerWidth > document.documentElement.clientWidth)
  expect(await hasScrollbar()).toBe(true)
  const before = await places(page)
  await openFilters(page)
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflowY)).toBe('hidden')
  await expect.poll(() => places(page)).toEqual(before)
})

test(
  'an open case is the only thing that scrolls, and the page behind it has its scrollbar again when it closes',
  nightly,
  async ({ openPage }) => {
    const page = await openSearch(openPage, { q: common }, { isolated: true })
    const hasScrollbar = () => page.evaluate(() => window.innerWidth > document.documentElement.clientWidth)
    await expect(cards(page).first()).toBeVisible()
    await cards(page).first().locator('a[href*="tab=text"]').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await hasScrollbar()).toBe(false)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await hasScrollbar()).toBe(true)
  },
)
